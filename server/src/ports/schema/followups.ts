/** Tables of the area follow-ups; joined by reminders.ts. */
import type {
  FollowUpCommand,
  FollowUpDoer,
  FollowUpSource,
  FollowUpState,
  FollowUpTrigger,
  RecordValues,
} from "@liantai/api/contract/workorder";
import type { FormField } from "@liantai/api/forms";
import type { ColumnType } from "kysely";
import type { At, AtNull, Flag, Json, Text, Unset, Word } from "./types.ts";

export interface FollowUpSettingTable {
  compId: string;
  id: string;
  name: string;
  formId: string;
  trigger: Word<FollowUpTrigger>;
  /** Of the node that is left; '' with every other trigger. */
  flowId: Text;
  nodeId: Text;
  minutes: number;
  /** '': by the clock. */
  timeRuleId: Text;
  who: Word<FollowUpDoer>;
  agentId: Text;
  groupId: Text;
  tries: number;
  retryMinutes: number;
  enabled: Flag;
  updatedAt: At;
  updatedBy: string;
}

/** What follow-ups of a form ask. */
export interface FollowUpFormTable {
  compId: string;
  formId: string;
  fields: Json<readonly FormField[]>;
  revision: number;
  updatedAt: At;
  updatedBy: string;
}

export interface FollowUpTaskTable {
  compId: string;
  id: string;
  /** What made it: one a setting and record. */
  settingId: Unset<string>;
  source: Word<FollowUpSource>;
  formId: string;
  recordId: string;
  orderId: Text;
  workCode: Text;
  title: Text;
  customerName: Text;
  phone: Text;
  /** Null: nobody's yet. */
  agentId: Unset<string>;
  /** Out of whom it goes to somebody when it is due. */
  groupId: Unset<string>;
  state: Word<FollowUpState>;
  dueAt: At;
  /** When its seat is to be told. Null: it was told, or has ended. */
  tellAt: AtNull;
  tries: Flag;
  mostTries: number;
  retryMinutes: number;
  timeRuleId: Text;
  remark: Text;
  /** The questions that were answered. */
  fields: ColumnType<readonly FormField[] | null, string | null | undefined, string | null>;
  answers: ColumnType<RecordValues, string | undefined, string>;
  result: Text;
  version: Flag;
  createdAt: At;
  endedAt: AtNull;
  endedBy: Text;
  endedById: Text;
}

export interface FollowUpTryTable {
  compId: string;
  taskId: string;
  no: number;
  at: At;
  byName: Text;
  command: Word<FollowUpCommand | "lost">;
  text: Text;
}

export interface FollowUpsTables {
  follow_up_setting: FollowUpSettingTable;
  follow_up_form: FollowUpFormTable;
  follow_up_task: FollowUpTaskTable;
  follow_up_try: FollowUpTryTable;
}
