/** The call engine as other modules ask it, in whatever process it runs. */
import type { CallData } from "@liantai/api/contract";
import type { LiveAgent, LiveMode, MeetingRecordAction, TargetKind } from "@liantai/api/contract/admin";
import type { RobotCall, RobotSaid } from "@liantai/api/contract/flow-editor";
import type { Registration } from "./switch.ts";

export interface CommandReply {
  /** 1, or a key of ctiErrors. */
  readonly code: number;
  /** Instead of the code's own text. */
  readonly msg?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

/** Agents of an enterprise as `agents.live` goes on telling of them: what it told up to v is in it. */
export interface LiveAgents {
  readonly epoch: string;
  readonly v: number;
  readonly agents: readonly LiveAgent[];
}

/** Seats of a skill group that are signed in, by what they do. */
export interface GroupNow {
  readonly id: string;
  readonly signedIn: number;
  readonly idle: number;
  readonly ringing: number;
  readonly talking: number;
  readonly wrapUp: number;
  readonly busy: number;
  /** How long who comes now will wait, and by how many percent that was wrong lately; null: not known. */
  readonly waitMs: number | null;
  readonly error: number | null;
}

/** Times are epoch ms. */
export interface WaitingCall {
  /** Of a callback the call in which it was asked for. */
  readonly callId: string;
  /** Who is not on the line: called back when it is his turn. nextAt: not before; null: at his turn. */
  readonly callback: { readonly id: string; readonly tries: number; readonly nextAt: number | null } | null;
  /** As the caller has it: whole. */
  readonly number: string;
  readonly accessNumber: string | null;
  /** Skill groups it waits in. */
  readonly groupIds: readonly string[];
  /** Of the dispatch queue it came through. */
  readonly queueName: string | null;
  readonly arrivedAt: number;
  readonly queuedAt: number;
  /** Callers before it where it is nearest. */
  readonly ahead: number;
  /** How long it will go on waiting; null: not known. */
  readonly waitMs: number | null;
  /** Priority that counts as waited, and how much of it supervisors gave it. */
  readonly boostMs: number;
  readonly movedMs: number;
  /** Seats that were rung for it, and the one that rings now. */
  readonly offered: readonly string[];
  readonly ringing: string | null;
}

export interface QueuesNow {
  readonly at: number;
  /** Those in which somebody is signed in. */
  readonly groups: readonly GroupNow[];
  readonly waiting: readonly WaitingCall[];
}

/** '' where nothing is asked for. */
export interface DualCall {
  readonly compId: string;
  readonly callId: string;
  /** Called first; of no account where a seat is named. */
  readonly caller: string;
  readonly callee: string;
  /** Access numbers of the enterprise that the two see. */
  readonly callerDisplay: string;
  readonly calleeDisplay: string;
  readonly agentId: string;
  /** What travels with the call. */
  readonly callData?: CallData;
}

/** Numbers are whole. */
export interface RobotsNow {
  readonly at: number;
  readonly calls: readonly (RobotCall & { readonly dialogue: readonly RobotSaid[] })[];
}

/** A room as its meeting needs it. */
export interface RoomInfo {
  readonly roomId: string;
  readonly name: string;
  /** What is dialled to come in. */
  readonly code: string;
  readonly max: number;
  /** Members are heard only when a host lets them; hosts always. */
  readonly enterMuted: boolean;
  /** Whoever is there hears that somebody comes or goes. */
  readonly tone: boolean;
  /** Music until a host is there. */
  readonly waitForHost: boolean;
  readonly record: boolean;
  /** '': none. Asked of who dials in and is neither known nor a host. */
  readonly hostPin: string;
  readonly memberPin: string;
}

/** A seat, or a number: an extension's or one outside. */
export interface Invitee {
  readonly agentId?: string;
  readonly number?: string;
  readonly name?: string;
  readonly host?: boolean;
}

/** by: who does it, as the log names him. own: the seat of who opens it. member: as LiveMember names it. */
export type MeetingOrder = { readonly by: string } & (
  | { readonly do: "init"; readonly room: RoomInfo; readonly own?: string; readonly members: readonly Invitee[] }
  | { readonly do: "invite"; readonly to: Invitee }
  | { readonly do: "mute"; readonly member: string; readonly muted: boolean }
  | { readonly do: "muteAll"; readonly muted: boolean }
  | { readonly do: "remove"; readonly member: string }
  | { readonly do: "record"; readonly action: MeetingRecordAction }
  | { readonly do: "end" }
);

/** '' where there is none. number: whole. since: when he came in. */
export interface LiveMember {
  readonly id: string;
  readonly number: string;
  readonly agentId: string;
  readonly name: string;
  readonly host: boolean;
  readonly muted: boolean;
  readonly state: "ringing" | "in" | "lost";
  readonly since: number | null;
}

export interface LiveMeeting {
  readonly roomId: string;
  readonly meetingId: string;
  readonly startedAt: number;
  /** auto: by the room's setting, and nobody stops it. */
  readonly recording: { readonly state: "on" | "paused" | "off"; readonly auto: boolean };
  readonly members: readonly LiveMember[];
}

/**
 * What is done with an agent's own call. own: nothing; is it his? listen: both voices are listened to from now on. audio: a second of
 * one side, base64 of 16-bit samples of 8,000 Hz, of a telephone whose sound the switch does not carry.
 */
export type AssistOrder =
  | { readonly do: "own" | "listen" | "stop" | "listening" }
  | { readonly do: "audio"; readonly side: "customer" | "agent"; readonly audio: string };

export interface EngineClient {
  /** -404: it is not his call; -403: the switch hears it itself. msg: why else not. "listening" answers with listening: '1' or '0'. */
  assist(compId: string, agentId: string, callId: string, order: AssistOrder): Promise<CommandReply>;
  /** Calls that robots have now. */
  robots(compId: string): Promise<RobotsNow>;
  /** Meetings that are held now. */
  meetings(compId: string): Promise<readonly LiveMeeting[]>;
  /** init answers with meetingId, and missed: a JSON list of whom it could not ring and why. */
  meeting(compId: string, roomId: string, order: MeetingOrder): Promise<CommandReply>;
  /** What waits in an enterprise now, and who is there. */
  queues(compId: string): Promise<QueuesNow>;
  /** A waiting caller is sent elsewhere. by: actor of the log; name: of who did it. */
  sendOn(
    compId: string,
    callId: string,
    to: { readonly kind: TargetKind | "number"; readonly id: string },
    by: string,
    name: string,
  ): Promise<CommandReply>;
  /** A waiting call, or one that rings, is brought to a seat. */
  pickUp(compId: string, own: string, callId: string): Promise<CommandReply>;
  /** Those who wait at a number or in a skill group go where its emergency switch leads, or where they went before. */
  emergency(compId: string, subject: "number" | "skillGroup", id: string, by: string, name: string): Promise<void>;
  /** Nobody is called back. by, name: as of sendOn. */
  cancelCallback(compId: string, id: string, by: string, name: string): Promise<CommandReply>;
  /** The customer is called back now, from this seat. sentBy: the name of who has it done, who is not at the seat; it must be ready. */
  callNow(compId: string, own: string, id: string, sentBy?: string): Promise<CommandReply>;
  /** A caller whom nobody answered is called, from this seat. of: the call in which he came; sentBy: as of callNow. */
  callBack(
    compId: string,
    own: string,
    number: string,
    of: { readonly callId: string; readonly skillGroupId: string },
    sentBy?: string,
  ): Promise<CommandReply>;
  /** A seat listens to the call of another one, whispers, or joins it: everybody hears everybody. */
  join(compId: string, own: string, agentId: string, mode: LiveMode): Promise<CommandReply>;
  /** Some agent of one of the skill groups is signed in. */
  serves(compId: string, groupIds: readonly string[]): Promise<boolean>;
  /**
   * A waiting caller passes the one before it. by: who, as actor of the log ('monitor:ID'); name: for people. False: it does not
   * wait, or nobody can be passed.
   */
  moveUp(compId: string, callId: string, by: string, name: string): Promise<boolean>;
  /** The agent is offered a call, dials or talks. */
  inCall(compId: string, agentId: string): Promise<boolean>;
  /** The seat goes out of service: true when its call must end first; no further one is offered to it. */
  retire(compId: string, agentId: string): Promise<boolean>;
  registrations(compId: string): Promise<readonly Registration[]>;
  /** Drops the devices of an extension whose credential was renewed or removed. */
  dropDevice(compId: string, extension: string): Promise<void>;
  /** For half a minute every change of the enterprise's agents is told; whole: with all that were signed in since the engine started. */
  live(compId: string, whole: boolean): Promise<LiveAgents>;
  /** The customer of the agent's call is asked for a mark; the agent leaves it. */
  startSurvey(compId: string, agentId: string, callId: string): Promise<CommandReply>;
  /** Calls the first number, then the second. Asked again with the same call id it begins nothing. */
  dualCall(asked: DualCall): Promise<CommandReply>;
  /** Puts a signed-in agent into a custom status, '' out of it. by: account id of somebody else who does it. */
  bindStatus(compId: string, agentId: string, customStatus: string, by: string | undefined): Promise<CommandReply>;
}
