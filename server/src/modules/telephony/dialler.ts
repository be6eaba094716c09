/** What the engine of an enterprise offers to whatever dials for its tasks, and what it tells it (the module dialling; decision 092). */
import type { EndCause } from "@liantai/api/contract";
import type { Announced, CallFact } from "../event-log/index.ts";
import type { HeldLease } from "../../ports/lease.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Target } from "../numbers/index.ts";
import type { Call } from "./call/types.ts";
import type { Placed } from "./call/placed.ts";
import type { CallTask } from "./tasks.ts";

/** A seat that has joined a task, as pacing sees it. */
export interface TaskAgent {
  readonly agentId: string;
  readonly state: "idle" | "offered" | "talking" | "wrapUp" | "away";
  /** Epoch ms. */
  readonly since: number;
  /** When its wrap-up ends by itself; absent: only when it says so. */
  readonly endsAt?: number;
  /** The call it is in. */
  readonly callId?: string;
}

/** Whether a number may be called now, by limits, blacklists and routes; what it would see. */
export type Asked =
  | { readonly ok: true; readonly displayed: string; readonly line: Line }
  /** later: another time it may. */
  | { readonly ok: false; readonly cause: EndCause; readonly reason: string; readonly later: boolean };

/** Where a number that was asked about is reached; of the engine alone. */
export interface Line {
  readonly user: string;
  /** That lead there; []: it is no number of the network. */
  readonly trunks: readonly string[];
  readonly number: string;
  readonly recordsByHand: boolean;
  readonly busy: boolean;
}

export interface PlacedCall {
  /** Named by who committed the attempt. */
  readonly callId: string;
  readonly number: string;
  readonly displayed: string;
  readonly line: Line;
  readonly task: CallTask;
  readonly target: Target;
  readonly greeting: string;
  /** Who speaks it, JSON of a FlowVoice; '': as usual. */
  readonly greetingTts: string;
  readonly placed: Placed;
}

export interface Lines {
  readonly live: number;
  readonly most: number;
  readonly stopped?: EndCause;
}

export interface TaskLine {
  readonly compId: string;
  readonly clock: Clock;
  /** For the numbers of one turn: what is the same for all of them is asked with the first. */
  asking(): (number: string, displayed: string) => Promise<Asked>;
  /** In this very turn; a cause: it was not placed, for lack of lines. */
  place(order: PlacedCall): EndCause | undefined;
  /** Lines of the enterprise in use and how many it may have, 0: any number. */
  lines(): Promise<Lines>;
  /** Robot lines that calls of this flow may hold, and how many of them are held, or will be by calls that tasks have begun. */
  robotLines(flowId: string): Promise<{ readonly used: number; readonly most: number }>;
  on(accessNumber: string): number;
  /** How many more calls these trunks take by their limits; Infinity: any number. */
  room(trunks: readonly string[]): Promise<number>;
  /** Seats of a group that are signed in. */
  agents(groupId: string): readonly TaskAgent[];
  /** Calls that were dialled for tasks and live. */
  calls(): readonly Call[];
  /** It rings and nobody has answered: it is cancelled. */
  cancel(callId: string): void;
  /** A robot has it. scored: what its dialogue is worth now, where that differs. to: somebody of this group is to have it, by its level. */
  scored(
    callId: string,
    found: {
      readonly scored?: { readonly level: string; readonly score: number };
      readonly to?: { readonly level: string; readonly groupId: string };
    },
  ): void;
  /** Seats are read anew: whether they take calls that come in has changed. */
  seatsChanged(): void;
  /** Resolves when what the calls did so far stands in the log; rejects when that is another process's to write. */
  written(): Promise<void>;
  track(work: Promise<unknown>): void;
}

/** What listens to one line before its answer. */
export interface EarlyEar {
  /** 20 ms. */
  hear(samples: Int16Array): void;
  /** What it was, by what was heard so far. */
  end(): Announced | undefined;
  close(): void;
}

/** hangsUp: nobody will answer this line. */
export type KnownEarly = (announced: Announced, hangsUp: boolean) => void;

export interface Dialler {
  /** For one line; undefined: the enterprise has nothing to understand it with. */
  ear(known: KnownEarly): Promise<EarlyEar | undefined>;
  /** What the line of a call said, 8,000 Hz, before it was gone unanswered; nothing recognised it. */
  unknown(callId: string, samples: Int16Array): void;
  /** Announcements of the enterprise are others now. */
  carrierPromptsChanged(): void;
  /** Tasks that run go on; attempts without a call are closed. */
  start(): Promise<void>;
  /** Tasks are read again, for what was told of them may not have come. runs: any of the enterprise's does. */
  lookAgain(runs: boolean): Promise<void>;
  /** A task is another now. */
  changed(taskId: string, cancelRinging: boolean): void;
  /** Something became of a call that is a task's. */
  fact(call: Call, fact: CallFact): void;
  over(call: Call): void;
  /** A seat is in another state. */
  agents(): void;
  stop(): void;
}

/** As an engine has it: under its own lease. */
export interface OwnDiallers {
  /** Enterprises with tasks that run. */
  running(only: string | undefined): Promise<readonly string[]>;
  of(line: TaskLine): Dialler;
}

/** lease: under which attempts are committed (K34). */
export type Diallers = (lease: HeldLease | undefined) => OwnDiallers;
