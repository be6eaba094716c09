/** The track of a call: the call-trace record of realtime.md, section 3. */
import { number, object, string, type InferType } from "yup";

/**
 * Kinds of steps. Numbers never change: records and screens of other systems keep them. 74 is 无空闲机器人 (realtime.md, section 8), 110 to
 * 125 are the steps in a flow (`flowActions`, docs/protocol.md G156).
 */
export const trackActionTypes = {
  created: 1,
  screened: 2,
  greetingStarted: 3,
  queued: 4,
  positionAnnounced: 5,
  groupAdded: 6,
  noticeAnnounced: 7,
  overflowed: 8,
  voicePlayed: 9,
  offered: 10,
  offerEnded: 11,
  dialled: 12,
  farRinging: 13,
  answered: 14,
  held: 15,
  resumed: 16,
  digits: 17,
  agentLost: 18,
  agentBack: 19,
  mediaMoved: 20,
  callerLost: 21,
  callerBack: 22,
  requeued: 23,
  hungup: 24,
  recordingStarted: 25,
  recordingStored: 26,
  ended: 27,
  consultStarted: 28,
  consultAnswered: 29,
  consultEnded: 30,
  transferred: 31,
  sentOn: 32,
  transferFailed: 33,
  forwarded: 78,
  conferenceStarted: 34,
  partyLeft: 35,
  supervised: 36,
  supervisionEnded: 37,
  recordControl: 38,
  surveyStarted: 39,
  surveyAnswered: 40,
  memberInvited: 41,
  memberJoined: 42,
  memberMuted: 43,
  dataSet: 44,
  partyRinging: 50,
  notReached: 51,
  answeredAgain: 52,
  supervisionAnswered: 53,
  queueLeft: 54,
  ringWidened: 60,
  keptFor: 61,
  keptLongEnough: 62,
  movedUp: 63,
  decision: 64,
  menuOffered: 65,
  menuChosen: 66,
  callbackRequested: 67,
  callbackRefused: 68,
  callbackDialled: 69,
  firstAnswered: 70,
  callbackEnded: 71,
  voicemailStarted: 72,
  voicemailStored: 73,
  diverted: 75,
  audioMeasured: 76,
  deviceMoved: 77,
  secureEntryStarted: 80,
  secureEntryEnded: 81,
  secureEntered: 82,
  messageOffered: 83,
  messageOfferEnded: 84,
  meetingEntered: 85,
  meetingRefused: 86,
  suspended: 87,
  suspendEnded: 88,
  flowEntered: 100,
  flowStep: 101,
  flowLeft: 102,
  flowInput: 103,
  flowGathered: 104,
  flowWritten: 105,
  robotTaken: 106,
  flowVariables: 107,
  callsRefused: 108,
  pickedUp: 130,
  answeredBy: 131,
  abandoned: 132,
  lineAnnounced: 133,
} as const;

/**
 * Of the JSON in `info`; what a step has no value for is left out. intentions and scores are robots'.
 */
const trackInfo = object({
  /** What was pressed, or how many keys where they are hidden; of step 123 the score, 0 to 100. */
  data: string(),
  /** The step in a sentence. */
  content: string(),
  /** Seconds in queues so far, ringing included. */
  lineupTotalTime: number(),
  /** 1: the call goes out. */
  isCallout: number(),
  /** Of the step that leads into a flow: its id. */
  tempId: string(),
  /** Of a step in a flow. */
  nodeId: string(),
  nodeName: string(),
  nextNodeId: string(),
  /** Of a step that gave points: how many. */
  jumpScore: number(),
  /** Of the step that ends the robot's part: its level, the rule that says so, and the level's bounds; of step 123 the level alone. */
  intentionLevel: string(),
  intentionName: string(),
  intentionMinScore: number(),
  intentionMaxScore: number(),
});
export type TrackInfo = Partial<InferType<typeof trackInfo>>;

export const trackRow = object({
  seq: number().required(),
  at: string().required(),
  /** ms since the call began. */
  offsetMs: number().required(),
  /** What happened, in words. */
  action: string().required(),
  actionType: number().integer().required(),
  caller: string().defined(),
  /** Who is called in this step: the agent while one is offered the call. */
  callee: string().defined(),
  /** JSON of a TrackInfo. */
  info: string().required(),
  /** Where the step sends the call, in words; '' : nowhere. */
  route: string().defined(),
  agentId: string().nullable().defined(),
});

/** What `info` says; nothing where it is no such JSON. */
export function readTrackInfo(info: string): TrackInfo {
  try {
    return trackInfo.validateSync(JSON.parse(info));
  } catch {
    return {};
  }
}
