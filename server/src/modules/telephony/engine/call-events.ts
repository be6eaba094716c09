/** A call's view as events of the CTI link. */
import { membersFrom, type CallLines } from "@liantai/api/contract/call-lines";

/** The events that say it whole. */
export const callEvents = (
  callId: string,
  { json, more }: CallLines,
  now: number,
): { readonly name: "call" | "callMembers"; readonly fields: Readonly<Record<string, string>> }[] => [
  { name: "call", fields: { json, now: String(now) } },
  ...more.map((json, line) => ({
    name: "callMembers" as const,
    fields: { callId, from: String(membersFrom(line)), json },
  })),
];

export const isSame = (a: CallLines, b: CallLines): boolean =>
  a.json === b.json && a.more.length === b.more.length && a.more.every((line, i) => line === b.more[i]);
