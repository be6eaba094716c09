/**
 * The call result code (console.md section 9) of a call or of one party's leg. The table stands in docs/protocol.md, K25; no
 * enterprise can change it. Pure.
 */
import type { EndCause } from "@liantai/api/contract";
import { codeOfRelease } from "../../audio/answering/release.ts";
import type { HangupCause, Release } from "../../ports/switch.ts";

export interface Outcome {
  readonly cause: EndCause;
  readonly answered: boolean;
  /** What the network said of who was called and did not answer. */
  readonly release?: Release;
  /** What its line said before, as the enterprise's recordings, words or tones have it: more than what the network signals. */
  readonly announced?: number;
  /** Who was called was in another call of ours. */
  readonly inCall?: boolean;
}

/** What nobody outside says anything about. */
const byCause: Readonly<Record<EndCause, number>> = {
  completed: 183,
  abandonedInGreeting: 183,
  abandonedInQueue: 183,
  abandonedRinging: 183,
  queueTimeout: 594,
  queueFull: 588,
  nobodyServes: 596,
  noAnswer: 594,
  busy: 588,
  rejected: 585,
  unreachable: 586,
  cancelled: 183,
  agentLost: 596,
  callerLost: 183,
  numberUnknown: 582,
  barred: 700,
  serverRestart: 598,
  failed: 598,
  arrears: 595,
  suspended: 587,
  overConcurrency: 593,
  blacklisted: 600,
  noRoute: 586,
  voicePlayed: 183,
  byTarget: 183,
  byMonitor: 183,
  callbackRequested: 183,
  voicemailLeft: 183,
  emergencyClosed: 587,
  meetingEntered: 200,
  meetingRefused: 183,
  flowEnded: 183,
  abandonedInFlow: 183,
  noRobot: 588,
  taskAbandoned: 200,
  machineAnswered: 200,
};

/** Causes that say no more than the network did: what it said counts. */
const fromNetwork: ReadonlySet<EndCause> = new Set([
  "noAnswer",
  "busy",
  "rejected",
  "unreachable",
  "numberUnknown",
  "failed",
]);

export function resultOf({ cause, answered, release = {}, announced, inCall }: Outcome): number {
  if (answered) return 200;
  const result = (fromNetwork.has(cause) ? (announced ?? codeOfRelease(release)) : undefined) ?? byCause[cause];
  return inCall && result === byCause.busy && cause === "busy" ? 584 : result;
}

/** Why a dialled party was not reached. */
export function dialCause(cause: HangupCause): EndCause {
  const causes: Partial<Record<HangupCause, EndCause>> = {
    busy: "busy",
    rejected: "rejected",
    "no-answer": "noAnswer",
    unreachable: "unreachable",
    lost: "unreachable",
    "not-found": "numberUnknown",
  };
  return causes[cause] ?? "failed";
}
