/**
 * A call as the CTI link tells it: the event `call` with its first members, and `callMembers` with the others, so that no line is longer
 * than the link takes, whoever is in the call (docs/protocol.md K58).
 */
import type { AgentCallView, ConferenceMember } from "./states.ts";

/** membersALine: all of a conference (8) in one; texts: characters of a name, of a number. */
export const callLineLimits = { membersALine: 8, name: 30, number: 40 } as const;

export interface CallLines {
  readonly json: string;
  /** Of the members after those in json, as many a line. */
  readonly more: readonly string[];
}

export function callLines(view: AgentCallView): CallLines {
  const { members = [] } = view;
  const { membersALine } = callLineLimits;
  if (members.length <= membersALine) return { json: JSON.stringify(view), more: [] };
  const first = { ...view, members: members.slice(0, membersALine), memberCount: members.length };
  const more: string[] = [];
  for (let from = membersALine; from < members.length; from += membersALine)
    more.push(JSON.stringify(members.slice(from, from + membersALine)));
  return { json: JSON.stringify(first), more };
}

/** Which members of the call a further line has: 0 is the first such line. */
export const membersFrom = (line: number): number => (line + 1) * callLineLimits.membersALine;

/** A call that was told anew keeps the members that follow in lines of their own until those come. */
export function withKnownMembers(call: AgentCallView, before: AgentCallView | null): AgentCallView {
  const { members, memberCount } = call;
  if (!members || memberCount === undefined || before?.callId !== call.callId) return call;
  return { ...call, members: [...members, ...(before.members ?? []).slice(members.length, memberCount)] };
}

export function withMembers(call: AgentCallView, from: number, more: readonly ConferenceMember[]): AgentCallView {
  const { members = [] } = call;
  return { ...call, members: [...members.slice(0, from), ...more, ...members.slice(from + more.length)] };
}
