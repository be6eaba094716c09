/** What decides whether and when a number is dialled; nothing here reads anything. */
export { abandonedRestMs, consent, dials, frequency, runCheck, runChecks } from "./checks.ts";
export { frameOf, hoursAt, nextOpening, type DialHours, type HoursAnswer, type Span } from "./hours.ts";
export type { CheckStep, DialledNumber, DialQuestion } from "./question.ts";
export { afterResult, intervalOf, type AfterResult, type CallResult } from "./retry.ts";
