/** The call result code (console.md section 9) of what the network said of who did not answer: the table of docs/protocol.md, K25. Pure. */
import type { EarlyMedia, Release } from "../../ports/switch.ts";

const announced: Readonly<Record<Exclude<EarlyMedia, "unknown">, number>> = {
  poweredOff: 581,
  emptyNumber: 582,
  suspended: 583,
  inCall: 584,
  rejected: 585,
  unreachable: 586,
  outOfService: 587,
  busy: 588,
  wrongDialling: 589,
  reminder: 591,
  networkBusy: 593,
  noAnswer: 594,
  arrears: 595,
  numberChanged: 597,
  lineFault: 598,
  later: 599,
  restricted: 700,
};

const byQ850: Readonly<Record<number, number>> = {
  1: 582,
  17: 588,
  18: 594,
  19: 594,
  20: 581,
  21: 585,
  22: 597,
  27: 598,
  28: 589,
  31: 586,
  34: 593,
  38: 598,
  41: 598,
  42: 593,
  50: 587,
  55: 700,
  57: 700,
};

const bySip: Readonly<Record<number, number>> = {
  402: 595,
  404: 582,
  408: 586,
  410: 597,
  484: 589,
  486: 588,
  503: 593,
  600: 588,
  603: 585,
  604: 582,
};

/** undefined: it says nothing. */
export function codeOfRelease({ sipCode, q850, rang, earlyMedia }: Release): number | undefined {
  if (earlyMedia !== undefined && earlyMedia !== "unknown") return announced[earlyMedia];
  const told = q850 === undefined ? undefined : byQ850[q850];
  if (told !== undefined) return told;
  if (sipCode === 480) return rang ? 594 : 586;
  return sipCode === undefined ? undefined : bySip[sipCode];
}
