/** A caller in a flow: what happens goes to the flow, and what it wants is done by the call (docs/protocol.md, Flows). */
import type { FlowEffect, TransferResult } from "@liantai/api/flows";
import type { Target } from "../../numbers/index.ts";
import { addData } from "./call-data.ts";
import type { Draft } from "./draft.ts";
import { end, farewell, waitTimers } from "./ending.ts";
import { answeredOutside, patch, send } from "./flow-parts.ts";
import { meantBy, refOf, type Transfer } from "./flow-transfer.ts";
import type { CallFlow, FlowInput } from "./flow-types.ts";
import { sentences } from "./limits.ts";
import { isRated, rate } from "./rating.ts";
import { recordedNoFurther, recordInFlow, recordPastFlow, secretInFlow } from "./recording.ts";
import { heardOfRobot, robotInput, scoredOfRobot, takenElsewhere, toldWarmly, waitsForTaker, warmly } from "./robot.ts";
import type { CallInput } from "./types.ts";
import { messageForFlow, silentMessage } from "./voicemail.ts";
import { askForMark } from "./survey.ts";

export function enterFlow(
  d: Draft,
  { kind: _, id, ...as }: Extract<Target, { kind: "flow" }>,
  survey: Pick<CallFlow, "survey"> = {},
): void {
  if (!d.far.leg) return end(d, "callerLost");
  d.phase({ kind: "inFlow" });
  d.set({ flow: { flowId: id, ...as, ...survey, asks: {} }, playing: undefined, menu: undefined, ahead: undefined });
  d.note({ type: "flowEntered", flowId: id, name: as.name });
  send(d, { type: "begin", vars: {} });
}

const flowInputs: ReadonlySet<CallInput["type"]> = new Set<FlowInput["type"]>([
  "flowStepped",
  "flowGone",
  "flowResume",
  "robotOn",
  "robotOff",
  "robotScored",
  "messageSilent",
]);
export const isFlowInput = (input: CallInput): input is FlowInput => flowInputs.has(input.type);

const isIn = (d: Draft): boolean => d.call.flow !== undefined && d.call.phase.kind === "inFlow";

export function flowInput(d: Draft, input: FlowInput): void {
  // He was led elsewhere meanwhile.
  if (!d.call.flow) return;
  if (input.type === "flowResume") return resume(d, d.call.flow);
  if (input.type === "messageSilent") return silentMessage(d, input.id);
  if (input.type === "robotOn" || input.type === "robotOff") return robotInput(d, input);
  if (input.type === "robotScored") {
    scoredOfRobot(d, input.scored);
    return input.to && handOver(d, input.to);
  }
  if (input.type === "flowGone") {
    const { survey } = d.call.flow;
    leaveFlow(d, "failed");
    if (survey) return surveyFailed(d);
    if (waitsForTaker(d)) return;
    return farewell(d, "failed", undefined, sentences.outOfService);
  }
  const { state, input: came, flowId, effects } = input;
  const asks = Object.fromEntries(Object.entries(d.call.flow.asks).filter(([id]) => id in state.open));
  d.note({ type: "flowInput", ...came });
  patch(d, { state, flowId, asks });
  // The talk was recorded, or was not.
  if (came.event.type === "begin" && !d.call.flow.survey) recordInFlow(d);
  for (const effect of effects) {
    if (!d.call.flow || d.call.phase.kind === "ended") return;
    carryOut(d, effect);
  }
}

function carryOut(d: Draft, e: FlowEffect): void {
  const { leg } = d.far;
  switch (e.do) {
    case "play": {
      const tag = d.next();
      const loop = e.loop === true;
      d.set({ playing: { tag, what: "flow" } });
      patch(d, { play: { id: e.id, tag, says: e.says.slice(e.from), loop } });
      // Who is away for a moment hears it when he is back.
      if (leg !== undefined)
        d.do({
          ...{ do: "say", leg, text: "", says: e.says.slice(e.from), tag },
          ...(loop ? { loop } : {}),
          ...(e.fromMs === undefined ? {} : { fromMs: e.fromMs }),
          ...(e.stopOnKey ? { hushOnKey: true } : {}),
        });
      return;
    }
    case "stopPlay": {
      const { play } = d.call.flow ?? {};
      if (d.call.playing?.what === "flow" && leg !== undefined) d.do({ do: "hush", leg });
      d.set({ playing: undefined });
      return patch(d, { play: undefined, stopped: play && { id: play.id, tag: play.tag } });
    }
    case "timer":
      return d.do({ do: "timer", name: `flow-${e.id}`, ms: e.ms });
    case "clearTimer":
      return d.do({ do: "clearTimer", name: `flow-${e.id}` });
    case "ask":
      return patch(d, { asks: { ...d.call.flow?.asks, [e.id]: e.ask } });
    case "transfer":
      return transfer(d, e);
    case "record":
      return messageForFlow(d, e);
    case "rate":
      return rate(d, e);
    case "note": {
      const { action, ...note } = e.note;
      heardOfRobot(d, e.note);
      return d.note({ type: "flowStep", step: action, ...note });
    }
    case "leave":
      return left(d, e.result);
    // The runner does it; another process begins it anew.
    case "listen":
      return patch(d, { listen: e });
    case "stopListening":
      return patch(d, { listen: undefined });
    case "pauseRecording":
      return secretInFlow(d, e.paused);
    // What the runner does itself.
    case "load":
      return;
  }
}

/** The flow ends the call. */
function left(d: Draft, result: string): void {
  const { fallback, survey } = d.call.flow ?? {};
  leaveFlow(d, result);
  if (survey) return result === "failed" || result === "loop" ? surveyFailed(d) : end(d, "completed");
  if (waitsForTaker(d)) return;
  if (result === "noRobot" && fallback !== undefined) {
    d.phase({ kind: "routing", cause: "noRobot" });
    return d.do({ do: "route", to: { kind: "skillGroup", id: fallback } });
  }
  if (result === "noRobot") return farewell(d, "noRobot");
  if (result === "failed" || result === "loop") return farewell(d, "failed", undefined, sentences.outOfService);
  end(d, "flowEnded");
}

/** It broke off, or is not there: whoever has given no mark yet is asked for it by the built-in question. */
function surveyFailed(d: Draft): void {
  if (isRated(d)) farewell(d, "completed");
  else askForMark(d);
}

/**
 * A person is to have him, by the level of the dialogue. Whoever is taking him over already has him sooner, and what the flow itself
 * leads him to is not undone.
 */
function handOver(d: Draft, { level, groupId }: { readonly level: string; readonly groupId: string }): void {
  const { flow } = d.call;
  if (!isIn(d) || !flow?.line || flow.transfer || flow.record || d.near || d.far.lost || !d.far.leg) return;
  warmly(d, level);
  leaveFlow(d, "handOver");
  d.phase({ kind: "routing", cause: "unreachable" });
  d.do({ do: "route", to: { kind: "skillGroup", id: groupId } });
}

/** Somebody has answered: he hears whom he gets before he hears him. */
export function answeredFromFlow(d: Draft): void {
  const leg = d.near?.leg;
  let whisper = toldWarmly(d);
  if (d.call.flow) {
    recordedNoFurther(d);
    whisper ||= d.call.flow?.transfer?.whisper ?? "";
    if (!answeredOutside(d)) leaveFlow(d, "answered");
  }
  if (whisper !== "" && leg !== undefined) d.do({ do: "whisper", leg, text: whisper });
}

/** He is out of it: by its end, or because somebody has him. */
export function leaveFlow(d: Draft, result: string): void {
  const { flow, playing } = d.call;
  if (!flow) return;
  for (const id of Object.keys(flow.state?.open ?? {})) d.do({ do: "clearTimer", name: `flow-${id}` });
  if (playing?.what === "flow" && d.far.leg) d.do({ do: "hush", leg: d.far.leg });
  recordPastFlow(d);
  d.set({ flow: undefined, ...(playing?.what === "flow" ? { playing: undefined } : {}) });
  d.note({ type: "flowLeft", result });
  d.do({ do: "flowOver" });
}

export function flowDigit(d: Draft, digit: string): void {
  if (isIn(d)) send(d, { type: "digit", digit });
}

/** Where what the flow has stopped was cut off. */
export function flowCut(d: Draft, tag: number, ms: number): void {
  const { stopped } = d.call.flow ?? {};
  if (stopped?.tag !== tag) return;
  patch(d, { stopped: undefined });
  send(d, { type: "playDone", id: stopped.id, reason: "cut", ms });
}

/** True: it was the flow's. */
export function flowPlayed(d: Draft, tag: number): boolean {
  const { flow } = d.call;
  if (flow?.play?.tag !== tag) return false;
  const { id } = flow.play;
  patch(d, { play: undefined });
  if (isIn(d)) send(d, { type: "playDone", id, reason: "finished" });
  return true;
}

export const flowTimer = (d: Draft, name: string): void => {
  if (isIn(d)) send(d, { type: "timer", id: name.slice("flow-".length) });
};

/** The caller's leg is another one now, or this process has only now taken up the call. */
function resume(d: Draft, { play }: CallFlow): void {
  if (!isIn(d) || !play || !d.far.leg) return;
  const tag = d.next();
  d.set({ playing: { tag, what: "flow" } });
  patch(d, { play: { ...play, tag } });
  d.do({ do: "say", leg: d.far.leg, text: "", says: play.says, tag, ...(play.loop ? { loop: true } : {}) });
}

export const callerInFlowAgain = (d: Draft): void => (d.call.flow ? resume(d, d.call.flow) : undefined);

// --- transfers

function transfer(d: Draft, { id, to: wanted, back, whisper, data, music }: Transfer): void {
  const to = meantBy(d, wanted);
  if (!to) return send(d, { type: "transferEnded", id, result: "absent" });
  takenElsewhere(d);
  if (d.call.playing?.what === "flow" && d.far.leg) d.do({ do: "hush", leg: d.far.leg });
  d.set({ playing: undefined });
  patch(d, { play: undefined, transfer: { id, to, back, whisper } });
  const texts = Object.fromEntries(Object.entries(data).map(([name, value]) => [name, String(value)]));
  // What is too much to travel with a call stays in the flow.
  if (Object.keys(texts).length > 0) addData(d, undefined, texts);
  d.phase({ kind: "routing", cause: "unreachable" });
  d.do({ do: "route", to: refOf(to), ...(music === "" ? {} : { music }) });
}

/** Back in the flow. only: where its node has an exit for this. */
export function backToFlow(d: Draft, result: TransferResult, { only = false } = {}): boolean {
  const { transfer: led } = d.call.flow ?? {};
  if (!led || (only && !led.back.includes(result))) return false;
  if (d.call.phase.kind === "waiting") d.note({ type: "queueLeft" }, "engine", "backInFlow");
  for (const name of waitTimers) d.do({ do: "clearTimer", name });
  d.do({ do: "leaveQueue" });
  d.phase({ kind: "inFlow" });
  d.set({
    joined: 0,
    rings: {},
    routed: undefined,
    menu: undefined,
    ahead: undefined,
    playing: undefined,
    group: undefined,
  });
  patch(d, { transfer: undefined });
  send(d, { type: "transferEnded", id: led.id, result });
  return true;
}

/** A key of who waits where the flow led him. True: it was the one that leads back. */
export function leaveKey(d: Draft, digit: string): boolean {
  const { to } = d.call.flow?.transfer ?? {};
  return to !== undefined && "leaveKey" in to && to.leaveKey === digit && digit !== "" && backToFlow(d, "key");
}

/** An emergency switch, or a supervisor, takes him out. */
export function takenOutOfFlow(d: Draft): void {
  takenElsewhere(d);
  if (d.call.flow) leaveFlow(d, "led away");
}
