/** One party of a call: data only. */
import type { RoomInfo } from "../../../ports/engine.ts";
import type { LegId } from "../../../ports/switch.ts";
import type { WrapUpRules } from "../../numbers/index.ts";
import type { Forwarding, Forwards } from "./forwards.ts";

/** Unique within its call; never used again for somebody else. */
export type PartyId = string;

/** far: the customer's side, left channel; near: the agent's side, right channel. */
export type SideName = "near" | "far";

export type PartyRole =
  | "customer"
  /** Has the call, or is rung to have it. In internal calls both are agents. */
  | "agent"
  /** Asked by the agent while the customer waits. */
  | "consulted"
  /** Joined a conference. */
  | "member"
  /** The room a meeting is held in: whom such a call is about. It has no telephone. */
  | "room"
  /** Listens, whispers or joins in. */
  | "supervisor";

/** listen: nobody hears it; whisper: the agent alone; insert: everybody. */
export type SuperviseMode = "listen" | "whisper" | "insert";

/** Somebody who hears, or took a call, without a seat of his own. */
export interface Administrator {
  readonly sessionId: string;
  /** Name of the account. */
  readonly by: string;
  /** He may not see customers' numbers. */
  readonly hideNumbers: boolean;
}

export interface Rejoin {
  readonly attempt: number;
  readonly leg?: LegId;
  /** Its device came after the originate was asked for. */
  readonly again?: boolean;
  /** Where it leads, as `line` and `at` of the party are then. */
  readonly line?: Party["line"];
  readonly at?: "phone" | undefined;
  /** Its agent wants to go on there, and is lost nowhere. */
  readonly moves?: boolean;
}

/** keys: pressed so far; tries: that were wrong; the pins as the room had them when its code was dialled. */
export interface Door extends Pick<RoomInfo, "hostPin" | "memberPin"> {
  readonly keys: string;
  readonly tries: number;
  /** What was typed, while the room is asked how often others were wrong. late: it has answered, and he is to wait for his. */
  readonly judged?: { readonly right: boolean; readonly host: boolean; readonly late?: true } | undefined;
}

export interface Party {
  readonly id: PartyId;
  readonly role: PartyRole;
  readonly number: string;
  /** SIP user that rings or comes back into the call. */
  readonly user: string;
  readonly agentId?: string;
  /** Instead of a work number. */
  readonly administrator?: Administrator;
  /** What it sees of who calls, where that is a number of the enterprise. */
  readonly displayed?: string;
  readonly leg?: LegId;
  /** The leg was answered, and can be heard. */
  readonly up: boolean;
  /** Its telephone was lifted, and the call goes on although its sound is not up yet (D44). */
  readonly lifted?: boolean;
  /** Its phone rings, as its network said. */
  readonly rings: boolean;
  /** Its network is to be heard before the answer. */
  readonly early?: boolean;
  readonly lost: boolean;
  /** When it was answered. */
  readonly upAt?: number;
  /** Of the agent. */
  readonly name?: string;
  /** He was asked as the ready agent of this group. */
  readonly skillGroupId?: string;
  /** Of the agent, should the call be his at its end. */
  readonly wrapUpMs?: number;
  readonly wrapUpRules?: WrapUpRules;
  /** The seat is not recorded by itself. */
  readonly recordsByHand?: boolean;
  /** Of an agent: a conference of his ends when he leaves it. */
  readonly endsConference?: boolean;
  /** Leads the meeting. */
  readonly host?: boolean;
  /** Has dialled the room's code and was not rung. */
  readonly dials?: boolean;
  /** Has dialled in and is asked for the pin: hears nobody, and nobody hears it. */
  readonly door?: Door | undefined;
  /** 呼转 of its seat, where it is rung for itself and not out of a queue. */
  readonly forwards?: Forwards;
  /** Its calls go to another number, which is being found out. */
  readonly forwarding?: Forwarding | undefined;
  /** The seats that forwarded the call to it, the first one first. */
  readonly forwardedBy?: readonly string[];
  /** Nobody hears it. */
  readonly muted: boolean;
  /** It waits with music for the party that put it there. */
  readonly heldBy?: PartyId;
  /** A supervisor's: whom it is about and who hears it. */
  readonly supervises?: { readonly party: PartyId; readonly mode: SuperviseMode };
  /** Originate whose answer is awaited. */
  readonly attempt?: number;
  /** A further leg that is to replace `leg`: after a loss, or when another browser tab takes the audio. */
  readonly rejoin?: Rejoin | undefined;
  /** phone: its audio is at the seat's other telephone. */
  readonly at?: "phone" | undefined;
  /** Its leg is at the agent's line outside, where nothing registers; confirm: 1 must be pressed there. */
  readonly line?: { readonly confirm: boolean } | undefined;
  /** A leg that was lifted, and that is in the call only when somebody has pressed 1 at it. */
  readonly asking?: LegId | undefined;
  /** The audio is to move to the browser tab that registers next. */
  readonly moving: boolean;
}

/** What is known of a party when it joins. */
export type NewParty = Pick<Party, "role" | "number" | "user"> &
  Partial<
    Pick<
      Party,
      | "agentId"
      | "administrator"
      | "name"
      | "skillGroupId"
      | "leg"
      | "displayed"
      | "wrapUpMs"
      | "wrapUpRules"
      | "recordsByHand"
      | "endsConference"
      | "supervises"
      | "host"
      | "door"
      | "dials"
      | "forwards"
      | "forwarding"
      | "forwardedBy"
    >
  >;

/** Somebody a call is brought to. */
export type AskedParty = Omit<NewParty, "role">;

/** A seat's, or an administrator's who hears or has taken the call: somebody the engine may call back by itself. */
export const isOurs = ({ agentId, administrator }: Pick<Party, "agentId" | "administrator">): boolean =>
  agentId !== undefined || administrator !== undefined;

/** Who does something: a seat, or somebody without one. */
export type Person = Pick<Party, "agentId" | "administrator">;

export const isPerson = (party: Person, { agentId, administrator }: Person): boolean =>
  agentId === undefined
    ? administrator !== undefined && party.administrator?.sessionId === administrator.sessionId
    : party.agentId === agentId;
