/**
 * A call's stays at nodes of flows: pure. A stay begins when its node is entered and ends by an exit, by whatever leads elsewhere (a
 * jump, a sub-process, the exception node), by an agent who answers, or with the flow or the call.
 */
import type { EndCause } from "@liantai/api/contract";
import type { StayOutcome } from "@liantai/api/contract/flow-editor";
import { linkedNameOf } from "@liantai/api/flows";
import type { ContactEntry, Sequenced } from "./events.ts";

/** Times are epoch ms, lengths ms. */
export interface FlowStay {
  readonly compId: string;
  readonly callId: string;
  /** From 1 within the call. */
  readonly seq: number;
  readonly flowId: string;
  /** '': from before it was logged. */
  readonly versionId: string;
  readonly nodeId: string;
  readonly nodeName: string;
  readonly enteredAt: number;
  readonly leftAt: number | null;
  /** '': not left by one. */
  readonly exit: string;
  readonly outcome: StayOutcome;
  readonly stayMs: number | null;
  /** The shared sub-process whose canvas the node stands on; '': the flow's own. */
  readonly sharedId: string;
  /** How often speech cut a wording off. */
  readonly bargeIns: number;
  /** Of these: no sentence came of it, or one that was taken for no intent. */
  readonly falseBargeIns: number;
}

/** A wording sounds, was cut off by speech, or was and what was said is being understood. '': none of these. */
type Wording = "" | "sounds" | "cut" | "understanding";

export interface FlowStays {
  readonly list: readonly FlowStay[];
  readonly flowId: string;
  readonly versionId: string;
  readonly wording: Wording;
}

export const noStays: FlowStays = { list: [], flowId: "", versionId: "", wording: "" };

type Event = Sequenced<ContactEntry>;
type Step = Extract<ContactEntry["fact"], { type: "flowStep" }>;
type Input = Extract<ContactEntry["fact"], { type: "flowInput" }>;

/** The caller's own going. */
const gone: ReadonlySet<EndCause> = new Set([
  ...(["abandonedInFlow", "abandonedInQueue", "abandonedRinging", "callerLost", "cancelled"] as const),
]);

const replaced = (stays: FlowStays, at: number, change: Partial<FlowStay>): FlowStays => ({
  ...stays,
  list: stays.list.map((stay, each) => (each === at ? { ...stay, ...change } : stay)),
});

/** The stay that goes on, if one does. */
function close(stays: FlowStays, at: number, outcome: StayOutcome): FlowStays {
  const open = stays.list.findLastIndex(({ leftAt }) => leftAt === null);
  if (open === -1) return stays;
  const { enteredAt, outcome: before } = stays.list[open]!;
  const how = before === "failed" && outcome !== "hungUp" ? before : outcome;
  return replaced(stays, open, { leftAt: at, outcome: how, stayMs: Math.max(0, at - enteredAt) });
}

/** A sub-process that came back leaves its caller now, which had been left for it. */
function byExit(stays: FlowStays, at: number, nodeId: string, exit: string): FlowStays {
  const left = stays.list.findLastIndex((stay) => stay.nodeId === nodeId && stay.exit === "");
  if (left === -1) return stays;
  const stayMs = Math.max(0, at - stays.list[left]!.enteredAt);
  return replaced(stays, left, { exit, outcome: "exit", leftAt: at, stayMs });
}

/** Counted for the stay that goes on. */
function counts(stays: FlowStays, what: "bargeIns" | "falseBargeIns", wording: Wording): FlowStays {
  const open = stays.list.findLastIndex(({ leftAt }) => leftAt === null);
  const counted = open === -1 ? stays : replaced(stays, open, { [what]: stays.list[open]![what] + 1 });
  return { ...counted, wording };
}

const nowIs = (stays: FlowStays, wording: Wording): FlowStays =>
  stays.wording === wording ? stays : { ...stays, wording };

/** Whoever presses a key after he spoke is there, and what failed is nobody's: neither says that there was no speech. */
function cameIn(stays: FlowStays, { event }: Input): FlowStays {
  const { wording } = stays;
  if (event.type === "speechStarted") return wording === "sounds" ? counts(stays, "bargeIns", "cut") : stays;
  if (event.type === "playDone") return wording === "sounds" ? nowIs(stays, "") : stays;
  if (wording !== "cut" && wording !== "understanding") return stays;
  switch (event.type) {
    case "heard":
      return event.text.trim() === "" ? counts(stays, "falseBargeIns", "") : nowIs(stays, "understanding");
    case "nothingHeard":
      return event.why === "silence" ? counts(stays, "falseBargeIns", "") : nowIs(stays, "");
    case "digit":
    case "askFailed":
    case "hungUp":
      return nowIs(stays, "");
    default:
      return stays;
  }
}

/** What a step says of the speech that cut a wording off. In secret an empty sentence is a star, too: it goes on without a meaning. */
function understood(stays: FlowStays, { step, data }: Step): FlowStays {
  const waits = stays.wording === "understanding";
  switch (step) {
    case "heard":
      return waits && data?.["intentId"] === "" ? counts(stays, "falseBargeIns", "") : nowIs(stays, "");
    case "play":
      return nowIs(waits ? counts(stays, "falseBargeIns", "") : stays, "sounds");
    case "branch":
    case "left":
      return waits ? counts(stays, "falseBargeIns", "") : nowIs(stays, "");
    case "node":
    case "failed":
      return nowIs(stays, "");
    default:
      return stays;
  }
}

function stepped(
  stays: FlowStays,
  { compId, id, at }: Event,
  { step, nodeId, nodeName, content, data }: Step,
): FlowStays {
  switch (step) {
    case "node": {
      const closed = close(stays, at, "moved");
      const { flowId, versionId, list } = closed;
      const seq = list.length + 1;
      const where = { flowId, versionId, nodeId, nodeName, sharedId: linkedNameOf(nodeId)?.flowId ?? "" };
      const stay = { enteredAt: at, leftAt: null, exit: "", outcome: "open" as const, stayMs: null };
      const speech = { bargeIns: 0, falseBargeIns: 0 };
      return { ...closed, list: [...list, { compId, callId: id, seq, ...where, ...stay, ...speech }] };
    }
    case "branch":
      return typeof data?.["exit"] === "string" ? byExit(stays, at, nodeId, data["exit"]) : stays;
    case "failed": {
      const open = stays.list.findLastIndex(({ leftAt }) => leftAt === null);
      return open === -1 ? stays : replaced(stays, open, { outcome: "failed" });
    }
    case "left":
      return close(stays, at, content === "hungUp" ? "hungUp" : "ended");
    default:
      return stays;
  }
}

export function applyFlowStays(stays: FlowStays, event: Event): FlowStays {
  const { fact, at, reason } = event;
  switch (fact.type) {
    case "flowEntered":
      return { ...stays, flowId: fact.flowId, versionId: "" };
    case "flowInput":
      return fact.began
        ? { ...stays, flowId: fact.began.flowId, versionId: fact.began.versionId, wording: "" }
        : cameIn(stays, fact);
    case "flowStep":
      return stepped(understood(stays, fact), event, fact);
    case "flowLeft":
      return close(stays, at, fact.result === "answered" ? "answered" : "ended");
    case "ended":
      return close(stays, at, gone.has(reason as EndCause) ? "hungUp" : "ended");
    default:
      return stays;
  }
}
