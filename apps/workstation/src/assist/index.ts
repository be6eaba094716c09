/** 坐席辅助 of the page: a chunk that comes with the first message of it, or with the first talk. */
import type { Bus } from "@liantai/bus";
import type { AssistMessage } from "@liantai/api/contract/assist";
import { talksOf } from "./page-talks.ts";

export { AssistPart } from "./assist-part.tsx";

/** own: of the page's seat; of others' a screen may draw what it hears on the bus. */
export function told(message: AssistMessage, bus: Bus, own: boolean): void {
  if (own) talksOf(bus).heard(message);
}
