/** End cause to call result code (console.md section 9). A call that anybody answered is 200 whatever ended it. */
import type { EndCause } from "@liantai/api/contract";

const unanswered: Readonly<Record<EndCause, number>> = {
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
  serverRestart: 599,
  failed: 598,
  arrears: 595,
  suspended: 587,
  overConcurrency: 593,
  blacklisted: 600,
  noRoute: 586,
  voicePlayed: 183,
  byTarget: 183,
  byMonitor: 183,
};

export const resultOf = (cause: EndCause, answered: boolean): number => (answered ? 200 : unanswered[cause]);
