/** An hour of a queue as it was in fact, and what its rules are to be. Times are epoch ms, lengths ms. Data only. */
import type { Membership } from "../types.ts";
import type { Strategy } from "@liantai/api/contract/admin";

/** What came of ringing an agent for a caller. */
export type Outcome =
  | { readonly answered: true; readonly afterMs: number; readonly talkMs: number; readonly wrapUpMs: number }
  /** declined: he said no, or his telephone failed: busy at once. restMs: how long he was busy after it, where he was. */
  | { readonly answered: false; readonly afterMs: number; readonly declined: boolean; readonly restMs?: number };

/** Who left the line and is to be called back: he waits however long it takes, and a full queue takes him in. */
export interface CalledBack {
  /** Whether he was reached, whichever agent it was that called. */
  readonly reached: boolean;
  /** In vain: he waits again, so much later. */
  readonly again?: { readonly afterMs: number; readonly stay: Stay };
}

/** One stay of a call in a queue. */
export interface Stay {
  readonly id: string;
  /** Whose figures it counts in, unless an agent of another one answers. */
  readonly group: string;
  /** When it came into the queue, and when the call did: the wait counts from the first, the place from the second. */
  readonly at: number;
  readonly arrivedAt: number;
  readonly boostMs: number;
  readonly firstInLine: boolean;
  /** Groups in which it waits at once, and those that join, by how long it has waited. */
  readonly groups: readonly string[];
  readonly joins: readonly { readonly group: string; readonly afterMs: number }[];
  readonly sticky?: { readonly agent: string; readonly waitMs: number };
  /** A supervisor moved it up. */
  readonly moves: readonly { readonly afterMs: number; readonly byMs: number }[];
  /** 0: as long as it takes. */
  readonly maxWaitMs: number;
  /** How it ended in fact; open: it had not. */
  readonly past: {
    readonly outcome: StayOutcome;
    readonly waitMs: number;
    readonly group: string;
    readonly agent?: string;
  };
  /** By agent: what came of it in fact, time after time. */
  readonly pairs: ReadonlyMap<string, readonly Outcome[]>;
  /** Who rang, and how long, when the caller was gone. */
  readonly inVain?: { readonly agent: string; readonly ms: number };
  readonly callback?: CalledBack;
}

/** abandoned: the caller gave up; flowed: the queue sent it on, or it left a message or asked to be called back. */
export type StayOutcome = "answered" | "abandoned" | "flowed" | "full" | "open";

/** Not to be had whatever the queue does: signed out, at rest, in a call that did not come out of the queue. */
export interface Away {
  readonly from: number;
  readonly to: number;
  readonly offline: boolean;
}

export interface SimulatedAgent {
  readonly id: string;
  readonly groups: readonly Membership[];
  /** Calls it had taken that day before. */
  readonly calls: number;
  /** Since when it waits at the beginning, if it does. */
  readonly idleSince: number;
  readonly away: readonly Away[];
}

export interface GroupRules {
  readonly id: string;
  readonly strategy: Strategy;
  readonly queueLimit: number;
  readonly ringMs: number;
  readonly missLimit: number;
  readonly boostMs: number;
  /** Up to which level, by how long it has waited in the group; empty: all at once. */
  readonly rings: readonly { readonly afterMs: number; readonly level: number }[];
}

export interface Hour {
  readonly from: number;
  readonly stays: readonly Stay[];
  readonly agents: readonly SimulatedAgent[];
  readonly groups: readonly GroupRules[];
  /** Of what is not known: the same seed gives the same. */
  readonly seed: number;
}

export interface SimulatedStay {
  readonly id: string;
  readonly group: string;
  readonly outcome: StayOutcome;
  readonly waitMs: number;
  readonly agent?: string;
  /** It waited to be called back. */
  readonly calledBack?: boolean;
}

/** An agent rang, talked or wrapped up. */
export interface Occupied {
  readonly agent: string;
  readonly from: number;
  readonly to: number;
}

export interface Simulated {
  readonly stays: readonly SimulatedStay[];
  readonly occupied: readonly Occupied[];
}
