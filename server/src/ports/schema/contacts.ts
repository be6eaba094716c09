/** Tables of contacts, the address book and robot lines; joined in ../schema.ts. */
import type { ContactFieldType } from "@liantai/api/contract/admin";
import type { At, Flag, Json, Text, Word } from "./types.ts";

export interface ContacterConfTable {
  compId: string;
  id: string;
  type: Word<ContactFieldType>;
  label: string;
  /** Key in contacter_data.fields. */
  name: string;
  require: number;
  ruleError: Text;
  placeholder: Text;
  items: Json<readonly { readonly label_name: string; readonly label_value: string }[]>;
  maxLength: number | null;
  listDisplay: number;
  query: number;
  export: number;
  importRequire: number;
  distinct: number;
  sort: number;
  enabled: number;
}

export interface ContacterDataTable {
  compId: string;
  id: string;
  name: string;
  phone: string;
  company: Text;
  remark: Text;
  fields: Json<Readonly<Record<string, string | readonly string[]>>>;
  createdAt: At;
  updatedAt: At;
  createdBy: string;
}

/** contacter_data.fields of the fields that must differ, where an index finds them. */
export interface ContacterValueTable {
  compId: string;
  contactId: string;
  /** contacter_conf.name */
  name: string;
  value: string;
}

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
  contacter_conf: ContacterConfTable;
  contacter_data: ContacterDataTable;
  contacter_value: ContacterValueTable;
  contacts: ContactsTable;
  robot: RobotTable;
}
