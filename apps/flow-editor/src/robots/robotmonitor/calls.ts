/** Calls with robots as the screen knows them: what it fetched once, and what it was told since. Pure. */
import type { ReplyOf } from "@liantai/api/contract";
import type { RobotCall, RobotMessages, RobotSaid, robotMonitorApi } from "@liantai/api/contract/flow-editor";

type Told = RobotMessages["robotCall"];
type Fetched = ReplyOf<typeof robotMonitorApi.list>;

export interface ShownCall extends RobotCall {
  readonly dialogue: readonly RobotSaid[];
  /** The robot has it no more: who has it instead, null nobody. undefined: the robot has it. */
  readonly over?: string | null;
}

/** By callId; those that are over stay as long as somebody reads them. */
export type Calls = ReadonlyMap<string, ShownCall>;

/** Each once, in the order they were said. */
const together = (before: readonly RobotSaid[], more: readonly RobotSaid[]): readonly RobotSaid[] =>
  [...before, ...more.filter(({ id }) => !before.some((each) => each.id === id))].sort((a, b) => a.at - b.at);

export function told(calls: Calls, { callId, call, entries, by }: Told): Calls {
  const known = calls.get(callId);
  if (!call && !known) return calls;
  const dialogue = together(known?.dialogue ?? [], entries);
  const next = new Map(calls);
  if (call) next.set(callId, { ...call, dialogue });
  else if (known) next.set(callId, { ...known, dialogue, taking: null, over: by });
  return next;
}

/** What was told is newer than what was asked for before it; whatever else is not there any more is over. */
export function fetched(calls: Calls, { at, calls: found }: Pick<Fetched, "at" | "calls">): Calls {
  const next = new Map<string, ShownCall>();
  for (const call of found) {
    const known = calls.get(call.callId);
    const dialogue = together(call.dialogue, known?.dialogue ?? []);
    next.set(call.callId, known?.over === undefined ? { ...call, dialogue } : { ...known, dialogue });
  }
  for (const [callId, known] of calls)
    if (!next.has(callId) && (known.over !== undefined || known.since >= at)) next.set(callId, known);
  return next;
}

/** Those that are over and that nobody reads go. */
export const kept = (calls: Calls, chosen: string | undefined): Calls =>
  [...calls].some(([id, { over }]) => over !== undefined && id !== chosen)
    ? new Map([...calls].filter(([id, { over }]) => over === undefined || id === chosen))
    : calls;

export const living = (calls: Calls): readonly ShownCall[] =>
  [...calls.values()].filter(({ over }) => over === undefined).sort((a, b) => a.since - b.since);
