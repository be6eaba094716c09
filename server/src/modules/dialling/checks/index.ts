/** What decides whether and when a number is dialled; nothing here reads anything. */
export {
  abandonedRestMs,
  attemptsAgainAt,
  capacity,
  complaintRestMs,
  dials,
  displayed,
  linesFullBy,
  numbersFull,
  runCheck,
  runChecks,
  trunksFull,
} from "./checks.ts";
export {
  closedProvinces,
  frameOf,
  hoursAt,
  hoursFor,
  nextOpening,
  openSpans,
  within,
  type DialHours,
  type Span,
} from "./hours.ts";
export type { CheckStep, DialQuestion } from "./question.ts";
export { afterResult, intervalOf, namesResult } from "./retry.ts";
export { hourAt, hourRate, totalOf, triesOf, weekendAt, type HourCount } from "./slots.ts";
