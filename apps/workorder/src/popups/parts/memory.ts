/** What a reload must not lose of calls: ids alone, no numbers and no text. */
import { recall, remember } from "@liantai/ui";

const most = 20;
const choicesKey = "popup.choices";

/** [call, record]; record '': none of those who have the number. */
type Choice = readonly [string, string];
const isChoices = (value: unknown): value is readonly Choice[] =>
  Array.isArray(value) &&
  value.every((one) => Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === "string"));

const choices = (): readonly Choice[] => recall(choicesKey, isChoices) ?? [];

/** Who was chosen among several with the number; undefined: nobody yet. */
export const choiceOf = (callId: string): string | undefined => choices().find(([call]) => call === callId)?.[1];

export function keepChoice(callId: string, recordId: string | undefined): void {
  const others = choices().filter(([call]) => call !== callId);
  remember(choicesKey, recordId === undefined ? others : [[callId, recordId] as const, ...others].slice(0, most));
}

const callsKey = "popup.calls";
const isCalls = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

/** Calls out whose forms stand in 通话弹屏, the newest first. */
export const keptCalls = (): readonly string[] => recall(callsKey, isCalls) ?? [];
export const keepCalls = (calls: readonly string[]): void => remember(callsKey, calls);

const stepsKey = "popup.steps";
/** [call, places of the steps that were ticked]. */
type Ticked = readonly [string, readonly number[]];
const isTicked = (value: unknown): value is readonly Ticked[] =>
  Array.isArray(value) &&
  value.every((one) => Array.isArray(one) && typeof one[0] === "string" && Array.isArray(one[1]));
const ticked = (): readonly Ticked[] => recall(stepsKey, isTicked) ?? [];

/** Steps of a call's guide that were gone through. */
export const stepsOf = (callId: string): readonly number[] => ticked().find(([call]) => call === callId)?.[1] ?? [];

export function keepSteps(callId: string, steps: readonly number[]): void {
  const others = ticked().filter(([call]) => call !== callId);
  remember(stepsKey, [[callId, steps] as const, ...others].slice(0, most));
}
