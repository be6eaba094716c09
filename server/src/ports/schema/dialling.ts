/** Tables of the area dialling; joined in ../schema.ts. Times in columns named _ms are ms; cost in thousandths of a yuan. */
import type {
  ActionState,
  Answerer,
  BatchSource,
  CarrierKey,
  Heard,
  NoticeReply,
  NumberState,
  TaskSettings,
  Witness,
} from "@liantai/api/contract/admin";
import type { ColumnType } from "kysely";
import type { LearningTables } from "./dialling-learning.ts";
import type { At, AtNull, Flag, Json, Text, Unset, Word, WordSet, WordUnset } from "./types.ts";

/** What a task of the register is set to; same id. */
export interface DialTaskTable {
  compId: string;
  id: string;
  settings: Json<TaskSettings>;
  /** Why it runs and does not dial; '': it does. */
  waitsFor: Text;
  /** 1: its blending lets its agents take calls that come in now (engine/blending.ts). */
  takesCalls: Flag;
  /** What pacing has learnt, as JSON. */
  pacing: ColumnType<unknown, string | null | undefined, string | null>;
  /** Place of the next number that is added. */
  nextPosition: ColumnType<number, number | undefined, number>;
  createdAt: At;
  createdBy: Text;
  startedAt: AtNull;
  endedAt: AtNull;
}

export interface DialBatchTable {
  compId: string;
  id: string;
  taskId: string;
  batchNumber: string;
  source: Word<BatchSource>;
  fileName: Text;
  count: Flag;
  succeed: Flag;
  failing: Flag;
  repetition: Flag;
  blackList: Flag;
  failedFileId: Unset<string>;
  idempotencyKey: Unset<string>;
  /** Of what was pushed with the key. */
  pushDigest: Unset<string>;
  createdAt: At;
  createdBy: Text;
}

export interface DialPhoneTable {
  compId: string;
  id: string;
  taskId: string;
  batchId: string;
  phone: string;
  /** Numbers with the same one are of one person; '': of nobody else. */
  person: Text;
  contact: Text;
  state: WordSet<NumberState>;
  reason: Text;
  priority: Flag;
  position: number;
  /** For the order by chance. */
  draw: Flag;
  place: Text;
  attempts: Flag;
  /** On `today`. */
  attemptsToday: Flag;
  today: ColumnType<string | null, string | null | undefined, string | null>;
  /** How often each retry rule was used, by its index. */
  tries: ColumnType<Readonly<Record<string, number>>, string | undefined, string>;
  lastCode: Unset<number>;
  /** Who answered the last call, by whoever heard it or the detection; '': nobody. */
  lastAnswerer: WordSet<Answerer | "">;
  /** 1: the last call was abandoned. */
  lastAbandoned: Flag;
  lastAt: AtNull;
  nextAt: AtNull;
  /** The experiment whose half it waits for (arms.ts, heldBy); '': it waits for nothing of the kind. */
  putOffBy: Text;
  claimedUntil: AtNull;
  /** Whose it is: allotted, taken, or promised; '': nobody's. */
  agentId: Text;
  takenAt: AtNull;
  skips: Flag;
  result: Text;
  /** 1: it left its seat's hand without the result that its task asks for; the seat may still give it. */
  resultDue: Flag;
  /** Of the agent, beside the business result. */
  remark: Text;
  level: Text;
  score: Unset<number>;
  formDataId: Text;
  consentSource: Text;
  consentAt: AtNull;
  variables: ColumnType<Readonly<Record<string, string>>, string | undefined, string>;
  createdAt: At;
}

/** Committed before anything is dialled; an attempt without an end is live, or of a process that is gone. */
export interface DialAttemptTable {
  compId: string;
  id: string;
  taskId: string;
  phoneId: string;
  batchId: string;
  phone: string;
  ftype: number;
  /** From 1. */
  attempt: number;
  callId: string;
  displayed: Text;
  startedAt: At;
  endedAt: AtNull;
  answeredAt: AtNull;
  /** When an agent, or the flow, had the customer. */
  connectedAt: AtNull;
  code: Unset<number>;
  cause: Text;
  witness: WordUnset<Witness>;
  answerer: WordSet<Answerer | "">;
  /** By the word of whoever heard the call; '': nobody said. */
  heard: ColumnType<"" | Heard, "" | Heard | undefined, "" | Heard>;
  heardBy: Text;
  agentId: Text;
  abandoned: Flag;
  ringMs: Flag;
  talkMs: Flag;
  result: Text;
  level: Text;
  score: Unset<number>;
  cost: Flag;
  /** 1: in this call the customer said that he wants none. */
  refused: Flag;
  /** Half of the task's experiment whose outcome it counts as; '': of none. */
  variant: ColumnType<"" | "a" | "b", string | undefined, string>;
}

/** 策略动作: what a recipe did about a number, or still has to do. */
export interface DialActionTable {
  compId: string;
  /** Of what follows an attempt: its id and the recipe's name. */
  id: string;
  taskId: string;
  phoneId: string;
  /** '': before a call. */
  attemptId: Text;
  recipe: string;
  /** The recipe without name and conditions. */
  body: Json<object>;
  at: At;
  state: WordSet<ActionState>;
  tries: Flag;
  /** null: nothing is to be done any more. */
  nextAt: AtNull;
  outcome: Text;
}

export interface DialProgressTable {
  compId: string;
  taskId: string;
  total: Flag;
  waiting: Flag;
  live: Flag;
  retry: Flag;
  done: Flag;
  skipped: Flag;
  stopped: Flag;
  attempts: Flag;
  answered: Flag;
  connected: Flag;
  abandoned: Flag;
  talkMs: Flag;
}

export interface DialFrameTable {
  compId: string;
  fromTime: string;
  toTime: string;
}

/** A displayed number that is not shown for now. */
export interface DialLedgerTable {
  compId: string;
  /** From 1 in each enterprise, without a gap. */
  seq: number;
  at: At;
  kind: Word<"dialled" | "ended" | "skipped" | "refused" | "heard">;
  taskId: string;
  phoneId: string;
  attemptId: Text;
  /** JSON in canonical order; what the hash covers. */
  body: string;
  prev: string;
  hash: string;
}

/** Where the chain of an enterprise ends. */
export interface DialLedgerHeadTable {
  compId: string;
  seq: number;
  hash: string;
}

/** 号码清单: numbers apart from any task. */
export interface NumberListTable {
  compId: string;
  id: string;
  name: string;
  remark: Text;
  /** Numbers in it. */
  count: Flag;
  createdAt: At;
  createdBy: Text;
}

export interface NumberListPhoneTable extends Pick<
  DialPhoneTable,
  "compId" | "id" | "phone" | "person" | "contact" | "priority" | "place" | "consentSource" | "consentAt" | "variables"
> {
  listId: string;
  createdAt: At;
}

/** 语音通知模板. */
export interface NoticeTemplateTable {
  compId: string;
  id: string;
  name: string;
  text: string;
  tts: Text;
  repeats: Flag;
  confirmKey: Text;
  replies: Json<readonly NoticeReply[]>;
  goodbye: Text;
  remark: Text;
  updatedAt: At;
}

/** What of a template calls began with; id: hash of it. */
export interface NoticeVersionTable {
  compId: string;
  id: string;
  body: Json<unknown>;
  at: At;
}

/** 运营商提示音. */
export interface CarrierPromptTable {
  compId: string;
  id: string;
  name: string;
  code: number;
  carrier: CarrierKey;
  enabled: Flag;
  hangsUp: Flag;
  remark: Text;
  durationMs: number;
  bytes: number;
  blobKey: string;
  /** Its fingerprint, base64. */
  print: string;
  createdAt: At;
  createdBy: Text;
}

export interface DiallingTables extends LearningTables {
  number_list: NumberListTable;
  number_list_phone: NumberListPhoneTable;
  carrier_prompt: CarrierPromptTable;
  notice_template: NoticeTemplateTable;
  notice_version: NoticeVersionTable;
  dial_task: DialTaskTable;
  dial_batch: DialBatchTable;
  dial_phone: DialPhoneTable;
  dial_action: DialActionTable;
  dial_attempt: DialAttemptTable;
  dial_progress: DialProgressTable;
  dial_frame: DialFrameTable;
  dial_ledger: DialLedgerTable;
  dial_ledger_head: DialLedgerHeadTable;
}
