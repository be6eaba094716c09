/**
 * Domain events between modules and processes: Broker topics with their payloads. A module publishes what happened; realtime/
 * turns it into messages for sockets, other modules react. Payloads are JSON.
 */
import {
  errors,
  type AgentReason,
  type AgentState,
  type EndCause,
  type OutgoingMessage,
  type ServerMessages,
} from "@liantai/api/contract";
import type { AssistMessage } from "@liantai/api/contract/assist";
import type { RobotCall, RobotSaid } from "@liantai/api/contract/flow-editor";
import type { Broker } from "../ports/broker.ts";
import type { LiveAgents } from "../ports/engine.ts";
import type { SessionEnd } from "../ports/schema.ts";
import type { Told } from "./chats/types.ts";
import type { PresenceAsked, PresenceChange } from "./presence/news.ts";

export interface Topics {
  /** A session ended: sockets of it close, its page leaves. */
  "session.ended": {
    readonly sessionId: string;
    readonly accountId: string;
    readonly compId: string;
    readonly agentId: string | null;
    readonly reason: SessionEnd;
  };
  /** An enterprise was enabled, disabled, changed, or its arrears began or ended: its row says how it is now. */
  "enterprise.changed": { readonly compId: string };
  /** Rights of operators, or what they look after, changed: what is known about their sessions is read anew. */
  "operators.changed": Record<never, never>;
  /** A seat was changed, disabled, enabled or deleted: its row says how it is now. The engine takes it up when the seat is idle. */
  "seat.changed": { readonly compId: string; readonly agentId: string };
  /** Skill groups, their members or dispatch queues changed: who answers for what is read anew where it is kept. */
  "groups.changed": { readonly compId: string };
  /** Who monitors which seat groups changed, or which lie below which. */
  "monitors.changed": { readonly compId: string };
  /** Menus, buttons or business permissions of roles, or the roles of accounts changed: what processes know about them is read anew. */
  "grants.changed":
    | { readonly roleIds: readonly string[] }
    | { readonly accountIds: readonly string[] }
    | { readonly compId: string }
    | { readonly everyone: true };
  "agent.changed": {
    readonly compId: string;
    readonly agentId: string;
    readonly state: AgentState;
    readonly reason: AgentReason;
  };
  /** A seat asks for help in this call, or goes on asking; '': no longer. */
  "assistance.changed": { readonly compId: string; readonly agentId: string; readonly callId: string };
  /** Seats of an enterprise that is followed, as they are now; v grows by one in an epoch. Numbers are whole. */
  "agents.live": { readonly compId: string } & LiveAgents;
  /** Rules of 告警通知 of an enterprise changed. */
  "alarms.changed": { readonly compId: string };
  /** Somebody sees to a message of the queue now, or nobody any more, or it is done. */
  "message.changed": { readonly compId: string; readonly id: string };
  /** The call engine (re)started: what was known of live states is no longer told. */
  "telephony.up": Record<never, never>;
  "call.recorded": {
    readonly compId: string;
    readonly callId: string;
    readonly agentId: string | null;
    readonly cause: EndCause;
  };
  /** What a flow gathered for a form stands in the log, later than the end of its call. */
  "flow.gathered": { readonly compId: string; readonly callId: string };
  /** A machine that came back has copied to the store what it had of recordings of ended calls: whoever has the calls stores them. */
  "recordings.brought": { readonly compId: string };
  /** Calls or states of an enterprise changed: figures of its day are others now. At most once in 5 s from each process. */
  "day.changed": { readonly compId: string };
  /** Intents, rules or questions of an enterprise changed: indexes of them are made anew. */
  "understanding.changed": { readonly compId: string };
  /** A flow was edited, published, trained or deleted: whoever has it open is told (updateFlow). */
  "flow.changed": { readonly compId: string } & ServerMessages["updateFlow"];
  /** What calls are led through is another now, or shall be compiled anew; []: of all flows of the enterprise. */
  "flow.published": { readonly compId: string; readonly flowIds: readonly string[] };
  /** A dialling task was added, set otherwise, started, paused, stopped or deleted, or got numbers; or seats joined or left it. */
  "task.changed": {
    readonly compId: string;
    readonly taskId: string;
    /** It was paused or stopped, and calls of it that ring are cancelled; those that talk go on. */
    readonly cancelRinging?: boolean;
  };
  /** Counters of a running task, or what its numbers do, are others now. At most once in a second from each process. */
  "task.counted": { readonly compId: string; readonly taskId: string };
  /** An attempt of a task that costs something is over. */
  "attempt.ended": { readonly compId: string; readonly callId: string };
  /** Frames for pages of visitors and agents, in the order in which they are told (modules/chats). */
  "chat.told": { readonly compId: string; readonly told: readonly Told[] };
  /** A conversation is over, and its flow, too: what that gathered is written now. */
  "chat.over": { readonly compId: string; readonly sessionId: string };
  /** The last page of somebody in a process is closed; processes that have one of his say that he is there (chats/agents/pages.ts). */
  "chat.gone": { readonly key: string };
  /** A conversation waits, ended or has another agent, or an agent came to chats or left: somebody may be free for who waits. */
  "chat.changed": { readonly compId: string };
  /** Announcements of carriers of an enterprise changed: the dialler that compares lines with them reads them anew. */
  "carrierPrompts.changed": { readonly compId: string };
  /** Numbers came onto a blacklist, or left it; compId: whose, 000000 for the installation's. Of an import once a batch. */
  "blackList.changed": { readonly compId: string };
  /** The customer of a task's call wants no calls any more. number: as it was dialled; phoneId '': the seat dialled it. */
  "call.refused": {
    readonly compId: string;
    readonly callId: string;
    readonly taskId: string;
    readonly phoneId: string;
    readonly number: string;
    readonly by: string;
  };
  /** Rules gave a robot's call a level. */
  "intention.scored": {
    readonly compId: string;
    readonly callId: string;
    readonly level: string;
    readonly score: number;
  };
  /** Outward interfaces of an enterprise, or what they still have to deliver, changed. */
  "interfaces.changed": { readonly compId: string };
  /** Route nodes of the installation changed: the switch is given them anew. */
  "trunks.changed": Record<never, never>;
  /** Who has which version of an app changed, or a version joined: every process reads it anew. */
  "versions.changed": { readonly app: string };
  /** A page opens or closes a record: who has its socket takes it up. */
  "presence.asked": PresenceAsked;
  /** What pages have open is another now, or lives still. */
  "presence.changed": PresenceChange;
  /** Of a call that is listened to: for the seat and the monitors who subscribed to it. Numbers are whole. */
  "assist.told": { readonly compId: string; readonly agentId: string; readonly message: AssistMessage };
  /**
   * Of a call that a robot has: for whoever follows them. call: as it is now; null: the robot has it no more, by: the agent who has it
   * instead. entries: what was said since. Numbers are whole.
   */
  "robot.told": {
    readonly compId: string;
    readonly callId: string;
    readonly call: RobotCall | null;
    readonly entries: readonly RobotSaid[];
    readonly by: string | null;
  };
  /** A client's page relays it to the pages of an account. */
  "assist.relayed": {
    readonly compId: string;
    readonly agentId: string;
    readonly to: string;
    readonly message: AssistMessage;
  };
  /**
   * Asks realtime/ for a message to sockets: of an account, several, a role, a seat group, an agent, an enterprise, its administrators,
   * the operators, or all.
   */
  "message.send": {
    readonly to: MessageTarget;
    readonly message: OutgoingMessage;
  };
}

export type MessageTarget =
  /** `socketId`: the one socket that asked, while it is there. */
  | { readonly accountId: string; readonly socketId?: string | undefined }
  | { readonly accountIds: readonly string[] }
  /** Whoever's seat is in this group itself, not in one below it. */
  | { readonly compId: string; readonly groupId: string }
  | { readonly roleId: string }
  | { readonly compId: string; readonly agentId: string }
  /** Administrators and monitors. */
  | { readonly compId: string; readonly supervisors: true }
  | { readonly compId: string }
  | { readonly compId: string; readonly administrators: true }
  | { readonly operators: true }
  | { readonly everyone: true };
export type Topic = keyof Topics;

export const publish = <K extends Topic>(
  broker: Pick<Broker, "publish">,
  topic: K,
  payload: Topics[K],
): Promise<void> => broker.publish(topic, payload);
export const subscribe = <K extends Topic>(
  broker: Pick<Broker, "subscribe">,
  topic: K,
  handler: (payload: Topics[K]) => void,
): Promise<() => Promise<void>> => broker.subscribe(topic, (message) => handler(message as Topics[K]));

/** What a page is told when its session ends. */
export const leaveTexts: Readonly<Record<SessionEnd, string>> = {
  elsewhere: errors.elsewhere.text,
  ended: errors.ended.text,
  expired: errors.noSession.text,
  password: "密码已修改，请重新登录",
  logout: "您已退出登录",
  disabled: errors.accountDisabled.text,
  pushedOut: errors.pushedOut.text,
  enterprise: errors.enterpriseStopped.text,
};
