/** Tables of forms and their records; joined in ../schema.ts. */
import type { FormDefinition, FormExt, FormField, FormType, OtherRender } from "@liantai/api/forms";
import type {
  DraftHead,
  IntentionSource,
  PopupLayout,
  PopupMoment,
  RecordSource,
  RecordValues,
} from "@liantai/api/contract/workorder";
import type { ColumnType } from "kysely";
import type { BesideTables } from "./beside-records.ts";
import type { At, AtNull, Flag, Json, Text, Unset, Word } from "./types.ts";

/** Columns that hold fields marked query. */
export const textSlots = ["t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8", "t9", "t10", "t11", "t12"] as const;
export const numberSlots = ["n1", "n2", "n3", "n4", "n5", "n6"] as const;
export const dateSlots = ["d1", "d2", "d3", "d4", "d5", "d6"] as const;
export type Slot = (typeof textSlots)[number] | (typeof numberSlots)[number] | (typeof dateSlots)[number];
/** By the fields' keys. */
export type SlotMap = Readonly<Record<string, Slot>>;

export interface FormDraft {
  readonly name: string;
  readonly fields: readonly FormField[];
  readonly ext?: FormExt;
}

export interface FormPopup {
  readonly isPopup: 0 | 1;
  readonly inbound: PopupMoment;
  readonly outbound: PopupMoment;
  readonly accessNumbers: readonly string[];
  readonly skillGroupIds: readonly string[];
  readonly layouts?: readonly PopupLayout[];
}

type JsonNull<T> = ColumnType<T | null, string | null | undefined, string | null>;
type JsonSet<T> = ColumnType<T, string | undefined, string>;

export interface FormDefinitionTable {
  compId: string;
  id: string;
  formType: Word<FormType>;
  name: string;
  version: number;
  revision: number;
  draft: JsonNull<FormDraft>;
  slots: JsonSet<SlotMap>;
  indexing: JsonSet<readonly string[]>;
  indexedTo: Unset<string>;
  popup: Json<FormPopup>;
  roleFields: JsonSet<Readonly<Record<string, OtherRender>>>;
  createdAt: At;
  updatedAt: At;
  updatedBy: string;
}

export interface FormVersionTable {
  compId: string;
  formId: string;
  version: number;
  definition: Json<FormDefinition>;
  publishedAt: At;
  publishedBy: string;
}

export interface FormCodeTable {
  compId: string;
  formId: string;
  day: string;
  last: number;
}

type TextSlots = { [K in (typeof textSlots)[number]]: Unset<string> };
type NumberSlots = { [K in (typeof numberSlots)[number]]: Unset<number> };
type DateSlots = { [K in (typeof dateSlots)[number]]: AtNull };

export interface FormRecordTable extends TextSlots, NumberSlots, DateSlots {
  compId: string;
  formId: string;
  id: string;
  formVersion: number;
  version: number;
  values: Json<RecordValues>;
  source: Word<RecordSource>;
  ownerId: Text;
  ownerName: Text;
  groupId: Unset<string>;
  callId: Unset<string>;
  parentId: Unset<string>;
  createdAt: At;
  updatedAt: At;
  updatedBy: Text;
  deletedAt: AtNull;
  /** The order whose values these are. */
  orderId: Unset<string>;
  /** What the order's node hides of it. */
  hiddenFields: JsonSet<readonly string[]>;
  /** Where its id leads since it was merged. */
  mergedInto: Unset<string>;
  /** Since when its owner has it; null: since it was made. */
  ownedAt: AtNull;
}

export interface StoredChange {
  readonly name: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

export interface RecordChangeTable {
  compId: string;
  recordId: string;
  /** The record's, after it. */
  version: number;
  at: At;
  byName: Text;
  orderSeq: ColumnType<number | null, number | null | undefined, number | null>;
  changes: Json<readonly StoredChange[]>;
}

export interface FormDraftTable {
  compId: string;
  accountId: string;
  /** The record, the call or the form that it is the draft of. */
  subject: string;
  formId: string;
  recordId: Unset<string>;
  version: number;
  values: Json<RecordValues>;
  /** What was typed beside the form's fields. */
  head: Json<DraftHead>;
  updatedAt: At;
}

export interface FormUniqueTable {
  compId: string;
  formId: string;
  field: string;
  value: string;
  holders: ColumnType<number, number | undefined, number>;
}

export interface FormTermTable {
  compId: string;
  formId: string;
  field: string;
  term: string;
  createdAt: At;
  recordId: string;
}

export interface RecordPhoneTable {
  compId: string;
  number: string;
  recordId: string;
}

export interface CustomerLinkTable {
  compId: string;
  recordId: string;
  kind: string;
  contactId: string;
  at: At;
}

export interface IntentionLevelTable {
  compId: string;
  id: string;
  name: string;
  minScore: ColumnType<number | null, number | null | undefined, number | null>;
  maxScore: ColumnType<number | null, number | null | undefined, number | null>;
  remark: Text;
  sort: number;
}

export interface CallIntentionTable {
  compId: string;
  callId: string;
  levelId: string;
  levelName: string;
  score: ColumnType<number | null, number | null | undefined, number | null>;
  source: Word<IntentionSource>;
  note: Text;
  markedAt: At;
  markedBy: Text;
  followed: Flag;
  followNote: Text;
  followBy: Text;
  followedAt: AtNull;
}

export interface FormsTables extends BesideTables {
  intention_level: IntentionLevelTable;
  call_intention: CallIntentionTable;
  form_definition: FormDefinitionTable;
  form_version: FormVersionTable;
  form_code: FormCodeTable;
  form_draft: FormDraftTable;
  form_record: FormRecordTable;
  form_unique: FormUniqueTable;
  form_term: FormTermTable;
  record_phone: RecordPhoneTable;
  customer_link: CustomerLinkTable;
  record_change: RecordChangeTable;
}
