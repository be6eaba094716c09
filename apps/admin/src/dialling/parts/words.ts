/** Tasks and their numbers in words. */
import { callResults } from "@liantai/api/contract";
import { numberStates, taskStates, type NumberState, type TaskState } from "@liantai/api/contract/admin";
import type { Option, StateTone } from "@liantai/ui";

export const choicesOf = (words: Readonly<Record<string, string>>): Option[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** What a call may have come to, by code. */
export const resultOptions: readonly Option[] = Object.entries(callResults).map(([code, text]) => ({
  value: Number(code),
  label: text,
}));
export const resultText = (code: number | null): string =>
  code === null ? "" : (callResults[code] ?? `未知（${code}）`);

export const stateOptions: readonly Option[] = choicesOf(taskStates);
export const numberStateOptions: readonly Option[] = choicesOf(numberStates);

interface Standing {
  readonly state: TaskState;
  readonly waitsFor: string;
}
/** One that was paused by itself says why. */
const waits = (state: TaskState): boolean => state === "running" || state === "paused";

/** 运行中（等待时段）: it runs, and waits for something; what exactly stands after a colon (waitingText). */
export const stateText = ({ state, waitsFor }: Standing): string =>
  waits(state) && waitsFor !== "" ? `${taskStates[state]}（${waitsFor.split("：")[0]}）` : taskStates[state];
/** '': it waits for nothing. */
export const waitingText = ({ state, waitsFor }: Standing): string => (waits(state) ? waitsFor : "");

export function stateTone({ state, waitsFor }: Standing): StateTone {
  if (state === "running") return waitsFor === "" ? "ready" : "ringing";
  return state === "paused" ? "held" : "offline";
}

const tones: Readonly<Record<NumberState, StateTone>> = {
  waiting: "offline",
  claimed: "ringing",
  dialling: "ringing",
  ringing: "ringing",
  answered: "talking",
  connected: "talking",
  retry: "held",
  done: "ready",
  skipped: "offline",
  stopped: "offline",
};
export const numberTone = (state: NumberState): StateTone => tones[state];

/** 12.3 % of 0.1234…; nothing of nothing reads as a dash. */
export const shareText = (part: number, whole: number): string =>
  whole > 0 ? `${((part / whole) * 100).toFixed(1)}%` : "—";

/** Of a share, 0 to 1. */
export const percentText = (share: number | null): string => (share === null ? "—" : shareText(share, 1));
export const hoursText = (hours: number): string =>
  hours > 0 && hours < 0.1 ? "不到 0.1 小时" : `${hours.toFixed(1)} 小时`;

/** Of a recall: what stays with its seats. */
export const stillHeld = (held: number): string =>
  held > 0 ? `另有${held}个还在坐席手中，提交业务结果后再重呼。` : "";
