/** Tables of what stands beside the values of records: tags, numbers, events, views, duplicates and merges; joined in ./forms.ts. */
import type { DuplicateKind, DuplicateMode, RecordValues, TagColor } from "@liantai/api/contract/workorder";
import type { At, AtNull, Flag, Json, Text, Word } from "./types.ts";

export interface FormTagTable {
  compId: string;
  formId: string;
  id: string;
  name: string;
  color: Word<TagColor>;
  createdAt: At;
}

export interface RecordTagTable {
  compId: string;
  tagId: string;
  /** Of the record. */
  createdAt: At;
  recordId: string;
}

export interface RecordNumberTable {
  compId: string;
  recordId: string;
  id: string;
  number: string;
  note: Text;
  createdAt: At;
}

export interface RecordViewTable {
  compId: string;
  formId: string;
  id: string;
  name: string;
  ownerId: string;
  ownerName: Text;
  /** What the list is asked, as it is asked. */
  question: Json<object>;
  columns: Json<readonly string[]>;
  sortOrder: Text;
  /** Ids of roles, or '*'; none: the owner's own. */
  roleIds: Json<readonly string[]>;
  createdAt: At;
}

export interface DuplicateRule {
  readonly kind: DuplicateKind;
  readonly field?: string | undefined;
  readonly weight: number;
}

export interface DuplicateSettingTable {
  compId: string;
  formId: string;
  mode: Word<DuplicateMode>;
  threshold: number;
  rules: Json<readonly DuplicateRule[]>;
  scanStartedAt: AtNull;
  scannedAt: AtNull;
}

export interface DuplicateGroupTable {
  compId: string;
  formId: string;
  id: string;
  score: number;
  reasons: Json<readonly string[]>;
  recordIds: Json<readonly string[]>;
  ignored: Flag;
  foundAt: At;
}

/** What undoes a merge. */
export interface KeptMerge {
  readonly before: KeptRecord;
  readonly after: KeptRecord;
  /** The loser's contacts, and those of them that the survivor had not. */
  readonly links: readonly KeptLink[];
  readonly fresh: readonly KeptLink[];
  /** Records that lay below the loser. */
  readonly children: readonly string[];
}
export interface KeptRecord {
  readonly formVersion: number;
  readonly values: RecordValues;
  readonly tags: readonly string[];
  readonly numbers: readonly { readonly id: string; readonly number: string; readonly note: string }[];
}
export interface KeptLink {
  readonly kind: string;
  readonly contactId: string;
  /** Epoch ms. */
  readonly at: number;
}

export interface RecordMergeTable {
  compId: string;
  formId: string;
  id: string;
  survivorId: string;
  loserId: string;
  loserCode: Text;
  survivorTitle: string;
  loserTitle: string;
  at: At;
  byName: string;
  survivorVersion: number;
  kept: Json<KeptMerge>;
  undoneAt: AtNull;
}

/** What befell a record beside its values. */
export type RecordEventKind = "tags" | "numbers" | "merge" | "pool";
export interface RecordEventTable {
  compId: string;
  recordId: string;
  id: string;
  at: At;
  byName: string;
  kind: Word<RecordEventKind>;
  label: string;
  before: Text;
  after: Text;
}

export interface PoolSettingTable {
  compId: string;
  formId: string;
  enabled: number;
  claimLimit: number;
  returnDays: number;
  warnDays: number;
  lookAt: AtNull;
}

export interface BesideTables {
  pool_setting: PoolSettingTable;
  form_tag: FormTagTable;
  record_tag: RecordTagTable;
  record_event: RecordEventTable;
  record_number: RecordNumberTable;
  record_view: RecordViewTable;
  duplicate_setting: DuplicateSettingTable;
  duplicate_group: DuplicateGroupTable;
  record_merge: RecordMergeTable;
}
