/** 呼转: where calls to a seat go that it does not take itself (realtime.md 6, set and cancel transfer number). */

/** When calls are forwarded, in the order in which they are written. */
export const forwardTexts = {
  always: "始终",
  busy: "占线",
  noAnswer: "无应答",
  offline: "离线",
} as const;
export type ForwardMode = keyof typeof forwardTexts;

export const forwardModes = Object.keys(forwardTexts) as ForwardMode[];

const isMode = (text: string): text is ForwardMode => Object.hasOwn(forwardTexts, text);

/** Of a text like `busy,noAnswer`. Undefined: none, one that is unknown or there twice, or another one beside `always`. */
export function readForwardModes(text: string): readonly ForwardMode[] | undefined {
  const named = text.split(",");
  const modes = named.filter(isMode);
  const whole = modes.length === named.length && new Set(modes).size === modes.length;
  if (!whole || (modes.length > 1 && modes.includes("always"))) return undefined;
  return forwardModes.filter((mode) => modes.includes(mode));
}

/** 占线、无应答 */
export const forwardWords = (modes: string): string =>
  (readForwardModes(modes) ?? []).map((mode) => forwardTexts[mode]).join("、");

/** Every choice there is, as it is written. */
export const forwardChoices: readonly string[] = [
  "always",
  "busy",
  "noAnswer",
  "offline",
  "busy,noAnswer",
  "busy,offline",
  "noAnswer,offline",
  "busy,noAnswer,offline",
];

/** An extension, or a telephone number. */
export const isForwardNumber = (text: string): boolean => /^\+?\d{3,20}$/.test(text);
