/**
 * What robots had of a call: pure. One talk begins when a robot takes its line and ends when the caller is with somebody, the flow goes
 * over to one that is not this robot's, or flow or call end. While the flow has led the caller elsewhere the robot has his line and not
 * him.
 */
import type { EndCause } from "@liantai/api/contract";
import type { RobotOutcome } from "@liantai/api/contract/flow-editor";
import type { CallRecord } from "./call-record.ts";
import type { ContactEntry, Sequenced } from "./events.ts";

/** Times are epoch ms, lengths ms. */
export interface RobotTalk {
  readonly compId: string;
  readonly callId: string;
  /** From 1 within the call. */
  readonly seq: number;
  readonly robotId: string;
  readonly robotName: string;
  readonly flowId: string;
  readonly line: string;
  readonly number: string;
  readonly takenAt: number;
  readonly leftAt: number | null;
  readonly outcome: RobotOutcome;
  readonly turns: number;
  readonly talkMs: number | null;
}

export interface RobotTalks {
  readonly list: readonly RobotTalk[];
  /** The flow has led the caller elsewhere since. reached: somebody answered there. */
  readonly away: { readonly since: number; readonly reached: boolean } | undefined;
  /** How long he has been elsewhere before, in the talk that goes on. */
  readonly awayMs: number;
  /** Somebody is taking the caller over. */
  readonly taking: boolean;
}

export const noTalks: RobotTalks = { list: [], away: undefined, awayMs: 0, taking: false };

type Event = Sequenced<ContactEntry>;
type Fact = ContactEntry["fact"];

/** The caller's own going. */
const gone: ReadonlySet<EndCause> = new Set([
  ...(["abandonedInFlow", "abandonedInQueue", "abandonedRinging", "callerLost", "cancelled"] as const),
]);
const broken: ReadonlySet<EndCause> = new Set(["failed", "serverRestart"]);

const openOf = ({ list }: RobotTalks): RobotTalk | undefined => list.findLast(({ leftAt }) => leftAt === null);

const withLast = (talks: RobotTalks, change: Partial<RobotTalk>): RobotTalks => ({
  ...talks,
  list: talks.list.map((talk, at) => (at === talks.list.length - 1 ? { ...talk, ...change } : talk)),
});

function close(talks: RobotTalks, at: number, outcome: RobotOutcome): RobotTalks {
  const open = openOf(talks);
  if (!open) return talks;
  const until = talks.away?.since ?? at;
  const talkMs = Math.max(0, until - open.takenAt - talks.awayMs);
  return { ...withLast(talks, { leftAt: at, outcome, talkMs }), away: undefined, awayMs: 0 };
}

function begin(
  talks: RobotTalks,
  { compId, id, at }: Event,
  { robotId, robotName, flowId, line }: Extract<Fact, { type: "robotTaken" }>,
  { direction, caller, callee }: CallRecord,
): RobotTalks {
  const before = close(talks, at, "ended");
  const number = direction === "outbound" ? callee : caller;
  const what = { compId, callId: id, seq: before.list.length + 1, robotId, robotName, flowId, line, number };
  const talk = { takenAt: at, leftAt: null, outcome: "open" as const, turns: 0, talkMs: null };
  return { ...before, list: [...before.list, { ...what, ...talk }] };
}

function stepped(talks: RobotTalks, at: number, { step }: Extract<Fact, { type: "flowStep" }>): RobotTalks {
  const open = openOf(talks);
  if (!open || talks.away) return talks;
  if (step === "transfer") return { ...talks, away: { since: at, reached: false } };
  return step === "heard" || step === "keys" ? withLast(talks, { turns: open.turns + 1 }) : talks;
}

/** Another flow begins, or he comes back from where this one led him. */
function came(talks: RobotTalks, at: number, { event, began }: Extract<Fact, { type: "flowInput" }>): RobotTalks {
  const open = openOf(talks);
  if (!open) return talks;
  if (began && began.flowId !== open.flowId) return close(talks, at, "ended");
  if (event.type !== "transferEnded" || !talks.away) return talks;
  return { ...talks, away: undefined, awayMs: talks.awayMs + Math.max(0, at - talks.away.since) };
}

function left({ taking }: RobotTalks, result: string): RobotOutcome {
  if (result === "answered") return taking ? "takenOver" : "handedOver";
  // Until somebody answers.
  if (result === "handOver") return "unreached";
  if (result === "led away") return "elsewhere";
  if (result === "hungUp") return "hungUp";
  return result === "failed" || result === "loop" || result === "noRobot" ? "failed" : "ended";
}

function ended({ away }: RobotTalks, cause: EndCause): RobotOutcome {
  if (away) return away.reached ? "handedOver" : "unreached";
  if (gone.has(cause)) return "hungUp";
  return broken.has(cause) ? "failed" : "ended";
}

/** A flow that ends while somebody is on his way lets the caller wait for him. */
const answered = (talks: RobotTalks): RobotTalks => {
  if (talks.taking) return { ...withLast(talks, { outcome: "takenOver" }), taking: false };
  if (talks.list.at(-1)?.outcome === "unreached") return withLast(talks, { outcome: "handedOver" });
  return talks.away ? { ...talks, away: { ...talks.away, reached: true } } : talks;
};

/** record: the call's, this event in it. */
export function applyRobotTalks(talks: RobotTalks, event: Event, record: CallRecord): RobotTalks {
  const { fact, at, reason } = event;
  if (fact.type === "robotTaken") return begin(talks, event, fact, record);
  if (talks.list.length === 0) return talks;
  switch (fact.type) {
    case "flowInput":
      return came(talks, at, fact);
    case "flowStep":
      return stepped(talks, at, fact);
    case "offered":
    case "dialled":
      return reason === "pickedUp" && openOf(talks) ? { ...talks, taking: true } : talks;
    case "offerEnded":
    case "notReached":
      return talks.taking ? { ...talks, taking: false } : talks;
    case "answered":
    case "answeredAgain":
      return answered(talks);
    case "flowLeft":
      return close(talks, at, left(talks, fact.result));
    case "ended":
      return close(talks, at, ended(talks, reason as EndCause));
    default:
      return talks;
  }
}
