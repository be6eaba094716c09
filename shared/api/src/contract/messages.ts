/**
 * Every message of the real-time socket GET /ws/api/v1/socket (realtime.md section 7). JSON text frames.
 *
 * Server to client: `{seq, type, ...payload}`. `seq` grows by one for every message of a *stream* (one stream a signed-in
 * session and browser tab); socket-uuid, resumed, refetch and pong carry none. The client keeps the last seq it handled and
 * connects again with `resume=STREAM&last=SEQ`; the server then either sends socket-uuid, `resumed` and every later message,
 * or `refetch` and a socket-uuid that names a new stream (seq from 1) when its bounded buffer no longer reaches back
 * (docs/protocol.md, section Messages).
 */
import type { AssistMessages } from "./assist/dialogue.ts";
import type { TaskCounted } from "./dialling/monitor.ts";
import type { FormType } from "./forms/definition.ts";
import type { AgentPull } from "./monitor/live.ts";
import type { RobotMessages } from "./robots/live.ts";
import type { EndCause } from "./states.ts";

export const socketPath = "/ws/api/v1/socket";
/** realtime.md section 9, ms. */
export const socketTimings = { ping: 20_000, retry: 5_000 } as const;
/** Of the variant that connects again by itself, for sound: what is said meanwhile would be lost. ms. */
export const reconnectingTimings = { retry: 1_000, connect: 2_000 } as const;
/** How many messages a stream keeps for a resume, and for how long after its socket closed, ms. */
export const resumeBuffer = { messages: 500, keepMs: 120_000 } as const;

/** Close codes of this socket (RFC 6455 section 7.4.2). After sessionEnded and replaced the page does not connect again by itself. */
export const socketCloses = { sessionEnded: 4001, replaced: 4002 } as const;

/** cover: a tab that is open gets these parameters in place of its own, and its screen asks again (console.md section 2). */
export interface NotificationTarget {
  readonly name: string;
  readonly params?: unknown;
  readonly title?: string;
  readonly cover?: boolean;
}

/** A reminder the user is shown bottom-right for 30 s (console.md section 9). */
export interface NotificationPayload {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly level: "info" | "success" | "warning" | "error";
  /** Opens as a tab when clicked: a route name of tabs.ts and its parameters. */
  readonly target?: NotificationTarget;
  readonly sound?: boolean;
  readonly durationMs?: number;
  /** Whether the bell counts it. Default: a warning, an error, or what can be opened. False: it answers what was just pressed. */
  readonly attention?: boolean;
  /** Buttons under it; a press on the notification itself does the first. They are told on the bus as `notification.action`. */
  readonly actions?: readonly NotificationAction[];
}

/**
 * open: the target's tab; dial: by a sealed reference; ack: it was seen to; listen, whisper, insert: on the seat that it is about;
 * retry: what was lost.
 */
export interface NotificationAction {
  readonly label: string;
  readonly do: "open" | "dial" | "ack" | "listen" | "whisper" | "insert" | "retry";
  readonly ref?: string;
}

/** Messages without a seq. */
export type ControlMessage =
  | {
      readonly type: "socket-uuid";
      readonly data: { readonly time: number; readonly socketId: string; readonly stream: string };
    }
  | { readonly type: "pong" }
  | { readonly type: "resumed"; readonly from: number }
  /** States of the seats that this page follows (M10): how they are, no message that could be missed. */
  | ({ readonly type: "AGENT_PULL" } & AgentPull)
  /** The buffer does not reach back: fetch lists again and tell the user. */
  | { readonly type: "refetch" };

/** Records of a form that a reminder is about: one, or ('') the form's list. */
export interface RecordsAsked {
  readonly formType: FormType;
  readonly formId: string;
  readonly id: string;
}

/** What a reminder says (realtime.md sections 3 and 7). Times are yyyy-MM-dd HH:mm:ss. */
export interface ReminderMessages {
  /** A work order: 100 timed out, 101 before it does, 102 its status, 103 nobody was online for it. refreshPage 1: open lists ask again. */
  TICKETREMIND: {
    readonly caseCode: string;
    readonly caseId: string;
    readonly event: number;
    readonly text: string;
    readonly refreshPage: 0 | 1;
    readonly content: string;
  };
  /** subNumber: a sealed reference to dial by; floatDuration: s, 0 until it is closed. */
  SUBSCRIBESREMIND: {
    readonly content: {
      readonly des: string;
      readonly remarks: string;
      readonly subNumber: string;
      readonly id: string;
      readonly floatDuration: number;
      readonly subTime: string;
    };
  };
  /** A plan, or what happened with records (docs/protocol.md, U10). */
  PLANSREMIND: {
    readonly content: {
      readonly des: string;
      readonly remarks: string;
      readonly subTime: string;
      readonly records?: RecordsAsked;
    };
  };
  NOTICEPUBLIC: { readonly content: { readonly des: string; readonly remarks: string; readonly subTime: string } };
  /** A follow-up (id: its own) or a promised call of a preview task (id: the task's) is due, or feedback was answered. */
  FEEDBACKPROCESSING: { readonly content: { readonly title: string; readonly des: string; readonly id: string } };
}
export type ReminderType = keyof ReminderMessages;
/** As it is kept until it is due. */
export type ReminderMessage = { [K in ReminderType]: { readonly type: K } & ReminderMessages[K] }[ReminderType];
/** reminder: its key, by which pages agree who shows it (docs/protocol.md, U2). */
type Told<K extends ReminderType> = ReminderMessages[K] & { readonly reminder: string };

/** Who else types into a record that the page has open (docs/protocol.md, F89). own: oneself, on another page. since: epoch ms. */
export interface Presence {
  readonly recordId: string;
  readonly others: readonly {
    readonly name: string;
    readonly agentId: string;
    readonly own: boolean;
    readonly since: number;
  }[];
}

/**
 * Of an audition (realtime.md section 4): 1 it begins; 2 play; 3 speak, or type where isText; 4 stop that; 5 and 6 keys: collected, of a
 * menu; 8 an area code; 9 and 10 no keys any more; 11 stop what is played; 12 it is over; 13 a node, 14 a rule of the track. There is no 7.
 */
export const auditionTypes = [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14] as const;
export type AuditionType = (typeof auditionTypes)[number];
/** What has no meaning for a type is empty. */
export interface AuditionContent {
  readonly msgId: string;
  readonly eventId: string;
  readonly flowId: string;
  readonly responseEntity: {
    /** What is said, or the step of the track in words. */
    readonly text?: string;
    readonly nodeId?: string;
    readonly nodeName?: string;
    readonly nextNodeId?: string;
    readonly action?: string;
    /** Of 12: how it ended. Of 14: the exit that was taken. */
    readonly result?: string;
  };
  readonly speechParams: { readonly isText?: boolean; readonly endSilenceMs?: number; readonly maxMs?: number };
  readonly terminators: string;
  readonly areaCodes: readonly string[];
}
type AuditionMessages = { readonly [K in AuditionType]: AuditionContent };
/** What happened to a flow. 0: its draft was edited. */
export const flowStatuses = { edited: 0, published: 1, training: 2, trained: 3, notTrained: 4, deleted: 5 } as const;
export type FlowStatus = (typeof flowStatuses)[keyof typeof flowStatuses];

/** Payloads by type. Types of later issues join here, nowhere else. */
export interface ServerMessages extends AuditionMessages {
  TICKETREMIND: Told<"TICKETREMIND">;
  SUBSCRIBESREMIND: Told<"SUBSCRIBESREMIND">;
  PLANSREMIND: Told<"PLANSREMIND">;
  NOTICEPUBLIC: Told<"NOTICEPUBLIC">;
  FEEDBACKPROCESSING: Told<"FEEDBACKPROCESSING">;
  /** A reminder is over: it was seen to elsewhere, or what it is about is gone. withdrawn 1: an announcement was taken back. */
  reminderOver: { readonly reminder: string; readonly withdrawn: 0 | 1 };
  /** Signed in elsewhere or ended by the server: leave now. */
  loginOut: { readonly msg: string };
  msgNotify: NotificationPayload;
  /** A monitor or the engine forced the seat ready or busy (realtime.md section 4). */
  seatForceReady: { readonly agentId: string; readonly by?: string };
  seatBusy: { readonly agentId: string; readonly by?: string };
  /** The id of the agent's present call, for screens that look it up. */
  sendCallId: { readonly callId: string; readonly agentId: string };
  /** The call of a two-way callback that the receiver asked for (realtime.md section 4). */
  callBackCallId: { readonly callId: string };
  /**
   * An export of the user's goes on or has ended (文件下载). code 1: it is there; 2: it goes on; 0: desc says why not. fileName: what it is
   * called in the list; convertFileName: the file that was made, '' until it is. `screen`: route name of the list it stands in.
   */
  fileDown: {
    readonly id: string;
    readonly code: 0 | 1 | 2;
    readonly fileName: string;
    readonly convertFileName: string;
    readonly state: "running" | "done" | "failed";
    readonly progress: number;
    readonly rows: number;
    readonly screen: string;
    readonly desc: string;
  };
  /**
   * An import that went on after its request (realtime.md section 8): code 1, or desc says why not. 2: it goes on, the figures say how far.
   * ftype: importKinds, taskIdentity: the job. Of numbers of a task (B7): its type and name, told at the end of each, with desc only where
   * code is not 1; there and of lists of numbers failing is without repetition and blackList, so the four are the count.
   */
  fileImportExcel: {
    readonly code: 0 | 1 | 2;
    readonly desc?: string;
    readonly ftype: string;
    readonly taskIdentity: string;
    readonly succeed: number;
    readonly failing: number;
    readonly repetition: number;
    readonly blackList: number;
    readonly count: number;
  };
  /** A dialling task that the seat takes part in is done: every number of it has its result. */
  taskFinished: { readonly taskId: string; readonly taskIdentity: string; readonly ftype: number };
  /** A contact ended and its record can be read. */
  callRecorded: { readonly callId: string; readonly agentId?: string; readonly cause: EndCause };
  /** A seat of the monitor's groups asks for help, was answered, or asks no longer; id: of the request; text: what about. */
  assistanceChanged: {
    readonly id: string;
    readonly agentId: string;
    readonly state: "asked" | "answered" | "over";
    readonly text: string;
  };
  /** A monitor answers the own seat: 监听, 密语, 强插, 处理, or 回复 with a line. */
  assistanceAnswered: { readonly by: string; readonly way: string; readonly line: string };
  /** Figures of the enterprise's day are others now (docs/protocol.md, M9); to administrators and monitors. */
  dayChanged: Record<never, never>;
  /** Others begin or end to type into a record that this page has open. */
  presence: Presence;
  /**
   * A flow was edited, published or trained (realtime.md section 3, "Audition"). status: flowStatuses; versionId: of the version that runs
   * now, '': none; by: who did it; text: why the training failed.
   */
  updateFlow: {
    readonly flowId: string;
    readonly versionId: string;
    readonly revision: number;
    readonly status: FlowStatus;
    readonly by: string;
    readonly text: string;
  };
  /** The served import map changed: the page looks for a swap. */
  appSwapped: { readonly modules: readonly string[] };
  /** Menus or buttons of the user's role changed. */
  menuChanged: Record<never, never>;
  /** Of a talk that is listened to: docs/protocol.md, section Seat assist. */
  ASR_START: AssistMessages["ASR_START"];
  CUSTOMER: AssistMessages["CUSTOMER"];
  CHAT: AssistMessages["CHAT"];
  WARN: AssistMessages["WARN"];
  PROCESS: AssistMessages["PROCESS"];
  customerInfo: AssistMessages["customerInfo"];
  /** Of a call that a robot has: docs/protocol.md, Y22. */
  robotCall: RobotMessages["robotCall"];
  /** Counters of a dialling task that the page watches. at: epoch ms at which they were read (docs/protocol.md, D46). */
  taskCounted: { readonly at: number; readonly task: TaskCounted };
}
export type ServerMessageType = keyof ServerMessages;
/** A message before a stream numbers it. */
export type OutgoingMessage = {
  [K in ServerMessageType]: { readonly type: K } & ServerMessages[K];
}[ServerMessageType];
export type ServerMessage = {
  [K in ServerMessageType]: { readonly seq: number; readonly type: K } & ServerMessages[K];
}[ServerMessageType];
export type SocketMessage = ServerMessage | ControlMessage;

/** Client to server. */
export type ClientMessage = { readonly type: "ping" } | { readonly type: "ack"; readonly seq: number };

export function parseClientMessage(text: string): ClientMessage | undefined {
  if (text === "ping") return { type: "ping" };
  try {
    const value = JSON.parse(text) as { type?: unknown; seq?: unknown };
    if (value?.type === "ping") return { type: "ping" };
    if (value?.type === "ack" && Number.isSafeInteger(value.seq)) return { type: "ack", seq: value.seq as number };
  } catch {
    return undefined;
  }
  return undefined;
}
