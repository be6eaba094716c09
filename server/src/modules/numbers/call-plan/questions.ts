/** What the call engine asks about numbers and seats. */
import type { WaitHistory } from "../../routing/index.ts";
import type { Guest, Guests } from "../guests.ts";
import type { RoomInfo } from "../../../ports/engine.ts";
import type { CallPlan, SeatForward, ServiceInfo, SuspendTarget, Target, TargetRef, WrapUpRules } from "./types.ts";

/** A seat that may sit at a bar. Times in ms. */
export interface SeatInfo {
  readonly compId: string;
  readonly agentId: string;
  readonly name: string;
  readonly terminalType: number;
  /** Of terminal type 0: the number outside, and whether whoever answers there must press 1. */
  readonly line?: { readonly phone: string; readonly confirm: boolean };
  /** Of other terminals: a further telephone of the agent, outside or an extension that no seat has, where a talk can go on. */
  readonly otherPhone?: { readonly phone: string; readonly confirm: boolean };
  readonly extension: string;
  readonly user: string;
  readonly autoAnswer: number;
  /** 1: its calls go out as whoever asks for them says (fixCallType); 0: as its terminal type. */
  readonly callStyle: number;
  /** Its talks are not recorded by themselves. */
  readonly recordsByHand?: boolean;
  /** A conference that its agent owns ends when he leaves it. */
  readonly endsConference?: boolean;
  /** Of a page that is the telephone: how the device check keeps it from getting ready; absent: it does not. */
  readonly deviceCheck?: "refuse" | "require";
  /** 呼转: when its calls go to another number, and to which. */
  readonly forward?: SeatForward;
  /** Enabled ones, best first. level: in the group, 1 is the best; priority: among the agent's groups, 1 first. */
  readonly groups: readonly {
    readonly id: string;
    readonly wrapUpMs: number;
    /** How it ends; none: by itself or by the agent. */
    readonly wrapUpRules?: WrapUpRules;
    readonly level: number;
    readonly priority: number;
    /** Its messages are offered: how long each, and how long whoever takes one is offered no calls. */
    readonly messages?: { readonly groupName: string; readonly offerMs: number; readonly workMs: number };
  }[];
}

interface ExtensionInfo {
  readonly compId: string;
  readonly extension: string;
  readonly user: string;
  readonly agentId: string | null;
}

/** A meeting room by its code. known: the seat is its own or a standing member; hosts: it leads there. */
export interface DialledRoom extends RoomInfo {
  readonly known: boolean;
  readonly hosts: boolean;
}

export interface Numbers {
  /** undefined: no room in service has this code. */
  room(compId: string, code: string, agentId: string): Promise<DialledRoom | undefined>;
  readonly guests: Guests;
  /** undefined: the seat does not exist, is disabled, or has neither an extension nor a line outside. */
  seat(compId: string, agentId: string): Promise<SeatInfo | undefined>;
  /** By agent id; those that `seat` would not find are missing. */
  seats(compId: string, agentIds: readonly string[]): Promise<ReadonlyMap<string, SeatInfo>>;
  /** By agent id: whether it may not see customers' numbers. */
  hidden(compId: string, agentIds: readonly string[]): Promise<ReadonlyMap<string, boolean>>;
  /**
   * By number alone, whatever the enterprise. undefined: no such number, out of service, or nothing is set up for it. leadsNowhere: what is
   * set up is switched off or gone.
   * caller: whose last agent is looked up, where the group keeps callers for him.
   */
  callPlan(number: string, at: number, caller?: string): Promise<CallPlan | undefined>;
  /** undefined: it does not exist or is disabled. caller: as of callPlan. */
  target(compId: string, ref: TargetRef, at: number, caller?: string): Promise<Target | undefined>;
  /** 挂起转. undefined: it does not exist or is disabled. */
  suspendTarget(compId: string, id: string): Promise<SuspendTarget | undefined>;
  service(compId: string, at: number): Promise<ServiceInfo>;
  /** What callees see of an agent's call: the default access number of the seat, its group or the enterprise. */
  displayNumber(compId: string, agentId: string): Promise<string | undefined>;
  /** The one to show instead, by the enterprise's rule and the callee's place, and why; it counts as shown. undefined: there is no rule. */
  localNumber(
    compId: string,
    callee: string,
    usual: string,
    now: number,
  ): Promise<{ readonly number: string; readonly text: string } | undefined>;
  /** An access number of the enterprise that is in service: the only ones its calls may show. */
  owns(compId: string, number: string): Promise<boolean>;
  /** Calls that show this access number are not recorded by themselves. */
  recordsByHand(compId: string, number: string): Promise<boolean>;
  /** Calls to access numbers that an agent answered on the day of `at`. */
  answeredToday(compId: string, agentId: string, at: number): Promise<number>;
  /** Of a skill group, what its estimated wait goes by, newest last. */
  waits(compId: string, groupId: string): Promise<WaitHistory>;
  extension(compId: string, extension: string): Promise<ExtensionInfo | undefined>;
  /** Who a SIP user is. */
  identify(
    user: string,
  ): Promise<
    | { readonly kind: "guest"; readonly guest: Guest }
    | { readonly kind: "extension"; readonly extension: ExtensionInfo }
    | undefined
  >;
  /** Greetings in use, to be spoken once before anybody calls. */
  greetings(compId?: string): Promise<readonly string[]>;
}

export type Verbs = Omit<Numbers, "guests">;
