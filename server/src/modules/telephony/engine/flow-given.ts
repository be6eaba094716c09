/** What a call gives its flow, and what its log may have of it. */
import { formatTime } from "@liantai/api/contract";
import {
  givenTo,
  masked,
  numbersAmong,
  own,
  textOf,
  type Began,
  type FlowEffect,
  type FlowEvent,
  type FlowState,
  type Program,
  type Values,
} from "@liantai/api/flows";
import type { Clock } from "../../../ports/clock.ts";
import { farOf } from "../call/parties.ts";
import type { LoggedInput } from "../call/flow-types.ts";
import type { Call } from "../call/types.ts";
import type { AskedBy, FlowPort } from "../flows.ts";

/** By the flow that leads over to another. */
export type Handed = Pick<Extract<FlowEffect, { readonly do: "load" }>, "vars" | "masks">;

/** Read-only to flows. */
function systemOf(
  { flows, clock }: { readonly flows: Pick<FlowPort, "place">; readonly clock: Clock },
  call: Call,
): Values {
  const { number } = farOf(call);
  return {
    ...flows.place(number),
    caller: call.caller,
    callee: call.callee,
    customerNumber: number,
    accessNumber: call.accessNumber ?? "",
    callId: call.callId,
    now: formatTime(clock.now()),
    taskId: call.task?.id ?? "",
  };
}

/** As it came: its time goes into the log with it, so that a replay has the same. */
export const timed = (event: FlowEvent, clock: Pick<Clock, "now">): FlowEvent =>
  event.now === undefined ? { ...event, now: formatTime(clock.now()) } : event;

/** What a flow begins with: what the task's number carries for the variables that it declares, fields of records, what is handed over. */
export function begunWith(
  deps: Parameters<typeof systemOf>[0],
  call: Call,
  program: Program,
  { fields = {}, masks = {} }: { readonly fields?: Values | undefined; readonly masks?: Values | undefined },
  over: Handed,
) {
  const given = givenTo(program, call.task?.variables ?? {});
  const kept = Object.entries({ ...numbersAmong(given), ...masks }).filter(([name]) => !Object.hasOwn(over.vars, name));
  const vars = { ...given, ...fields, ...over.vars, ...systemOf(deps, call) };
  const hidden = { ...Object.fromEntries(kept), ...over.masks };
  return { vars, ...(Object.keys(hidden).length > 0 && { masks: hidden }) };
}

/** Of a call of a task or a robot: what its flow knew at the end. Secrets stay out, and what no variable of it is. */
export const knownAtEnd = ({ variables }: Program, { vars, secret }: FlowState): Values =>
  Object.fromEntries(
    [
      ...variables.map(({ vName }) => vName).filter((name) => own(vars, name) !== undefined),
      ...["lastKeys", "lastIntent"].filter((name) => (own(vars, name) ?? "") !== ""),
    ]
      .filter((name) => !secret.includes(name))
      .map((name) => [name, vars[name]!]),
  );

/** The node it is at keeps what it gets to itself. */
const isSensitive = ({ subs }: Program, { frames }: FlowState): boolean => {
  const { sub = "", node = "" } = frames.at(-1) ?? {};
  return own(own(subs, sub)?.nodes, node)?.sensitive === true;
};

const said = new Set(["values", "value", "says", "question"]);
/** Without what was made of what was said; that there were slots stays. */
const withoutSaid = (answer: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(answer)
      .filter(([name]) => !said.has(name))
      .map(([name, value]) =>
        name === "slots" && typeof value === "object" && value !== null
          ? [name, Object.fromEntries(Object.keys(value).map((slot) => [slot, "***"]))]
          : [name, value],
      ),
  );

/** What a flow began with, besides its variables. */
const beganWith = (event: FlowEvent, { flowId, versionId, draw, made, links, loads }: FlowState): Began | undefined =>
  event.type === "begin"
    ? { flowId, versionId, seed: draw, made, ...(links && { links }), ...(loads && { loads }) }
    : undefined;

/** Stars for what is kept from some. */
function withoutSecrets(event: FlowEvent): FlowEvent {
  if (event.type !== "begin" || !event.secret) return event;
  const stars = Object.fromEntries(event.secret.map((name) => [name, "***"]));
  const { masks, ...rest } = event;
  return { ...rest, vars: { ...event.vars, ...stars }, ...(masks && { masks: { ...masks, ...stars } }) };
}

/** What callers type and say in secret, and what is answered to it, is no log's: keys are stars. */
export function logged(event: FlowEvent, program: Program, before: FlowState, after: FlowState): LoggedInput {
  const began = beganWith(event, before);
  if (began) return { event: withoutSecrets(event), began };
  const secret = before.recordingPaused || after.recordingPaused || isSensitive(program, before);
  if (event.type === "answered") {
    const secrets = after.secret.map((name) => textOf(own(after.vars, name)));
    return { event: { ...event, answer: masked(secret ? withoutSaid(event.answer) : event.answer, secrets) } };
  }
  if (!secret) return { event };
  if (event.type === "digit") return { event: { ...event, digit: "*" }, hidden: true };
  return { event: event.type === "heard" ? { ...event, text: "***" } : event };
}

/** Where the call stands in the flow; '' before it is anywhere. */
export function placeOf(program: Program | undefined, state: FlowState | undefined) {
  const { sub = "", node: nodeId = "" } = state?.frames.at(-1) ?? {};
  return { nodeId, nodeName: own(own(program?.subs ?? {}, sub)?.nodes ?? {}, nodeId)?.name ?? "" };
}

/** Whose question it is; the key is the same whichever process asks it. */
export const askedBy = (call: Call, program: Program, state: FlowState, id: string): AskedBy => ({
  compId: call.compId,
  callId: call.callId,
  began: call.startedAt,
  flowId: program.flowId,
  versionId: program.versionId,
  ...placeOf(program, state),
  sensitive: isSensitive(program, state),
  caller: farOf(call).number,
  key: `${call.callId}:${id}`,
});
