/** Tables of the area files; joined in ../schema.ts. */
import type { ColumnType } from "kysely";
import type { At, AtNull, Flag, Json, Text } from "./types.ts";

/** bigint: text out of one driver, a number out of the other. */
type Big = ColumnType<string | number, number | undefined, number>;

/** What people uploaded, and result files of imports. */
export interface FileTable {
  comp_id: string;
  id: string;
  /** Account id. */
  owner_id: string;
  owner_name: string;
  name: string;
  bytes: Big;
  /** Extension, lower case. */
  type: string;
  content_type: string;
  tag: Text;
  description: Text;
  /** Hex. */
  sha256: string;
  blob_key: string;
  at: At;
  /** Null: stays. */
  expires_at: AtNull;
}

/** Export jobs. */
export interface FileJobTable {
  comp_id: string;
  id: string;
  owner_id: string;
  owner_name: string;
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
  content_type: Text;
  blob_key: string | null;
  error: Text;
  /** How often it was begun. */
  attempt: Flag;
  /** Who works on it says so; past it another may take it. */
  lease_until: At;
  created_at: At;
  started_at: AtNull;
  finished_at: AtNull;
  expires_at: AtNull;
}

export interface FilesTables {
  file: FileTable;
  file_job: FileJobTable;
}
