/** Numbers, attempts and batches as screens get them. */
import { formatTime, maskPhone, type ReplyOf } from "@liantai/api/contract";
import type { PhoneVariables, taskPhoneApi } from "@liantai/api/contract/admin";
import type { Selectable } from "kysely";
import { maskNumbers } from "../../../http/privacy.ts";
import type { DialAttemptTable } from "../../../ports/schema/dialling.ts";
import type { ListedPhone } from "./phone-repository.ts";

type Api = typeof taskPhoneApi;
type Row = ReplyOf<Api["list"]>["list"][number];
type Attempt = ReplyOf<Api["attempts"]>[number];

const timeOf = (at: Date | null): string | null => at && formatTime(at);

/** People write numbers into everything. */
export const shownText = (text: string, hide: boolean): string => (hide ? maskNumbers(text) : text);
export const shownVariables = (variables: PhoneVariables, hide: boolean): PhoneVariables =>
  hide ? Object.fromEntries(Object.entries(variables).map(([name, text]) => [name, maskNumbers(text)])) : variables;

export const presentPhone = (row: ListedPhone, hide: boolean): Row => ({
  id: row.id,
  phone: hide ? maskPhone(row.phone) : row.phone,
  batchNumber: row.batchNumber,
  contact: shownText(row.contact, hide),
  person: shownText(row.person, hide),
  state: row.state,
  reason: shownText(row.reason, hide),
  priority: row.priority,
  attempts: row.attempts,
  lastCode: row.lastCode,
  answerer: row.lastAnswerer,
  abandoned: row.lastAbandoned === 1,
  lastAt: timeOf(row.lastAt),
  nextAt: timeOf(row.nextAt),
  agentId: row.agentId,
  result: row.result,
  remark: shownText(row.remark, hide),
  level: row.level,
  score: row.score,
  consentSource: shownText(row.consentSource, hide),
  consentAt: timeOf(row.consentAt),
  place: row.place,
  variables: shownVariables(row.variables, hide),
  createdAt: formatTime(row.createdAt),
});

const seconds = (ms: number): number => Math.round(ms / 1_000);

export const presentAttempt = (row: Selectable<DialAttemptTable>): Attempt => ({
  id: row.id,
  attempt: row.attempt,
  callId: row.callId,
  startedAt: formatTime(row.startedAt),
  endedAt: timeOf(row.endedAt),
  code: row.code,
  witness: row.witness,
  displayed: row.displayed,
  agentId: row.agentId,
  answerer: row.answerer,
  heard: row.heard,
  abandoned: row.abandoned === 1,
  ringS: seconds(row.ringMs),
  talkS: seconds(row.talkMs),
  result: row.result,
  level: row.level,
  // Kept in thousandths of a yuan.
  cost: Number(row.cost) / 1_000,
});
