/** 坐席辅助 of the page: a chunk that comes with the first message of it, or with the first talk. */
import type { Bus } from "@liantai/bus";
import type { AssistMessage } from "@liantai/api/contract/assist";
import { talksOf } from "./page-talks.ts";

export { AssistPart } from "./assist-part.tsx";

/** Of the page's own seat; of others' a screen draws what it hears on the bus. */
export const told = (message: AssistMessage, bus: Bus): void => talksOf(bus).heard(message);
