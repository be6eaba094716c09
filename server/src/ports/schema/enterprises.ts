/** Tables of the area enterprises; joined in ../schema.ts. */
import type { ColumnType, Generated } from "kysely";
import type { At, AtNull, Flag, Text } from "./types.ts";

/** bigint: text out of node-postgres, a number out of PGlite where it is a safe one. Money in 1/10000 yuan. */
export type Money = ColumnType<string | number | bigint, string | bigint | undefined, string | bigint>;
export type TextNull = ColumnType<string | null, string | null | undefined, string | null>;

/** What the migration adds to `enterprise`. */
export interface EnterpriseLimits {
  contact: Text;
  phone: Text;
  /** The operator unit that looks after it. */
  unit_id: TextNull;
  db_server: Text;
  /** Limits; 0: none. */
  max_seats: Flag;
  max_concurrent_calls: Flag;
  max_robots: Flag;
  storage_mb: Flag;
  /** Out of service from here on; null: never. */
  expires_at: AtNull;
  /** 1: arrears do not stop it. */
  is_white: Flag;
  remark: Text;
}

/** What it adds to `session`. */
export interface SessionEntry {
  /** The enterprise an operator is inside of. */
  entered_comp_id: TextNull;
  /** The operator's own session it was entered from. */
  entered_from: TextNull;
  /** 1: the enterprise is out of service and this agent's call is not over yet. */
  ends_after_call: Flag;
}

/** Not a tenant table: units of the operators. */
export interface OperatorUnitTable {
  id: string;
  parent_id: string | null;
  name: string;
  remark: Text;
  sort: Flag;
  created_at: Generated<Date>;
}

export interface LedgerBalanceTable {
  comp_id: string;
  balance: Money;
  /** How far below zero the balance may go. */
  credit_limit: Money;
  entries: Flag;
}

/** Append-only. */
export interface LedgerEntryTable {
  comp_id: string;
  id: string;
  /** From 1 without gaps in an enterprise. */
  seq: number;
  /** recharge | consumption | adjustment */
  kind: string;
  /** Signed. */
  amount: Money;
  balance_after: Money;
  idempotency_key: string;
  operator_id: string;
  operator_name: string;
  remark: Text;
  at: At;
}

export interface SmsAccountTable {
  comp_id: string;
  enabled: Flag;
  account: string;
  /** Sealed. */
  secret: string;
  sign_name: string;
  ext_code: Text;
  /** A message, in 1/10000 yuan. */
  price: Money;
  /** 0: none. */
  daily_limit: Flag;
  updated_at: At;
}

export interface EnterprisesTables {
  operator_unit: OperatorUnitTable;
  ledger_balance: LedgerBalanceTable;
  ledger_entry: LedgerEntryTable;
  sms_account: SmsAccountTable;
}
