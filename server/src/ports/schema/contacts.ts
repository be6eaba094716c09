/** Tables of contacts, the address book and robot lines; joined in ../schema.ts. */
import type { At, Flag, Json, Text } from "./types.ts";

export interface ContacterConfTable {
  comp_id: string;
  id: string;
  /** input | textarea | radio | select | checkbox | datepicker */
  type: string;
  label: string;
  /** Key in contacter_data.fields. */
  name: string;
  require: number;
  rule_error: Text;
  placeholder: Text;
  items: Json<readonly { readonly label_name: string; readonly label_value: string }[]>;
  max_length: number | null;
  list_display: number;
  query: number;
  export: number;
  import_require: number;
  distinct: number;
  sort: number;
  enabled: number;
}

export interface ContacterDataTable {
  comp_id: string;
  id: string;
  name: string;
  phone: string;
  company: Text;
  remark: Text;
  fields: Json<Readonly<Record<string, string | readonly string[]>>>;
  created_at: At;
  updated_at: At;
  created_by: string;
}

/** contacter_data.fields of the fields that must differ, where an index finds them. */
export interface ContacterValueTable {
  comp_id: string;
  contact_id: string;
  /** contacter_conf.name */
  name: string;
  value: string;
}

/** An entry of the address book. */
export interface ContactsTable {
  comp_id: string;
  id: string;
  group_name: Text;
  name: string;
  phone: string;
  remark: Text;
  /** 1: everybody sees it. */
  shared: Flag;
  /** account.id of who made it; an operator's where he had entered the enterprise. */
  owner_id: string;
  owner_name: string;
}

export interface RobotTable {
  comp_id: string;
  id: string;
  name: string;
  concurrency: number;
  /** yyyy-MM-dd; '' none. */
  expires_on: Text;
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
