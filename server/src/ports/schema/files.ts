/** Tables of the area files; joined in ../schema.ts. */
import type { JobState } from "@liantai/api/contract/admin";
import type { ColumnType } from "kysely";
import type { At, AtNull, Flag, Json, Text, Word } from "./types.ts";

/** bigint: text out of one driver, a number out of the other. */
type Big = ColumnType<string | number, number | undefined, number>;

/** What people uploaded, and result files of imports. */
export interface FileTable {
  compId: string;
  id: string;
  /** Account id. */
  ownerId: string;
  ownerName: string;
  name: string;
  bytes: Big;
  /** Extension, lower case. */
  type: string;
  contentType: string;
  tag: Text;
  description: Text;
  /** Hex. */
  sha256: string;
  blobKey: string;
  at: At;
  /** Null: stays. */
  expiresAt: AtNull;
}

/** Export jobs. */
export interface FileJobTable {
  compId: string;
  id: string;
  ownerId: string;
  ownerName: string;
  /** Name of the producer that was registered. */
  kind: string;
  name: string;
  /** What the producer is asked. */
  params: Json<unknown>;
  /** Whose rights it runs with: the caller as it was when it asked. */
  owner: Json<unknown>;
  state: Word<JobState>;
  progress: Flag;
  rows: Big;
  bytes: Big;
  extension: Text;
  contentType: Text;
  blobKey: string | null;
  error: Text;
  /** How often it was begun. */
  attempt: Flag;
  /** Who works on it says so; past it another may take it. */
  leaseUntil: At;
  createdAt: At;
  startedAt: AtNull;
  finishedAt: AtNull;
  expiresAt: AtNull;
}

/** When an export of the enterprise was begun last. Apart from the jobs, for those can be deleted. */
export interface ExportTurnTable {
  compId: string;
  queue: string;
  servedAt: At;
}

/** Imports: each stands here until its result was seen. Of the enterprise whose data it brings. */
export interface ImportJobTable {
  compId: string;
  id: string;
  /** Account id. */
  ownerId: string;
  /** Name under which the module registered it. */
  kind: string;
  /** What the request said besides the file. */
  params: Json<unknown>;
  /** Who asked, and from where, for the operation log. */
  context: Json<unknown>;
  /** Sealed: what is shown once with the result, an initial password. */
  secret: string | null;
  state: Word<"running" | "done" | "failed">;
  /** Which process has it: each that takes it over counts one up. */
  attempt: Flag;
  /** Who works on it says so; past it another may take it. */
  leaseUntil: At;
  /** The uploaded file. */
  blobKey: string;
  error: Text;
  result: Json<unknown> | null;
  createdAt: At;
  finishedAt: AtNull;
}

/** What is decided of an import, written with the rows it saved: a process that takes over goes on behind it. */
export interface ImportPartTable {
  compId: string;
  jobId: string;
  /** Last row of the sheet, the first is 1. */
  upTo: number;
  succeed: number;
  failed: Json<unknown>;
}

export interface FilesTables {
  file: FileTable;
  file_job: FileJobTable;
  export_turn: ExportTurnTable;
  import_job: ImportJobTable;
  import_part: ImportPartTable;
}
