/** Tables of the area enterprises; joined in ../schema.ts. */
import type { LedgerKind } from "@liantai/api/contract/admin";
import type { ColumnType, Generated } from "kysely";
import type { At, AtNull, Flag, Text, Word, Unset } from "./types.ts";

/** bigint: text out of node-postgres, a number out of PGlite where it is a safe one. Money in 1/10000 yuan. */
export type Money = ColumnType<string | number | bigint, string | bigint | undefined, string | bigint>;
export type TextNull = ColumnType<string | null, string | null | undefined, string | null>;

/** What the migration adds to `enterprise`. */
export interface EnterpriseLimits {
  contact: Text;
  phone: Text;
  /** The operator unit that looks after it. */
  unitId: TextNull;
  dbServer: Text;
  /** Limits; 0: none. */
  maxSeats: Flag;
  maxConcurrentCalls: Flag;
  maxRobots: Flag;
  storageMb: Flag;
  /** Out of service from here on; null: never. */
  expiresAt: AtNull;
  /** 1: arrears do not stop it. */
  isWhite: Flag;
  remark: Text;
}

/** What it adds to `session`. */
export interface SessionEntry {
  /** The enterprise an operator is inside of. */
  enteredCompId: TextNull;
  /** The operator's own session it was entered from. */
  enteredFrom: TextNull;
  /** 1: the enterprise is out of service and this agent's call is not over yet. */
  endsAfterCall: Flag;
}

/** Not a tenant table: units of the operators. */
export interface OperatorUnitTable {
  id: string;
  parentId: string | null;
  name: string;
  remark: Text;
  sort: Flag;
  createdAt: Generated<Date>;
}

export interface LedgerBalanceTable {
  compId: string;
  balance: Money;
  /** How far below zero the balance may go. */
  creditLimit: Money;
  entries: Flag;
}

/** Append-only. */
export interface LedgerEntryTable {
  compId: string;
  id: string;
  /** From 1 without gaps in an enterprise. */
  seq: number;
  kind: Word<LedgerKind>;
  /** Signed. */
  amount: Money;
  balanceAfter: Money;
  idempotencyKey: string;
  operatorId: string;
  operatorName: string;
  remark: Text;
  at: At;
  /** Of a call: begun minutes, the price of one in 1/1000 yuan, over which access number. */
  quantity: Unset<number>;
  unitPriceMilli: Unset<number>;
  number: Unset<string>;
  contactId: Unset<string>;
}

export interface SmsAccountTable {
  compId: string;
  enabled: Flag;
  account: string;
  /** Sealed. */
  secret: string;
  signName: string;
  extCode: Text;
  /** A message, in 1/10000 yuan. */
  price: Money;
  /** 0: none. */
  dailyLimit: Flag;
  updatedAt: At;
}

export interface EnterprisesTables {
  operator_unit: OperatorUnitTable;
  ledger_balance: LedgerBalanceTable;
  ledger_entry: LedgerEntryTable;
  sms_account: SmsAccountTable;
}
