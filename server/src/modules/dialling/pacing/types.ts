/**
 * What pacing reads and says. All of it is plain data: a view is made from rows and memory by whoever dials, a state may be kept
 * as JSON and taken up by another process.
 */

/** An agent who has joined the task and has not asked to leave it. */
export interface PacedAgent {
  /** An agent who is being joined to a call is talking. */
  readonly state: "idle" | "talking" | "wrapUp";
  /** Since when, ms of the clock of `View.now`. */
  readonly since: number;
  /** When a wrap-up is over by itself, where that is set. */
  readonly endsAt?: number;
}

export interface PacedCall {
  /** ms of the clock of `View.now`. */
  readonly dialledAt: number;
}

export type CapOf = "task" | "enterprise" | "number" | "trunk" | "share" | "robots" | "callsASecond";

/** A hard limit from outside, and how much of it is taken. */
export interface Cap {
  readonly of: CapOf;
  readonly most: number;
  readonly used: number;
}

export interface View {
  readonly now: number;
  readonly agents: readonly PacedAgent[];
  /** Dialled or ringing: neither answered nor ended. */
  readonly inFlight: readonly PacedCall[];
  /** Answered by a person, and no agent yet. */
  readonly waiting: number;
  /** Calls dialled within the last 1,000 ms. */
  readonly dialledLastSecond: number;
  readonly caps: readonly Cap[];
  readonly state: PacingState;
}

export interface PacingParameters {
  readonly mode: "progressive" | "ratio" | "predictive";
  /** Calls in flight for each idle agent, 1.0 to 5.0; of the mode ratio alone. */
  readonly ratio: number;
  /** Most that may be abandoned, as a share of the calls that people answered. */
  readonly ceiling: number;
  /** The share that predictive dialling steers towards, below the ceiling. */
  readonly target: number;
  /** How strongly one abandonment turns theta down. */
  readonly gain: number;
  /** Answers before which every mode dials progressively. */
  readonly learning: number;
  /** A person who has waited so long without an agent is abandoned. */
  readonly patienceMs: number;
}

export const usualPacing: PacingParameters = {
  mode: "progressive",
  ratio: 1,
  ceiling: 0.03,
  target: 0.018,
  gain: 0.4,
  learning: 20,
  patienceMs: 2_000,
};

/** Of a task's settings. A stricter ceiling is a stricter target: the usual share of it. */
export const pacingOf = (
  settings: Pick<PacingParameters, "mode" | "ratio" | "ceiling"> & Partial<Pick<PacingParameters, "patienceMs">>,
): PacingParameters => ({
  ...usualPacing,
  ...settings,
  target: (settings.ceiling * usualPacing.target) / usualPacing.ceiling,
});

/** Why so many and no more; `reasonText` says it in Chinese. */
export type Reason =
  | { readonly code: "noAgents" }
  | { readonly code: "progressive"; readonly idle: number; readonly inFlight: number }
  | { readonly code: "ratio"; readonly ratio: number; readonly idle: number; readonly inFlight: number }
  | { readonly code: "learning"; readonly answers: number; readonly needed: number }
  | {
      readonly code: "budget";
      readonly abandoned: number;
      readonly waiting: number;
      readonly reserve: number;
      readonly answers: number;
      readonly ceiling: number;
    }
  /** A further call, if a person answers it, would find no agent with this probability. */
  | { readonly code: "risk"; readonly probability: number; readonly theta: number; readonly inFlight: number }
  /** The budget has room for so many more abandoned, and with this probability a further call would lead to more than that. */
  | { readonly code: "overdraw"; readonly left: number; readonly probability: number }
  | { readonly code: "pace"; readonly most: number; readonly used: number }
  | { readonly code: "cap"; readonly of: CapOf; readonly most: number; readonly used: number };

export interface Want {
  /** How many to dial now. */
  readonly dial: number;
  /** Calls in flight for which progressive dialling has no idle agent any more: those who ring may be cancelled. */
  readonly surplus: number;
  /** First what the mode allows, then what held it back. */
  readonly reasons: readonly Reason[];
}

/** Ends of something by its age, in bins of one width; newer ones weigh more. The last bin holds all that is longer. */
export interface Ends {
  readonly counts: readonly number[];
  /** What the next end adds: it grows instead of all others shrinking. */
  readonly weight: number;
}

/** Width of the bins of each curve, and how many there are. */
export const widthMs = { call: 1_000, talk: 10_000, wrapUp: 1_000 } as const;
export const bins = { call: 64, talk: 60, wrapUp: 120 } as const;

/** What decisions read of the curves; made anew after some ends, because it changes slowly. */
export interface Tables {
  /** A call of this age (s) will be answered by a person. */
  readonly answer: readonly number[];
  /** Whoever has been in wrap-up for so long (s) is idle by the time a call dialled now is answered. */
  readonly wrapUp: readonly number[];
  /** The same of who has talked for so long (10 s). */
  readonly talk: readonly number[];
  /** ms from dialling to the answer, on average. */
  readonly answerMs: number;
}

export interface PacingCounters {
  readonly dialled: number;
  readonly ringing: number;
  /** By people. */
  readonly answered: number;
  readonly failed: number;
  readonly abandoned: number;
  readonly connected: number;
  readonly joined: number;
  readonly left: number;
}

export interface HourCount {
  /** Hours since the epoch. */
  readonly hour: number;
  readonly answered: number;
  readonly abandoned: number;
}

export interface PacingState {
  readonly theta: number;
  readonly counters: PacingCounters;
  /** Calls without a person by result code. */
  readonly results: Readonly<Record<number, number>>;
  /** The last 24 hours, oldest first. */
  readonly hours: readonly HourCount[];
  /** Ends of calls by seconds since dialling. */
  readonly answers: Ends;
  readonly failures: Ends;
  readonly talks: Ends;
  readonly wrapUps: Ends;
  readonly tables: Tables;
  /** Ends since the tables were made. */
  readonly stale: number;
  /** Of the abandoned those who had been taken for machines, as people said afterwards (误判). */
  readonly misjudged?: number;
}

/** `at`: epoch ms. Lengths: `afterMs` since dialling, `waitedMs` since the answer. */
export type PacingEvent =
  | { readonly type: "dialled" | "ringing" | "agentJoined" | "agentLeft"; readonly at: number }
  | { readonly type: "abandoned" | "misjudged"; readonly at: number }
  | { readonly type: "answeredByPerson"; readonly at: number; readonly afterMs: number }
  | { readonly type: "failed"; readonly at: number; readonly afterMs: number; readonly result: number }
  | { readonly type: "connected"; readonly at: number; readonly waitedMs: number }
  | { readonly type: "talkEnded"; readonly at: number; readonly talkMs: number }
  | { readonly type: "wrapUpEnded"; readonly at: number; readonly wrapUpMs: number };
