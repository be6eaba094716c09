import type { Bus } from "@liantai/bus";
import { assistClearMs } from "@liantai/api/contract/assist";
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
