/** A number that may be dialled, and a moment in its hours. */
import { epochOf } from "@liantai/api/contract";
import { legalFrame } from "@liantai/api/contract/admin";
import type { DialHours } from "./hours.ts";
import type { DialQuestion } from "./question.ts";

/** A Monday. */
export const noon = epochOf("2026-11-30 12:00:00");
export const wholeFrame: DialHours = { fromAt: null, untilAt: null, frame: legalFrame, windows: [], rule: null };
export const asked = (more: Partial<DialQuestion> = {}): DialQuestion => ({
  now: noon,
  task: {
    state: "running",
    kind: "service",
    perDay: 3,
    inAll: 6,
    frequencyDays: 0,
    frequencyCalls: 3,
  },
  hours: wholeFrame,
  number: {
    phone: "13800000001",
    state: "waiting",
    reason: "",
    attempts: 0,
    attemptsToday: 0,
    nextAt: null,
    consentSource: "",
    consentAt: null,
  },
  history: { calls: 0, roomAt: null, abandonedAt: null, complainedAt: null },
  screening: { blacks: [], limits: [], callsToday: 0, lastCallAt: null },
  arrears: false,
  capacities: [{ what: "任务并发", used: 3, most: 10 }],
  linesFull: "",
  agent: { ready: true, detail: "空闲坐席 2" },
  displayed: [{ number: "02160000000", rests: "" }],
  ...more,
});
