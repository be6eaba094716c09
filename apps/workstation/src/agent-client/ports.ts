import type { Bus } from "@liantai/bus";
import type { TelephonyChange, TelephonyState, UserInfo } from "@liantai/api/client";
import type { ReplyOf, telephonyApi } from "@liantai/api/contract";
import type { taskSeatApi } from "@liantai/api/contract/tasks";
import type { Clock } from "../ports/clock.ts";
import type { OpenWire } from "../ports/wire.ts";
import type { MicrophonePort, OpenPhone, AgentPhoneConfig, SpeakerPort } from "../softphone/ports.ts";

/** maxMinutes 0: it may last. */
export interface CustomStatusChoice {
  readonly id: string;
  readonly statusName: string;
  readonly maxMinutes: number;
}

export type SeatTask = ReplyOf<typeof taskSeatApi.auto>[number];

export interface SeatTasks {
  readonly tasks: readonly SeatTask[];
  /** Lists that could not be had, in words. */
  readonly failures: readonly string[];
}

export type Colleagues = ReplyOf<typeof telephonyApi.colleagues>;

/** failure: the server's sentence; '' when it was not reached, or the failure is already dealt with. */
export type Had<T> = { readonly got: T } | { readonly failure: string };

/** The server's side of the links, over HTTP. undefined: it could not be had, the failure is already dealt with. */
export interface AgentHttp {
  ticket(use: "message" | "cti"): Promise<string | undefined>;
  ctiAddress(): Promise<Had<string>>;
  /** Where the seat registers. Its socketUrl with a soft phone on the agent's machine: the script of the worker that reaches it. */
  phoneConfig(user: UserInfo, instance: string): Promise<Had<AgentPhoneConfig>>;
  /** Custom statuses that the own seat may use now. */
  customStatuses(): Promise<readonly CustomStatusChoice[] | undefined>;
  /** Whom the own seat may consult or send a call to, as they are now. */
  colleagues(): Promise<Colleagues | undefined>;
  /** The customer is asked for a mark; why not, in words, or ''. */
  startSurvey(callId: string): Promise<string>;
  /** Dialling tasks that the seat takes part in. */
  seatTasks(): Promise<SeatTasks>;
  /** Out of one; why not, in words, or ''. */
  leaveTask(task: SeatTask): Promise<string>;
  /** Renews tokens that end within the hour: a workspace that only talks sends no other request. */
  keepSession(): Promise<void>;
}

/** The page's store as the station needs it. */
export interface AgentClientStore {
  telephony(): TelephonyState;
  change(part: TelephonyChange): void;
  signOut(sentence: string): void;
}

/** What the browser knows of the network: it says at once what links notice after seconds. */
export interface NetworkPort {
  online(): boolean;
  /** The browser has WebSocket. */
  sockets(): boolean;
  watch(changed: () => void): void;
}

export interface AgentClientPorts {
  readonly clock: Clock;
  readonly bus: Bus;
  readonly store: AgentClientStore;
  readonly http: AgentHttp;
  readonly openWire: OpenWire;
  readonly openPhone: OpenPhone;
  /** The adaptor to the soft phone on the agent's machine; loaded when it is first wanted. */
  localPhone(): Promise<OpenPhone>;
  readonly network: NetworkPort;
  readonly microphone: MicrophonePort;
  readonly speaker: SpeakerPort;
  /** What must outlive a reload of this tab. */
  readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** wss://host or ws://host of the message socket. */
  readonly socketOrigin: string;
  instance(): Promise<string>;
}
