/** A call record in words. */
import {
  callResults,
  directionTexts,
  endCauses,
  type CallDirection,
  type cdrApi,
  type ReplyOf,
} from "@liantai/api/contract";
import { hangupSides } from "@liantai/api/contract/admin";
import type { StateTone } from "@liantai/ui";

export type CallRecord = ReplyOf<typeof cdrApi.callDetail>;

export const directionText = (record: CallRecord): string => directionTexts[record.direction as CallDirection];

/** The call goes on: it has no end yet. */
export const isLive = (record: CallRecord): boolean => record.endTime === null;

export const resultText = (record: CallRecord): string => callResults[record.result] ?? `未知（${record.result}）`;

export function resultTone(record: CallRecord): StateTone {
  if (isLive(record)) return record.answerTime ? "talking" : "ringing";
  return record.result === 200 ? "ready" : "offline";
}

export function causeText(record: CallRecord): string {
  if (record.cause === null) return isLive(record) ? "进行中" : "";
  return (endCauses as Readonly<Record<string, string>>)[record.cause] ?? record.cause;
}

/** Administrators have a name and no work number. */
const named = (agentId: string | null, name: string | null): string =>
  agentId && name ? `${name}（${agentId}）` : (agentId ?? name ?? "");

/** Who talked last. */
export const agentText = ({ agentId, agentName }: CallRecord): string => named(agentId, agentName);

export const firstAgentText = ({ firstAgentId, firstAgentName }: CallRecord): string =>
  named(firstAgentId, firstAgentName);

export const hangupText = ({ hungUpBy }: CallRecord): string =>
  hungUpBy === null ? "" : ((hangupSides as Readonly<Record<string, string>>)[hungUpBy] ?? hungUpBy);

/** Minutes that counted as waited besides the wait. */
export const priorityText = ({ priority }: CallRecord): string => (priority === 0 ? "" : `+${priority}分钟`);

export const satisfactionText = ({ satisfaction }: CallRecord): string =>
  satisfaction === null ? "" : `${satisfaction}分`;

/** The party outside: the customer, or the other agent of an internal call. Masked where the server masks it. */
export const otherParty = (record: CallRecord): string =>
  record.direction === "inbound" ? record.caller : record.callee;
