/** How the parts of telephony in different processes meet: the engine serves requests, gateways hold the browsers' sockets. */
import type { CtiEventName } from "@liantai/api/contract";
import { BrokerError } from "../../ports/broker.ts";
import type { AssistOrder, CommandReply, DualCall, MeetingOrder } from "../../ports/engine.ts";
import type { SuperviseMode } from "./call/party.ts";
import type { TargetRef } from "../numbers/index.ts";

/** Where the engine of an enterprise is asked: of all, or of that one where each is in the process that has its lease. */
export const engineTopic = "telephony.engine";
export const engineTopicOf = (parted: boolean, compId: string): string =>
  parted ? `${engineTopic}.${compId}` : engineTopic;
/** Call-ID of a call that the network refused; answered with the Q.850 cause that it gave, or null. */
export const refusalTopic = "telephony.refusal";
/** AgentNotice, to every gateway. */
export const agentTopic = "telephony.agent";
/** EngineUp: the engine (re)started: gateways attach their sockets to it again. */
export const engineUpTopic = "telephony.up";

/** What an engine whose lease is in doubt answers; nothing was done. */
export const notActing = "the call engine does not act at the moment";

/** There is no engine, or it does not act: to be tried again, and no fault. */
export const isAway = (error: unknown): boolean =>
  error instanceof BrokerError && (error.code !== "failed" || error.message.includes(notActing));

/** v grows by one for every notice of an agent; a snapshot says which it includes. */
export interface AgentNotice {
  readonly compId: string;
  readonly agentId: string;
  readonly v: number;
  readonly name: CtiEventName;
  readonly fields: Readonly<Record<string, string>>;
}

export interface AttachRequest {
  readonly verb: "attach";
  readonly connection: string;
  readonly gateway: string;
  readonly compId: string;
  readonly agentId: string;
  readonly sessionId: string;
  readonly extension: string;
  readonly instance: string;
  readonly takeMedia: boolean;
  /** The agent may not see customers' numbers. */
  readonly hideNumbers: boolean;
  /** What the page's device check found at this connection (T7): an engine that begins without its agents' snapshots is told by it. */
  readonly why?: string;
}

/** The agent's call goes on to the survey. */
export interface SurveyRequest {
  readonly verb: "survey";
  readonly compId: string;
  readonly agentId: string;
  readonly callId: string;
}

export interface DualRequest extends DualCall {
  readonly verb: "dualCall";
}

/** Of the administration of seats (engine/seat-verbs.ts). */
export type SeatRequest =
  /** Offered a call, dialling or talking. */
  | { readonly verb: "inCall"; readonly compId: string; readonly agentId: string }
  /** Going out of service: whether a call must end first. No further one is offered. */
  | { readonly verb: "retire"; readonly compId: string; readonly agentId: string }
  /** Who is registered of an enterprise. */
  | { readonly verb: "registrations"; readonly compId: string }
  /** A credential was renewed or removed: its devices are dropped. */
  | { readonly verb: "dropDevice"; readonly compId: string; readonly user: string }
  /** by: account id of who did it, when it was not the agent. */
  | {
      readonly verb: "bindStatus";
      readonly compId: string;
      readonly agentId: string;
      readonly customStatus: string;
      readonly by?: string;
    };

/** Of the monitors of queues (engine/queue-verbs.ts). by: actor of the log; name: of the supervisor. */
export type QueueRequest =
  | { readonly verb: "queues"; readonly compId: string }
  | {
      readonly verb: "sendOn";
      readonly compId: string;
      readonly callId: string;
      /** number: an extension, or one outside, as id. */
      readonly to: TargetRef | { readonly kind: "number"; readonly id: string };
      readonly by: string;
      readonly name: string;
    }
  /** own: the seat that takes the call, or joins the call of agentId. */
  | { readonly verb: "pickUp"; readonly compId: string; readonly own: string; readonly callId: string }
  /** An emergency switch was pressed. */
  | {
      readonly verb: "emergency";
      readonly compId: string;
      readonly subject: "number" | "skillGroup";
      readonly id: string;
      readonly by: string;
      readonly name: string;
    }
  /** id: of the callback. */
  | {
      readonly verb: "cancelCallback";
      readonly compId: string;
      readonly id: string;
      readonly by: string;
      readonly name: string;
    }
  /** sentBy: the name of who has the seat do it. */
  | {
      readonly verb: "callNow";
      readonly compId: string;
      readonly own: string;
      readonly id: string;
      readonly sentBy?: string;
    }
  /** number: of the caller whom nobody answered in the call `of`. */
  | {
      readonly verb: "callBack";
      readonly compId: string;
      readonly own: string;
      readonly number: string;
      readonly of: { readonly callId: string; readonly skillGroupId: string };
      readonly sentBy?: string;
    }
  | {
      readonly verb: "join";
      readonly compId: string;
      readonly own: string;
      readonly agentId: string;
      readonly mode: SuperviseMode;
    };

/** Of rooms' meetings (engine/meetings.ts). */
export type MeetingRequest =
  | { readonly verb: "meetings"; readonly compId: string }
  | { readonly verb: "meeting"; readonly compId: string; readonly roomId: string; readonly order: MeetingOrder };

/** Of a talk that is listened to (engine/talk-taps.ts). */
export interface AssistRequest {
  readonly verb: "assist";
  readonly compId: string;
  readonly agentId: string;
  readonly callId: string;
  readonly order: AssistOrder;
}

/** Of calls that robots have (engine/robots-now.ts). */
export interface RobotsRequest {
  readonly verb: "robots";
  readonly compId: string;
}

export type EngineRequest =
  | RobotsRequest
  | AssistRequest
  | MeetingRequest
  | SeatRequest
  | SurveyRequest
  | QueueRequest
  | DualRequest
  | AttachRequest
  /** Sockets of one gateway and enterprise that another engine knew; answered in their order. */
  | { readonly verb: "reattach"; readonly links: readonly AttachRequest[] }
  | { readonly verb: "detach"; readonly compId: string; readonly agentId: string; readonly connection: string }
  | {
      readonly verb: "command";
      readonly compId: string;
      readonly agentId: string;
      readonly connection: string;
      readonly name: string;
      readonly fields: Readonly<Record<string, string>>;
    }
  /** An administrator does this to an agent. by, title: as Supervisor. */
  | {
      readonly verb: "administer";
      readonly compId: string;
      readonly by: string;
      readonly title: string;
      readonly sessionId: string;
      readonly hideNumbers: boolean;
      readonly name: string;
      readonly fields: Readonly<Record<string, string>>;
    }
  /** What the page of an administrator needs to know that signs in. */
  | { readonly verb: "hearing"; readonly compId: string; readonly sessionId: string }
  /** Who is in a call: CallPlace, or null. */
  | { readonly verb: "whereIs"; readonly compId: string; readonly callId: string }
  /** Somebody follows the agents of an enterprise, for a while. whole: all of them are wanted. */
  | { readonly verb: "live"; readonly compId: string; readonly whole: boolean }
  /** A gateway with sockets of the enterprise is alive; one that stays silent is taken to be dead with all its sockets. */
  | { readonly verb: "alive"; readonly compId: string; readonly gateway: string }
  /** A call is about to come in for it. */
  | { readonly verb: "awaits"; readonly compId: string }
  /** A waiting caller passes the one before it. by: actor of the log; name: who did it. */
  | {
      readonly verb: "moveUp";
      readonly compId: string;
      readonly callId: string;
      readonly by: string;
      readonly name: string;
    }
  /** Whether some agent of one of the groups is signed in. */
  | { readonly verb: "serves"; readonly compId: string; readonly groupIds: readonly string[] };

/** The agent who talks in a call, or at whom it rings; else the skill groups in which it waits. */
export interface CallPlace {
  readonly agentId?: string;
  /** Every agent in it: who talks, was asked, confers or is rung; supervisors are not. */
  readonly agentIds: readonly string[];
  readonly groupIds: readonly string[];
  /** A robot has it. */
  readonly robot?: true;
}

export interface AttachReply extends CommandReply {
  readonly v: number;
  readonly events: readonly Pick<AgentNotice, "name" | "fields">[];
}

/** compId: of the one that began; absent: of all. */
export interface EngineUp {
  readonly compId?: string;
}
