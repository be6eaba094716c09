/** Rows of the event log and its projections. */
import type { CallDirection } from "@liantai/api/contract";
import type {
  CallLegEnd,
  CallLegRole,
  HangupSide,
  MeetingEnd,
  VisitFlow,
  VisitOutcome,
} from "@liantai/api/contract/admin";
import type { RobotOutcome, StayOutcome } from "@liantai/api/contract/flow-editor";
import type { At, AtNull, Flag, Json, Text, Unset, Word, WordUnset } from "./types.ts";

/** The append-only log: calls now; chats, mails and work orders are further stream kinds. */
export interface EventTable {
  compId: string;
  /** contact | agent | order */
  stream: string;
  /** Contact id, or agent id. */
  streamId: string;
  /** From 1 without gaps in a stream. */
  seq: number;
  at: At;
  type: string;
  /** Who did it: agent id, 'caller', 'engine', 'monitor:ID'. */
  actor: string;
  /** Why: key of agentReasons or endCauses, or a routing reason. */
  reason: string | null;
  data: Json<Record<string, unknown>>;
  /** Of the lease under which it was written; 0: of none. */
  epoch: Flag;
}

/** How the engine that has a call or an agent last knew it (telephony/engine/snapshots). */
export interface SnapshotTable {
  compId: string;
  /** Call id, or agent id. */
  id: string;
  epoch: number;
  state: Json<unknown>;
}

/** Who does what only one process may do. */
export interface TelephonyLeaseTable {
  /** An enterprise, or 'installation'. */
  name: string;
  /** A process; one that is not there: nobody. */
  owner: string;
  /** Grows by one with every owner. */
  epoch: number;
}

/** Processes that are there. */
export interface TelephonyProcessTable {
  /** It holds the lock of its name (Database.hold): who finds that free has found it dead, or cut off from the database. */
  held: boolean;
  /** Its lock was found free then, and it has not said since that it is there. */
  doubtedAt: AtNull;
  owner: string;
  until: At;
}

/** Projection of a contact's events (kind call). */
export interface CallRecordTable {
  compId: string;
  callId: string;
  direction: Word<CallDirection>;
  caller: string;
  callee: string;
  accessNumber: string | null;
  skillGroupId: string | null;
  agentId: string | null;
  startAt: At;
  queuedAt: AtNull;
  ringAt: AtNull;
  answerAt: AtNull;
  endAt: AtNull;
  waitMs: number;
  ringMs: number;
  talkMs: number;
  holdMs: number;
  result: number;
  cause: string | null;
  recordingKey: string | null;
  recordingMs: number | null;
  /** Of the whole file when it was closed; null: from before it was kept. */
  recordingBytes: Unset<number>;
  /** SHA-256 of its samples; null: not known. */
  recordingDigest: Unset<string>;
  /** Stretches that are silence because they were not recorded: "4000-7000,9000-9020", ms; null: none. */
  recordingMissing: Unset<string>;
  /** seq of the last event applied. */
  appliedSeq: number;
  /** A two-way callback (双呼). */
  isDual: Flag;
  firstAgentId: Unset<string>;
  firstGroupId: Unset<string>;
  /** The first group's limits when it came: of the service level, of a short abandon; null: not known, or never queued. */
  slMs: Unset<number>;
  shortMs: Unset<number>;
  transfers: Flag;
  conference: Flag;
  hungUpBy: WordUnset<HangupSide>;
  displayNumber: Unset<string>;
  /** What counted as waited besides the wait. */
  boostMs: Flag;
  /** JSON of what travelled with the call; null: nothing. */
  callData: Unset<string>;
  satisfaction: Unset<number>;
  /** Of a callback the call in which it was asked for, and of that one the callback dialled last. */
  linkedCallId: Unset<string>;
  callStyle: Unset<0 | 1>;
  callType: Unset<number>;
  /** The dialling task that it was for. */
  taskId: Unset<string>;
  /** The customer's time with at least one agent. */
  customerMs: Flag;
}

/** Projection of a contact's events: one row a party's stretch. */
export interface CallLegTable {
  compId: string;
  callId: string;
  /** From 1 within the call. */
  seq: number;
  /** Stretches of one telephone share it. */
  party: number;
  role: Word<CallLegRole>;
  agentId: string | null;
  number: string;
  skillGroupId: Unset<string>;
  /** seq of the visit it was offered out of. */
  visit: Unset<number>;
  /** Of a line to the outside; null: a seat or an extension. */
  accessNumber: Unset<string>;
  offered: number;
  startAt: At;
  ringAt: AtNull;
  answerAt: AtNull;
  endAt: AtNull;
  talkMs: number;
  holdMs: number;
  holds: number;
  consultMs: number;
  conferenceMs: number;
  supervision: WordUnset<"listen" | "whisper" | "insert">;
  result: number;
  cause: Unset<string>;
  left: WordUnset<CallLegEnd>;
  sipCode: Unset<number>;
  q850: Unset<number>;
  /** Mean opinion scores of its audio, its lost share of packets, ms. */
  mos: Unset<number>;
  worstMos: Unset<number>;
  loss: Unset<number>;
  jitterMs: Unset<number>;
  rttMs: Unset<number>;
  /** Of an agent's talk, as far as it is recorded: nobody spoke, or both sides did; null: not known. */
  silenceMs: Unset<number>;
  overlapMs: Unset<number>;
}

/** Projection of a contact's events: one row a stay in a skill group's queue. */
export interface CallVisitTable {
  compId: string;
  callId: string;
  seq: number;
  skillGroupId: string;
  /** 1: the first stay of this call in this group. */
  first: number;
  viaTransfer: number;
  enteredAt: At;
  leftAt: AtNull;
  outcome: Word<VisitOutcome>;
  flowTo: WordUnset<VisitFlow>;
  waitMs: number;
  slMs: Unset<number>;
  shortMs: number;
  offers: number;
  estimateMs: Unset<number>;
}

/** Projection of a contact's events: one row a stay at a node of a flow. */
export interface FlowStayTable {
  compId: string;
  callId: string;
  seq: number;
  flowId: string;
  versionId: string;
  nodeId: string;
  nodeName: string;
  enteredAt: At;
  leftAt: AtNull;
  exit: string;
  outcome: Word<StayOutcome>;
  stayMs: Unset<number>;
  /** How often speech cut a wording off, and of these how often nothing was understood of it. */
  bargeIns: Flag;
  falseBargeIns: Flag;
  /** The shared sub-process whose canvas the node stands on; '': the flow's own. */
  sharedId: Text;
}

/** Projection of a contact's events: one row each time a robot had it. */
export interface RobotTalkTable {
  compId: string;
  callId: string;
  seq: number;
  /** '': none was named for the flow. */
  robotId: string;
  /** As it was called then. */
  robotName: string;
  flowId: string;
  /** Name of the robot line. */
  line: string;
  /** Of the customer. */
  number: string;
  takenAt: At;
  leftAt: AtNull;
  outcome: Word<RobotOutcome>;
  turns: number;
  /** Without the time in which he was led elsewhere. */
  talkMs: Unset<number>;
}

/** Projection of a meeting's events: one row a meeting of a room, with who was in it. */
export interface MeetingTable {
  compId: string;
  meetingId: string;
  roomId: string;
  name: string;
  openedBy: string;
  startAt: At;
  endAt: AtNull;
  members: Json<readonly Attendance[]>;
}

/** One stay in a meeting; event-log/meeting-record.ts says what is what. Times are epoch ms. */
export interface Attendance {
  readonly number: string;
  readonly agentId: string | null;
  readonly name: string;
  readonly host: boolean;
  readonly rungAt: number;
  readonly from: number | null;
  readonly to: number | null;
  readonly mutedMs: number;
  readonly mutedAt: number | null;
  readonly why: MeetingEnd | null;
}

/** 双呼: a question's key and the call that it became. */
export interface DualCallTable {
  compId: string;
  /** As whoever asked made it up. */
  key: string;
  callId: string;
  /** Of what was asked: the same key with another question is refused. */
  digest: string;
  askedAt: At;
}

/** Projection of an agent's events: one row an interval. */
export interface AgentStatusTable {
  compId: string;
  agentId: string;
  seq: number;
  code: number;
  customStatusId: string | null;
  fromAt: At;
  toAt: AtNull;
  reason: string;
  callId: string | null;
}

/** What one process after the other leads with. */
export interface LeadershipTables {
  live_agent: SnapshotTable;
  live_call: SnapshotTable;
  telephony_lease: TelephonyLeaseTable;
  telephony_process: TelephonyProcessTable;
}
