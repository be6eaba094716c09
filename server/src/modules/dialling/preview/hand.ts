/** How long a seat may keep a number, and what may be done to the one in its hands. Pure. */
import { minuteMs, secondMs } from "@liantai/api/contract";
import { liveStates, type TaskSettings } from "@liantai/api/contract/admin";
import type { PhoneRow } from "./repository.ts";

/** Who has taken a number and does nothing with it keeps it so long; afterwards it is anybody's. */
export const heldMs = 15 * minuteMs;
/** A page acts at the end of the reading time; one that is gone does not, and loses the number so much later. */
const graceMs = minuteMs;
/** So much after the reading time the server takes a skip for done, though the page has not said it. */
const lateMs = 10 * secondMs;
/** When a number that was passed over comes back. */
export const skipMs = 10 * minuteMs;

export const holdUntil = ({ readS, readingOver }: TaskSettings, now: number): number =>
  now + (readS > 0 && readingOver !== "wait" ? readS * secondMs + graceMs : heldMs);

export const isLive = ({ state }: Pick<PhoneRow, "state">): boolean => liveStates.has(state) && state !== "claimed";

/** The reading time is over, and the task says that the number is passed over then. */
export const isPassed = (
  { takenAt, state, skips }: Pick<PhoneRow, "takenAt" | "state" | "skips">,
  { readS, readingOver, skips: most }: Pick<TaskSettings, "readS" | "readingOver" | "skips">,
  now: number,
): boolean =>
  state === "claimed" &&
  takenAt !== null &&
  readS > 0 &&
  readingOver === "skip" &&
  skips < most &&
  now >= takenAt.getTime() + readS * secondMs + lateMs;
