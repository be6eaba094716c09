/** What an enterprise wants noticed in its talks. Pure. */
import { assistSideTexts, type AssistSide, type AssistWarningKind } from "@liantai/api/contract/assist";
import type { Measures } from "./dialogue.ts";

export interface Rules {
  /** Seconds in which nobody speaks; 0: is not noticed. */
  readonly silenceS: number;
  /** Characters a minute of the agent; 0: is not noticed. */
  readonly speed: number;
  readonly chipin: boolean;
  readonly words: readonly string[];
}

export interface Warned {
  readonly kind: AssistWarningKind;
  readonly text: string;
}

/** As texts are compared: a recogniser writes with or without spaces, full or half width, large or small. */
const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s\p{P}]/gu, "");

/** Words of the list that a text holds, as the list writes them. */
export function badWordsIn(text: string, words: readonly string[]): readonly string[] {
  const whole = plain(text);
  return words.filter((word) => plain(word) !== "" && whole.includes(plain(word)));
}

/** Of a sentence. What the customer does is his own affair, but for words: those are noticed on both sides. */
export function warningsOf(
  side: AssistSide,
  { speed, chipin }: Pick<Measures, "speed" | "chipin">,
  badWords: readonly string[],
  rules: Rules,
): readonly Warned[] {
  const found: Warned[] = [];
  if (badWords.length > 0)
    found.push({ kind: "badWord", text: `${assistSideTexts[side]}说了敏感词：${badWords.join("、")}` });
  if (side === "customer") return found;
  if (rules.speed > 0 && speed !== null && speed > rules.speed)
    found.push({ kind: "speed", text: `语速过快：每分钟${speed}字` });
  if (rules.chipin && chipin === 1) found.push({ kind: "chipin", text: "坐席抢话：客户还在说话" });
  return found;
}

/** Of silence that goes on: once each. */
export function silenceWarning(ms: number, { silenceS }: Rules): Warned | undefined {
  if (silenceS === 0 || ms < silenceS * 1_000) return undefined;
  return { kind: "silence", text: `双方已${Math.floor(ms / 1_000)}秒没有说话` };
}
