/** Tables of the area interfaces; joined in ../schema.ts. */
import type { InterfaceEvent } from "@liantai/api/contract/admin";
import type { ColumnType } from "kysely";
import type { At, AtNull, Json, Text, Unset, Word } from "./types.ts";

/** A private host or network that an operator lets an enterprise's interfaces reach. */
export interface InterfaceAllowanceTable {
  compId: string;
  id: string;
  /** A host name, an address, or a network (10.0.0.0/8). */
  target: string;
  /** '8080,9000-9100'; '': the installation's list (contract interfacePorts). */
  ports: Text;
  remark: Text;
  createdBy: string;
  createdAt: At;
}

export interface OutwardInterfaceTable {
  compId: string;
  id: string;
  name: string;
  events: InterfaceEvent[];
  url: string;
  method: string;
  /** Sealed JSON {name, value}[]: values are often credentials. */
  headers: string;
  signed: number;
  /** Sealed. */
  secret: string | null;
  mapping: Json<{ target: string; kind: string; value: string }[]>;
  timeoutS: number;
  maxTries: number;
  sendFullNumbers: number;
  enabled: number;
  remark: Text;
}

export interface DeliveredRecord {
  readonly full: Readonly<Record<string, unknown>>;
  readonly masked: Readonly<Record<string, unknown>>;
}

/** Outbox and delivery log in one; written by a trigger on `event` (migration 012). */
export interface InterfaceDeliveryTable {
  compId: string;
  /** interface.call.seq: also the Idempotency-Key. */
  id: string;
  interfaceId: string;
  event: Word<InterfaceEvent>;
  callId: string;
  eventAt: At;
  state: Word<"waiting" | "delivered" | "failed">;
  attempts: number;
  nextTryAt: AtNull;
  triedAt: AtNull;
  /** As it was sent; null before the first try. */
  body: string | null;
  /** HTTP status of the last try. */
  status: number | null;
  ms: number | null;
  error: Text;
  response: Text;
  /** Of secureEntered. */
  secureToken: Unset<string>;
  secureDigits: Unset<number>;
  /** Of events of records and orders: what is told of them, with whole numbers and without. */
  payload: ColumnType<DeliveredRecord | null, string | null | undefined, string | null>;
}

/** What a customer typed in secret. */
export interface SecureEntryTable {
  compId: string;
  /** SHA-256 of the token, hexadecimal. */
  tokenHash: string;
  callId: string;
  agentId: string;
  name: string;
  /** Sealed. */
  digits: string;
  enteredAt: At;
  expiresAt: At;
}

export interface InterfacesTables {
  interface_allowance: InterfaceAllowanceTable;
  outward_interface: OutwardInterfaceTable;
  interface_delivery: InterfaceDeliveryTable;
  secure_entry: SecureEntryTable;
}
