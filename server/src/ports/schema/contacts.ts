/** Tables of the address book and robot lines; joined in ../schema.ts. */
import type { Flag, Text } from "./types.ts";

/** An entry of the address book. */
export interface ContactsTable {
  compId: string;
  id: string;
  groupName: Text;
  name: string;
  phone: string;
  remark: Text;
  /** 1: everybody sees it. */
  shared: Flag;
  /** account.id of who made it; an operator's where he had entered the enterprise. */
  ownerId: string;
  ownerName: string;
}

export interface RobotTable {
  compId: string;
  id: string;
  name: string;
  concurrency: number;
  /** yyyy-MM-dd; '' none. */
  expiresOn: Text;
  enabled: Flag;
  remark: Text;
}

export interface ContactsTables {
  contacts: ContactsTable;
  robot: RobotTable;
}
