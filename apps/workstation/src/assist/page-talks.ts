/** What was said in the talks of the page's seat: a chunk that comes with the first message of it, or with the first talk. */
import type { Bus } from "@liantai/bus";
import { assistClearMs, type AssistMessage } from "@liantai/api/contract/assist";
import { Talks } from "./talks.ts";

let kept: { readonly bus: Bus; readonly talks: Talks } | undefined;

/** One for the page. */
export function talksOf(bus: Bus): Talks {
  if (kept?.bus === bus) return kept.talks;
  const talks = new Talks();
  kept = { bus, talks };
  bus.subscribe("call.ended", ({ callId }) => void setTimeout(() => talks.ended(callId), assistClearMs));
  return talks;
}

/** Of the page's own seat; of others' a screen draws what it hears on the bus. */
export const told = (message: AssistMessage, bus: Bus): void => talksOf(bus).heard(message);
