/** The engine of an enterprise as its dialling tasks have it: asks about numbers, places calls, and tells who is there for them. */
import type { EndCause } from "@liantai/api/contract";
import { stopped } from "./inbound.ts";
import type { Call } from "../call/types.ts";
import { farOf } from "../call/parties.ts";
import type { Numbers } from "../../numbers/index.ts";
import type { Asked, PlacedCall, TaskAgent, TaskLine } from "../dialler.ts";
import { groupKey, type AgentSession } from "./agent-session.ts";
import { beginCall, type StartDeps } from "./call-start.ts";
import { findTarget, isFull } from "./dialling.ts";
import { noFlows } from "../flows.ts";
import { linesTaken } from "./robots-now.ts";

export interface TaskLineDeps extends StartDeps {
  readonly seatsChanged: () => void;
}

/** What is the same for every number of the enterprise is asked once, however many are asked about. */
function askedOnce(numbers: Numbers): Numbers {
  const once = <A, T>(run: (compId: string, of: A) => Promise<T>, by: (of: A) => string) => {
    const known = new Map<string, Promise<T>>();
    return (compId: string, of: A): Promise<T> => {
      const key = `${compId}/${by(of)}`;
      const answer = known.get(key) ?? run(compId, of);
      known.set(key, answer);
      return answer;
    };
  };
  return {
    ...numbers,
    service: once(numbers.service, () => ""),
    displayNumber: once(numbers.displayNumber, String),
    owns: once(numbers.owns, String),
    recordsByHand: once(numbers.recordsByHand, String),
  };
}

async function ask(deps: StartDeps, compId: string, number: string, shown: string): Promise<Asked> {
  const {
    far,
    direction,
    displayed,
    recordsByHand,
    begin,
    trunks = [],
  } = await findTarget(deps, { compId, extension: "", agentId: null }, number, shown);
  const { cause, screened, inCall = false, forGood = false } = begin;
  if (direction === "internal") return { ok: false, cause: "barred", reason: "号码是企业的分机", later: false };
  if (cause !== undefined && !(cause === "busy" && inCall)) {
    const later = !forGood && (cause === "barred" || cause === "noRoute");
    return { ok: false, cause, reason: screened?.text ?? "", later };
  }
  if (displayed === undefined) return { ok: false, cause: "barred", reason: "企业没有可外显的接入号码", later: true };
  return {
    ok: true,
    displayed,
    line: { user: far.user, trunks, number: far.number, recordsByHand: recordsByHand === true, busy: inCall },
  };
}

/** Nothing may come between the look at the lines and the beginning: both are in one turn. */
function place(deps: StartDeps, compId: string, order: PlacedCall, most: number): EndCause | undefined {
  const { callId, number, displayed, line, task, target, greeting, greetingTts, placed } = order;
  if (isFull(deps, compId, { maxCalls: most })) return "overConcurrency";
  beginCall(
    deps,
    {
      compId,
      callId,
      direction: "outbound",
      caller: displayed,
      callee: number,
      displayed,
      accessNumber: displayed,
      plan: { greeting, rule: "", ...(greetingTts === "" ? {} : { greetingTts }) },
      routed: deps.calls.targets.serving(compId, target),
      far: { role: "customer", number: line.number, user: line.user },
      wrapUpMs: 0,
      task,
      placed,
      ...(line.recordsByHand ? { recordsByHand: true } : {}),
    },
    line.busy ? { cause: "busy", inCall: true } : {},
  );
  return undefined;
}

function agentOf({ agentId, agent: { state }, pooled, registered }: AgentSession): TaskAgent {
  const of = { agentId, since: state.since };
  switch (state.kind) {
    case "ready":
      return { ...of, state: pooled && registered ? "idle" : "away" };
    case "wrapUp":
      return { ...of, state: "wrapUp", ...(state.endsAt === undefined ? {} : { endsAt: state.endsAt }) };
    case "offline":
    case "busy":
      return { ...of, state: "away" };
    default:
      return {
        ...of,
        state: state.kind === "offered" ? "offered" : "talking",
        ...("callId" in state ? { callId: state.callId } : {}),
      };
  }
}

const rings = (call: Call): boolean => call.phase.kind === "dialling" && !farOf(call).up;

export function createTaskLine(deps: TaskLineDeps, compId: string): TaskLine {
  const { calls, sessions, clock, numbers } = deps;
  let most = 0;
  return {
    compId,
    clock,
    asking() {
      const once = { ...deps, numbers: askedOnce(numbers) };
      return (number, displayed) => ask(once, compId, number, displayed);
    },
    place: (order) => place(deps, compId, order, most),
    async lines() {
      const service = await numbers.service(compId, clock.now());
      most = service.maxCalls;
      const cause = stopped(service);
      return { live: calls.live.ofEnterprise(compId), most, ...(cause ? { stopped: cause } : {}) };
    },
    async robotLines(flowId) {
      const { lines } = await (deps.flows ?? noFlows).robots(compId, flowId);
      return linesTaken(calls.ofEnterprise(compId), lines, clock.now());
    },
    on: (accessNumber) => calls.live.on(accessNumber),
    // Where the switch cannot say it, it refuses what is too much.
    room: (trunks) => deps.switch.room(trunks).catch(() => Number.POSITIVE_INFINITY),
    agents: (groupId) =>
      [...sessions.agentsOf(groupKey(compId, groupId))].flatMap((key) => sessions.byKey(key) ?? []).map(agentOf),
    calls: () => calls.ofEnterprise(compId).filter(({ task }) => task?.attemptId !== undefined),
    cancel(callId) {
      const call = calls.get(callId);
      if (call?.placed && rings(call)) calls.dispatch(callId, { type: "cancelPlaced" });
    },
    scored: (callId, found) => void calls.dispatch(callId, { type: "robotScored", ...found }),
    seatsChanged: deps.seatsChanged,
    written: () => deps.eventLog.written(),
    track: (work) => calls.track(work),
  };
}
