/**
 * From an order's history to how far a target is (protocol W50 to W52). Pure: one step after the other, so that a history read in two parts
 * gives the same as in one, and the history of years ago under a rule of today.
 */
import type { WorkingTime } from "../../numbers/working-time.ts";
import { minuteMs } from "../../time.ts";
import type { OrderEventType, OrderPriority } from "../codes.ts";
import { dueOf, timeBetween } from "../due.ts";
import type { Judge } from "../flow.ts";
import type { ServiceTarget, TargetMoment, TargetStep } from "./target.ts";

/** A part of a run in which its time counted, or stood still. */
export interface TargetPiece {
  readonly from: number;
  readonly counts: boolean;
  /** What the part began with. */
  readonly by: OrderEventType;
}

/** Once from start to stop. */
export interface TargetRun {
  /** The event that it began with: the number of what was written of it. */
  readonly cycle: number;
  readonly pieces: readonly TargetPiece[];
  /** Counted before the last piece. */
  readonly spentMs: number;
  /** Absent: it goes on. */
  readonly end?: { readonly at: number; readonly by: OrderEventType };
}

export interface TargetProgress {
  readonly applies: boolean;
  /** As the last step left it. */
  readonly priority: OrderPriority;
  /** It would have begun, had it applied. */
  readonly armed: boolean;
  readonly run?: TargetRun;
}

export const noProgress: TargetProgress = { applies: false, priority: 3, armed: false };

interface Reading {
  readonly target: ServiceTarget;
  readonly rule: WorkingTime | undefined;
  /** At the step's own moment. */
  readonly judge: (at: number) => Judge;
}

/** Nothing that is asked: never. */
function matches({ events = [], states = [], when }: TargetMoment, step: TargetStep, judge: Judge): boolean {
  if (events.length === 0 && states.length === 0 && !when) return false;
  return (
    (events.length === 0 || events.includes(step.type)) &&
    (states.length === 0 || states.includes(step.state)) &&
    (!when || judge(when, step.values))
  );
}

const last = (run: TargetRun): TargetPiece => run.pieces.at(-1) as TargetPiece;

const begun = ({ seq, at, type }: TargetStep): TargetRun => ({
  cycle: seq,
  pieces: [{ from: at, counts: true, by: type }],
  spentMs: 0,
});

/** Counted until then. */
const spentUntil = (run: TargetRun, rule: WorkingTime | undefined, at: number): number =>
  run.spentMs + (last(run).counts ? timeBetween(rule, last(run).from, at) : 0);

function paused(run: TargetRun, stands: boolean, { at, type }: TargetStep, rule: WorkingTime | undefined): TargetRun {
  if (last(run).counts !== stands) return run;
  return {
    ...run,
    spentMs: spentUntil(run, rule, at),
    pieces: [...run.pieces, { from: at, counts: !stands, by: type }],
  };
}

/** A deleted order owes nothing. */
function appliesTo(target: ServiceTarget, step: TargetStep, judge: Judge): boolean {
  if (step.state === "deleted") return false;
  if (target.priorities.length > 0 && !target.priorities.includes(step.priority)) return false;
  return !target.applies || judge(target.applies, step.values);
}

function nextRun(before: TargetProgress, applies: boolean, step: TargetStep, { target, judge, rule }: Reading) {
  const holds = (moment: TargetMoment) => matches(moment, step, judge(step.at));
  const starts = holds(target.start);
  const stops = holds(target.stop);
  const counted = applies || target.retroactive;
  let run = counted ? before.run : undefined;
  if (!counted) return { armed: (before.armed || starts) && !stops };
  if (run && holds(target.reset)) run = begun(step);
  else if (run && !run.end) {
    if (stops) run = { ...run, spentMs: spentUntil(run, rule, step.at), end: { at: step.at, by: step.type } };
  } else if ((starts && (!run || target.kind === "nextResponse")) || (before.armed && !run && !stops))
    run = begun(step);
  if (run && !run.end) run = paused(run, holds(target.pause), step, rule);
  return { armed: false, ...(run && { run }) };
}

export function advance(before: TargetProgress, step: TargetStep, reading: Reading): TargetProgress {
  const applies = appliesTo(reading.target, step, reading.judge(step.at));
  return { applies, priority: step.priority, ...nextRun(before, applies, step, reading) };
}

export const progressOf = (steps: readonly TargetStep[], reading: Reading, from = noProgress): TargetProgress =>
  steps.reduce((progress, step) => advance(progress, step, reading), from);

export const targetPhases = { running: "计时中", paused: "已暂停", met: "已达成", missed: "已超时" } as const;
export type TargetPhase = keyof typeof targetPhases;

/** How a run stands at a moment. */
export interface TargetState {
  readonly phase: TargetPhase;
  readonly cycle: number;
  readonly startedAt: number;
  readonly lengthMs: number;
  readonly spentMs: number;
  /** Negative: over by so much. */
  readonly leftMs: number;
  /** Of one whose time counts now; absent: never, by its rule. */
  readonly dueAt?: number;
  readonly warnAt?: number;
  readonly endedAt?: number;
}

/** As long as it is for an order of this priority. */
const minutesFor = ({ minutes, minutesBy }: ServiceTarget, priority: OrderPriority): number =>
  minutesBy[priority] ?? minutes;

/** Undefined: it does not apply, or has not begun. */
export function stateAt(
  { applies, priority, run }: TargetProgress,
  { target, rule }: Pick<Reading, "target" | "rule">,
  now: number,
): TargetState | undefined {
  if (!applies || !run) return undefined;
  const minutes = minutesFor(target, priority);
  const lengthMs = minutes * minuteMs;
  const spentMs = run.end ? run.spentMs : spentUntil(run, rule, now);
  const counts = !run.end && last(run).counts;
  const over = spentMs >= lengthMs;
  const phase: TargetPhase = over ? "missed" : run.end ? "met" : counts ? "running" : "paused";
  return {
    phase,
    cycle: run.cycle,
    startedAt: (run.pieces[0] as TargetPiece).from,
    lengthMs,
    spentMs,
    leftMs: lengthMs - spentMs,
    ...(counts && dueOf(rule, last(run).from, { minutes, warnMinutes: warnOf(target, minutes) }, run.spentMs)),
    ...(run.end && { endedAt: run.end.at }),
  };
}

/** A warning as long as the whole, or longer, would come at once. */
const warnOf = ({ warnMinutes }: ServiceTarget, minutes: number): number => (warnMinutes < minutes ? warnMinutes : 0);

export type { Reading as TargetReading };
