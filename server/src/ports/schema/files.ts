/** Tables of the area files; joined in ../schema.ts. */
import type { ColumnType } from "kysely";
import type { At, AtNull, Flag, Json, Text } from "./types.ts";

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
  /** waiting | running | done | failed | cancelled | expired */
  state: string;
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

export interface FilesTables {
  file: FileTable;
  file_job: FileJobTable;
}
