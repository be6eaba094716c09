/** Tables of the area automation; joined in workorders.ts. */
import type {
  AutomationAction,
  JudgedLine,
  RunState,
  SubjectKind,
  ToldLine,
  TriggerCondition,
  TriggerWhen,
} from "@liantai/api/contract/work-orders";
import type { ColumnType, GeneratedAlways } from "kysely";
import type { At, AtNull, Flag, Json, Text, Word, WordSet } from "./types.ts";

type JsonSet<T> = ColumnType<T, string | undefined, string>;

export interface FormTriggerTable {
  compId: string;
  id: string;
  formId: string;
  name: string;
  enabled: Flag;
  position: number;
  moment: Json<TriggerWhen>;
  condition: Json<TriggerCondition>;
  actions: Json<readonly AutomationAction[]>;
  revision: Flag;
  updatedBy: Text;
  createdAt: At;
  updatedAt: At;
}

export interface ChainLink {
  readonly id: string;
  readonly name: string;
}

/** One trigger looks once at one thing that happened. */
export interface TriggerRunTable {
  compId: string;
  eventKey: string;
  triggerId: string;
  n: GeneratedAlways<string>;
  triggerName: string;
  kind: Word<SubjectKind>;
  subjectId: string;
  formId: string;
  event: string;
  eventAt: At;
  changed: JsonSet<readonly string[]>;
  chain: JsonSet<readonly ChainLink[]>;
  state: WordSet<RunState>;
  tries: Flag;
  tryAt: At;
  ranAt: AtNull;
  lines: JsonSet<readonly JudgedLine[]>;
  did: JsonSet<readonly ToldLine[]>;
  reason: Text;
}

export interface FormMacroTable {
  compId: string;
  id: string;
  formId: string;
  name: string;
  shared: Flag;
  ownerId: string;
  ownerName: Text;
  actions: Json<readonly AutomationAction[]>;
  uses: Flag;
  createdAt: At;
  updatedAt: At;
}

export interface AutomationTables {
  form_trigger: FormTriggerTable;
  trigger_run: TriggerRunTable;
  form_macro: FormMacroTable;
}
