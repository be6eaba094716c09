/**
 * Every event of the bus with its payload: the one map that types it. The workstation publishes call, notification and
 * session events; the other apps subscribe. Events state facts; an event whose name is an imperative asks the workstation.
 */
import type {
  AuditionContent,
  AuditionType,
  CallData,
  FlowStatus,
  NotificationAction,
  NotificationPayload,
  NotificationTarget,
  Presence,
  ServerMessages,
} from "@liantai/api/contract";
import type { AssistMessage } from "@liantai/api/contract/assist";
import type { AgentPull, FollowedSeats } from "@liantai/api/contract/admin";
import type { RobotMessages } from "@liantai/api/contract/flow-editor";
import type { ChatAgentState, ChatClientFrame, ChatServerFrame } from "@liantai/api/contract/im";

export interface BusEvents {
  // session
  "session.signedIn": {
    readonly userId: string;
    readonly roleType: number;
    readonly agentId: string | null;
    readonly compId: string | null;
  };
  "session.signedOut": { readonly reason: "logout" | "expired" | "elsewhere" | "ended" };
  // agent
  "agent.state": {
    readonly code: number;
    readonly text: string;
    readonly since: number;
    readonly reason: string;
    readonly endsAt?: number;
  };
  /** The call panel's own codes: 1 busy, 2 ready, 3 in a call, 4 after it, 0 away. */
  "call.info": { readonly state: 0 | 1 | 2 | 3 | 4; readonly stateName: string; readonly disabled: boolean };
  // call: `number` is masked where the agent may not see it
  "call.ringing": BusCall;
  "call.dialling": BusCall;
  "call.answered": BusCall;
  "call.held": BusCall;
  "call.resumed": BusCall;
  "call.ended": { readonly callId: string; readonly cause: string };
  /** The record of an ended call can be read. */
  "call.recorded": { readonly callId: string; readonly cause: string };
  /** Who asks the monitors for help is another now, or was answered; for monitors, and for the seat that asks. */
  "assistance.changed": Record<never, never>;
  /** Figures of the enterprise's day are others now; for administrators and monitors. */
  "day.changed": Record<never, never>;
  /** An export of the user's is done, or has failed. */
  "export.ended": { readonly id: string; readonly state: "done" | "failed" };
  "export.progress": { readonly id: string; readonly progress: number; readonly rows: number };
  /** An import of the user's that went on after its request is done (figures: of its rows), or has failed. */
  "import.ended": { readonly kind: string; readonly figures?: ImportFigures };
  "import.progress": { readonly kind: string; readonly text: string };
  /** A dialog of these imports came up and shows what becomes of them (on), or went. */
  "import.watched": { readonly kinds: readonly string[]; readonly on: boolean };
  /** Asks the workstation to dial; it answers with call.dialling or a notification. */
  "call.dial": ({ readonly number: string } | { readonly ref: string }) & {
    readonly callType?: number;
    /** The dialling task that it is for. */
    readonly taskId?: string;
  };
  // seats of the enterprise, live
  /** Asks the workstation to follow seats for a screen, null: no longer. It answers with agents.pull, the whole first. */
  "agents.follow": { readonly screen: string; readonly agents: FollowedSeats | null };
  "agents.pull": AgentPull;
  /** Asks the workstation to hear what is said in a seat's talks, null: no longer. It answers with assist.said. */
  "assist.follow": { readonly agentId: string | null };
  /** Something was said, noticed or recommended in a talk: of the own seat, or of one that is followed. */
  "assist.said": AssistMessage;
  /** Asks the workstation to hear of calls that robots have, or no longer. It answers with robot.said. */
  "robot.follow": { readonly on: boolean };
  /** Of a call that a robot has, or had until now. */
  "robot.said": RobotMessages["robotCall"];
  /** Asks the workstation to hear of a dialling task for a screen, null: no longer. It answers with task.counted. */
  "task.follow": { readonly screen: string; readonly taskId: string | null };
  "task.counted": ServerMessages["taskCounted"];
  /**
   * Asks the workstation to do this to a seat, or to a call; it says what came of it by a notification. extension: where an
   * administrator hears it, instead of in the page. asking: names a form that waits; it is answered with seat.supervised, and says itself
   * why it was refused.
   */
  "seat.supervise": {
    readonly agentId?: string;
    readonly callId?: string;
    readonly extension?: string;
    readonly asking?: string;
    /** Of setTransferNumber: when calls are forwarded, and where to; without a number, to the one that is set. */
    readonly mode?: string;
    readonly number?: string;
    /** Of switch: the seat that the call goes to instead. */
    readonly target?: string;
    /** Of assistRecord: what becomes of the recording; text: of a mark, 50 characters at most. */
    readonly action?: "start" | "stop" | "mark";
    readonly text?: string;
    readonly command:
      | "listen"
      | "whisper"
      | "insert"
      | "switch"
      | "pickup"
      | "forceReady"
      | "forceBusy"
      | "forceHangup"
      | "forceExit"
      | "assistRecord"
      | "setTransferNumber"
      | "cancelTransferNumber";
  };
  /** It was done; refusal: it was not, and why. */
  "seat.supervised": { readonly asking: string; readonly refusal?: string };
  /** Asks the workstation to start or stop a dialling task (R6); it says what came of it, and task.ordered when it is done. */
  "task.order": {
    readonly command: "taskStart" | "taskStop";
    readonly taskId: string;
    readonly taskIdentity: string;
  };
  "task.ordered": { readonly taskId: string };
  // notifications
  "notification.show": BusNotification;
  "notification.closed": { readonly id: string };
  /** Takes one away that is over: what it tells was seen elsewhere. The bell keeps it. */
  "notification.close": { readonly id: string };
  /** A button of a notification, or the notification itself, was pressed; opening is done by then. */
  "notification.action": { readonly id: string; readonly action: NotificationAction };
  /** Somebody or something did something to a work order: open lists ask again. */
  "workorder.changed": { readonly caseId: string };
  /** Others begin or end to type into a record that this page has open. */
  "presence.changed": Presence;
  /** A step of an audition that this page may have begun. */
  "audition.told": AuditionContent & { readonly type: AuditionType };
  // web chats: the workstation has their socket
  /**
   * Asks the workstation to keep the chat link while the screen of conversations is open. sessionId: the one that is read now, null: none.
   * It answers with chat.link.
   */
  "chat.watch": { readonly open: boolean; readonly sessionId: string | null };
  "chat.link": { readonly state: LinkState };
  /** How the own seat is at chats from now on. */
  "chat.agent": { readonly status: ChatAgentState };
  /** What the server said; friends 300 ms after the last of them. */
  "chat.told": ChatServerFrame;
  /** Asks the workstation to send this; it answers with chat.unsent where it could not. */
  "chat.send": ChatClientFrame;
  "chat.unsent": ChatClientFrame;
  /** Asks the workstation to connect now, after an end for good as well. */
  "chat.connect": Record<never, never>;
  /** A flow was edited, published or trained, perhaps by somebody else. */
  "flow.updated": {
    readonly flowId: string;
    readonly versionId: string;
    readonly revision: number;
    readonly status: FlowStatus;
    readonly by: string;
    readonly text: string;
  };
  // link
  "link.state": { readonly cti: LinkState; readonly socket: LinkState; readonly softphone: LinkState };
  /** Messages were missed beyond the server's buffer: lists should be fetched again. */
  "link.refetch": { readonly reason: string };
  // page
  /** Opens or activates a tab of the workspace. */
  "tab.open": NotificationTarget;
  /** A newer version of an app was published. */
  "app.update": { readonly app: string; readonly version: string };
  /** The server says the import map changed. */
  "app.swapped": { readonly modules: readonly string[] };
  "menu.changed": Record<never, never>;
}

/** id: of the import. */
export interface ImportFigures {
  readonly id: string;
  readonly succeed: number;
  readonly failing: number;
  readonly repetition: number;
  readonly blackList: number;
  readonly count: number;
}

export interface BusCall {
  readonly callId: string;
  readonly direction: "inbound" | "outbound" | "internal";
  readonly number: string;
  readonly skillGroupName?: string;
  readonly groupId?: string;
  readonly accessNumber?: string;
  readonly callData?: CallData;
  /** Another agent's call, which this user listens to, whispers into or has joined. */
  readonly supervised?: true;
  readonly at: number;
}

/** ms default 30,000 (console.md section 9); 0: stays until closed. The same thing the message socket's msgNotify carries. */
export type BusNotification = NotificationPayload;

export type LinkState = "off" | "connecting" | "up" | "down";
export type BusEventName = keyof BusEvents;
