import type { At, Json } from "./types.ts";

/** Who changed what (操作日志). comp_id '000000': what belongs to no enterprise. */
export interface OperationLogTable {
  id: string;
  compId: string;
  at: At;
  userId: string;
  userName: string;
  nickName: string;
  /** Title of the tab it was done in. */
  module: string;
  /** add | update | delete | enable | … */
  action: string;
  /** What kind of thing: seat, skillGroup, … */
  object: string;
  objectId: string;
  /** Of changes that one request makes to many things: how it reads. */
  objectName: string;
  /** Changed fields only; never a secret. */
  before: Json<Record<string, unknown> | null>;
  after: Json<Record<string, unknown> | null>;
  address: string;
}

export interface AuditTables {
  operation_log: OperationLogTable;
}
