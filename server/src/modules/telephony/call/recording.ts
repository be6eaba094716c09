/** When a talk is recorded: by itself where everything it goes through wants it, else as its agent or a monitor orders. */
import type { RecordAction } from "@liantai/api/contract";
import type { Draft } from "./draft.ts";
import { limits } from "./limits.ts";
import { agentOf, leadsIt } from "./parties.ts";
import type { Recorder } from "./recorder.ts";
import { isQuiet } from "./suspension.ts";
import type { Call, CallInput } from "./types.ts";

type Order = Extract<CallInput, { type: "recordControl" }>;

/** Access number, skill group and seat: one that wants none is enough. */
const wanted = ({ recordsByHand, group }: Call, d: Draft): boolean =>
  !recordsByHand && !group?.recordsByHand && !d.near?.recordsByHand;

/** A talk begins. One that was stopped or never begun is recorded from here if whoever has it now is recorded by himself. */
export function recordByItself(d: Draft): void {
  const { recorder } = d.call;
  if (!wanted(d.call, d) || recorder.auto) return;
  turn(d, recorder.state === "off" ? { state: "on", auto: true } : { ...recorder, auto: true });
}

/** A flow that wants it records its caller from its beginning, where the access number wants it too. */
export function recordInFlow(d: Draft): void {
  const { recorder, flow } = d.call;
  if (!flow || flow.state?.unrecorded === true || recorder.state !== "off" || !wanted(d.call, d)) return;
  turn(d, { state: "on", auto: true });
}

/** Whoever answers, or his group, wants none: it goes no further. */
export function recordedNoFurther(d: Draft): void {
  const { recorder } = d.call;
  if (recorder.state !== "off" && recorder.auto && !wanted(d.call, d)) turn(d, { state: "off", auto: false });
}

/** A sensitive node, or the end of one. */
export function secretInFlow(d: Draft, paused: boolean): void {
  const { recorder } = d.call;
  if (paused && recorder.state === "on")
    turn(d, { state: "paused", auto: recorder.auto, until: d.now + limits.recordPause, quiet: true });
  if (!paused && recorder.state === "paused" && recorder.quiet) turn(d, { state: "on", auto: recorder.auto });
}

/** Who talks with somebody, or is out of the flow, is at its sensitive node no more. */
export function secretOver(d: Draft): void {
  const { recordingPaused = false, unrecorded = false } = d.call.flow?.state ?? {};
  if (recordingPaused && !unrecorded) secretInFlow(d, false);
}

/** He is out of the flow. Its beginning may say that nothing is recorded by itself. */
export function recordPastFlow(d: Draft): void {
  secretOver(d);
  if (d.call.flow?.state?.unrecorded) d.set({ recordsByHand: true });
}

/** What the caller says is recorded, whatever the settings of talks are: he asked for it. */
export const recordMessage = (d: Draft): void => turn(d, { state: "on", auto: false });
export const stopMessage = (d: Draft): void => turn(d, { state: "off", auto: false });
/** A meeting of a room that is recorded. */
export const startsRecording = (d: Draft): void => turn(d, { state: "on", auto: true });

/** The file begins with the first talk that is recorded (audio.ts); after that it only falls silent and sounds again. */
function turn(d: Draft, next: Recorder): void {
  const { recorder, recorded } = d.call;
  d.set({ recorder: next });
  if (recorder.state === "paused" && next.state !== "paused") d.do({ do: "clearTimer", name: "recordPause" });
  if (next.state === "paused" && recorder.state !== "paused")
    d.do({ do: "timer", name: "recordPause", ms: limits.recordPause });
  const silent = (state: Recorder["state"]): boolean => state !== "on";
  if (recorded && silent(next.state) !== silent(recorder.state))
    d.do({ do: "pauseRecording", paused: silent(next.state) });
}

/** undefined: it does not fit what the recording does. */
function nextOf({ recorder }: Call, action: Exclude<RecordAction, "mark">, now: number): Recorder | undefined {
  const { state, auto } = recorder;
  switch (action) {
    case "start":
      return state === "off" ? { state: "on", auto } : undefined;
    case "stop":
      return state !== "off" && !auto ? { state: "off", auto } : undefined;
    case "pause":
      return state === "on" ? { state: "paused", auto, until: now + limits.recordPause } : undefined;
    case "resume":
      return state === "paused" ? { state: "on", auto } : undefined;
  }
}

/** The recording of a room's meeting is its hosts', and no monitor's of one seat in it. */
export const mayRecord = (call: Call, agentId: string, by?: string): boolean => {
  const party = agentOf(call, agentId);
  return call.meeting === undefined || (by === undefined && party !== undefined && leadsIt(call, party));
};

/** By a host who is not in it, or an administrator: his rights were asked outside the call. */
function recordMeeting(d: Draft, { action, by }: Order): void {
  const next = action === "mark" ? undefined : nextOf(d.call, action, d.now);
  if (d.call.phase.kind !== "talking" || !d.call.meeting || !next) return d.refuse();
  turn(d, next);
  d.note({ type: "recordControl", action }, by);
}

export function recordControl(d: Draft, order: Order): void {
  const { agentId, action, by, text } = order;
  if (order.meeting) return recordMeeting(d, order);
  const party = d.ofAgent(agentId);
  if (d.call.phase.kind !== "talking" || !party?.up || party.role === "supervisor") return d.refuse();
  if (!mayRecord(d.call, agentId, by)) return d.refuse();
  if (action === "mark") {
    if (d.call.recorder.state !== "on") return d.refuse();
  } else {
    const next = nextOf(d.call, action, d.now);
    if (!next) return d.refuse();
    turn(d, next);
  }
  d.note(
    { type: "recordControl", action, agentId, ...(by ? { by } : {}), ...(text ? { text } : {}) },
    by === undefined ? agentId : `monitor:${by}`,
    by === undefined ? "byAgent" : "byMonitor",
  );
}

/** secure: what the customer types in secret; suspended: what he says and presses at a voice that is not to be recorded. */
type Why = "secure" | "suspended";

/** Nothing of it is on the recording. A pause that somebody ordered before stays his. */
export function pauseQuiet(d: Draft, agentId: string, why: Why): void {
  const { recorder } = d.call;
  if (recorder.state !== "on") return;
  turn(d, { state: "paused", auto: recorder.auto, until: d.now + limits.recordPause, quiet: true });
  d.note({ type: "recordControl", action: "pause", agentId, [why]: true }, agentId);
}

export function resumeQuiet(d: Draft, why: Why): void {
  const { recorder } = d.call;
  if (recorder.state !== "paused" || !recorder.quiet) return;
  turn(d, { state: "on", auto: recorder.auto });
  d.note({ type: "recordControl", action: "resume", [why]: true });
}

/** Nobody ended the pause. */
export function pauseOver(d: Draft): void {
  const { recorder, secure, suspended, flow } = d.call;
  if (recorder.state !== "paused") return;
  const secret = secure !== undefined || flow?.state?.recordingPaused === true;
  // It goes on when the entry, or the voice, has ended: nobody's order holds it any more.
  if (secret || (suspended && isQuiet(suspended.target))) return d.set({ recorder: { ...recorder, quiet: true } });
  turn(d, { state: "on", auto: recorder.auto });
  d.note({ type: "recordControl", action: "resume", limit: true });
}
