/** What a simulated floor is made of, and what it tells of its hours. */
import type { MissedAnswer } from "@liantai/api/contract/admin";
import type { PacingEvent, View } from "../pacing/index.ts";
import type { Callees, Spread } from "./population.ts";

/** What decides; `observe` is told everything that happens. */
export interface Pacer {
  want(view: Omit<View, "state">): number;
  observe(event: PacingEvent): void;
}

/** So many agents from then on, or an answer rate so many times as high. Who leaves is drawn; who is busy ends that and is gone. */
export interface Change {
  readonly atMs: number;
  readonly agents?: number;
  readonly answerFactor?: number;
}

export interface List {
  readonly numbers: number;
  /** From when on a number may be dialled for the first time; undefined: never. Without it all may at once. */
  opens?(number: number, atMs: number): number | undefined;
  /**
   * When the number is dialled again after a call that ended so, its nth; undefined: never. `result`: 200 where it was answered; `missed`:
   * and reached nobody.
   */
  again(number: number, tries: number, result: number, atMs: number, missed?: MissedAnswer): number | undefined;
}

export interface Floor {
  readonly callees: Callees;
  readonly wrapUp: Spread;
  /** A person who has waited so long without an agent is abandoned. */
  readonly patienceMs: number;
  readonly agents: number;
  readonly untilMs: number;
  readonly seed: number;
  readonly changes?: readonly Change[];
  /** None: numbers without end. */
  readonly list?: List;
  /** Time of the day; none: it begins at midnight. */
  readonly dayMs?: (atMs: number) => number;
  /** Most calls that live, and most that are dialled within a second; none: no limit. */
  readonly most?: { readonly calls: number; readonly aSecond: number };
}

export interface Course {
  readonly dialled: number;
  /** By people. */
  readonly answered: number;
  readonly abandoned: number;
  readonly connected: number;
  readonly results: Readonly<Record<number, number>>;
  readonly talkMs: number;
  readonly busyMs: number;
  /** Time of all agents who were there. */
  readonly agentMs: number;
  /** Minutes begun since the answer, as a task's calls are charged. */
  readonly minutes: number;
  /** When the last number was dialled, and when the last call ended. */
  readonly dialEndMs: number;
  readonly endMs: number;
  /** Numbers that were never dialled. */
  readonly left: number;
  /** Most that calls in flight and waiting were above idle agents. */
  readonly overIdle: number;
  readonly decisions: number;
}
