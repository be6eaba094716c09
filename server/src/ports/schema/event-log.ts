/** Rows of the event log and its projections. */
import type { CallDirection } from "@liantai/api/contract";
import type { At, AtNull, Flag, Json, Unset, Word } from "./types.ts";

/** The append-only log: calls now; chats, mails and work orders are further stream kinds. */
export interface EventTable {
  compId: string;
  /** contact | agent */
  stream: string;
  /** Contact id, or agent id. */
  streamId: string;
  /** From 1 without gaps in a stream. */
  seq: number;
  at: At;
  type: string;
  /** Who did it: agent id, 'caller', 'engine', 'monitor:ID'. */
  actor: string;
  /** Why: key of agentReasons or endCauses, or a routing reason. */
  reason: string | null;
  data: Json<Record<string, unknown>>;
}

/** Projection of a contact's events (kind call). */
export interface CallRecordTable {
  compId: string;
  callId: string;
  direction: Word<CallDirection>;
  caller: string;
  callee: string;
  accessNumber: string | null;
  skillGroupId: string | null;
  agentId: string | null;
  startAt: At;
  queuedAt: AtNull;
  ringAt: AtNull;
  answerAt: AtNull;
  endAt: AtNull;
  waitMs: number;
  ringMs: number;
  talkMs: number;
  holdMs: number;
  result: number;
  cause: string | null;
  recordingKey: string | null;
  recordingMs: number | null;
  /** Of the whole file when it was closed; null: from before it was kept. */
  recordingBytes: Unset<number>;
  /** SHA-256 of its samples; null: not known. */
  recordingDigest: Unset<string>;
  /** Stretches that are silence because they were not recorded: "4000-7000,9000-9020", ms; null: none. */
  recordingMissing: Unset<string>;
  /** seq of the last event applied. */
  appliedSeq: number;
  /** A two-way callback (双呼). */
  isDual: Flag;
}

/** Projection of an agent's events: one row an interval. */
export interface AgentStatusTable {
  compId: string;
  agentId: string;
  seq: number;
  code: number;
  customStatusId: string | null;
  fromAt: At;
  toAt: AtNull;
  reason: string;
  callId: string | null;
}
