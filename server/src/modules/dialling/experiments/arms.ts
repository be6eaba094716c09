/** Which half a number is of, and what it gets there. Pure. */
import { createHash } from "node:crypto";
import type { ExperimentKind, ExperimentMetric, TaskSettings } from "@liantai/api/contract/admin";
import type { DialHours } from "../checks/index.ts";
import type { Arm } from "./sequential.ts";

export interface Variant {
  readonly numbers?: readonly string[] | undefined;
  readonly text?: string | undefined;
  readonly flowId?: string | undefined;
  readonly templateId?: string | undefined;
  /** JSON of a FlowVoice; '': as the task speaks. */
  readonly tts?: string | undefined;
  /** HH:mm */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** As the engine knows it: it runs, or its better half is what the task goes on with. */
export interface RunningExperiment {
  readonly id: string;
  readonly kind: ExperimentKind;
  readonly a: Variant;
  readonly b: Variant;
  /** null: numbers are split. */
  readonly winner: Arm | null;
}

export const halfWords = { a: "甲组", b: "乙组" } as const satisfies Record<Arm, string>;

/** The same for ever: of the experiment and the telephone number. */
export const halfOf = (experimentId: string, phone: string): Arm =>
  (createHash("sha256").update(`${experimentId} ${phone}`).digest()[0]! & 1) === 0 ? "a" : "b";

export interface Assigned {
  readonly arm: Arm;
  readonly variant: Variant;
  /** It is part of the test. */
  readonly tested: boolean;
}

/** tested: the number's first call; later ones get the same, and are not independent of it. */
export function assigned(experiment: RunningExperiment, phone: string, attempts: number): Assigned {
  const arm = experiment.winner ?? halfOf(experiment.id, phone);
  return { arm, variant: experiment[arm], tested: experiment.winner === null && attempts === 0 };
}

/** What is said and where it leads, for this number. */
export const settingsWith = (
  settings: TaskSettings,
  kind: ExperimentKind,
  { text = "", flowId = "" }: Variant,
): TaskSettings => {
  if (kind === "greeting") return { ...settings, greeting: text };
  return kind === "flow" && flowId !== "" ? { ...settings, flowId } : settings;
};

export type HalfHours = NonNullable<DialHours["half"]>;

const windowOf = (experiment: RunningExperiment, arm: Arm): HalfHours => {
  const { from = "", to = "" } = experiment[arm];
  return { from, to, word: halfWords[arm] };
};

/** Hours of a task for a number, as its half leaves them: never more than they are. */
export const hoursOfHalf = (hours: DialHours, experiment: RunningExperiment | undefined, phone: string): DialHours =>
  experiment?.kind === "time" ? { ...hours, half: windowOf(experiment, assigned(experiment, phone, 0).arm) } : hours;

/** Of both halves, while numbers are split by times of day; []: they are not. */
export const halvesOf = (experiment: RunningExperiment | undefined): readonly HalfHours[] =>
  experiment?.kind === "time" && experiment.winner === null
    ? [windowOf(experiment, "a"), windowOf(experiment, "b")]
    : [];

/** What a number that waits for the hours of its half waits for: neither outlives the split, nor the better half it goes on with. */
export const heldBy = (experiment: RunningExperiment | undefined): string =>
  experiment?.kind === "time" ? `${experiment.id} ${experiment.winner ?? ""}`.trim() : "";

/** Those of the task, or of the half with which it goes on: what numbers wait for once their experiment is over. */
export const hoursLeft = (hours: DialHours, experiment: RunningExperiment | undefined): DialHours =>
  experiment?.winner ? hoursOfHalf(hours, experiment, "") : hours;

export interface Outcome {
  readonly answered: boolean;
  readonly talkMs: number;
  readonly result: string;
}

export function isHit(metric: ExperimentMetric, wanted: string, { answered, talkMs, result }: Outcome): boolean {
  if (metric === "answered") return answered;
  return metric === "talk" ? talkMs >= 30_000 : result === wanted;
}
