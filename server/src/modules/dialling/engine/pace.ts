/** How many calls a task dials now: the pacing of automatic tasks, and the lines of the others. Pure. */
import type { TaskSettings } from "@liantai/api/contract/admin";
import {
  pacingOf,
  want,
  type Cap,
  type PacingParameters,
  type PacingState,
  type Reason,
  type Want,
} from "../pacing/index.ts";
import type { TaskAgent } from "../../telephony/index.ts";
import { waitMsOf, waitsForAgents } from "./targets.ts";
import type { Flight } from "./flight.ts";

export interface PaceAsked {
  readonly now: number;
  readonly ftype: number;
  readonly settings: TaskSettings;
  readonly agents: readonly TaskAgent[];
  readonly flights: readonly Flight[];
  /** When calls of the last second were dialled. */
  readonly dialled: readonly number[];
  readonly lines: {
    readonly live: number;
    readonly most: number;
    /** Where tasks of the enterprise have shares: what they leave this one. */
    readonly shared?: { readonly used: number; readonly most: number };
    /** Of an intelligent task. */
    readonly robots?: { readonly used: number; readonly most: number };
  };
  readonly pacing: PacingState;
}

/** A task may want less than the law allows; what it steers towards follows. */
export const parametersOf = ({
  mode,
  ratio,
  ceiling,
  waitS,
}: Pick<TaskSettings, "mode" | "ratio" | "ceiling" | "waitS">): PacingParameters =>
  pacingOf({ mode, ratio, ceiling: ceiling / 100, patienceMs: waitMsOf({ waitS }) });

const inFlight = ({ state }: Flight): boolean => state === "dialling" || state === "ringing";
const paced: Partial<Record<TaskAgent["state"], "idle" | "talking" | "wrapUp">> = {
  idle: "idle",
  offered: "talking",
  talking: "talking",
  wrapUp: "wrapUp",
};

export function capsOf({
  settings,
  ftype,
  flights,
  dialled,
  lines,
}: Pick<PaceAsked, "settings" | "ftype" | "flights" | "dialled" | "lines">): Cap[] {
  const lived = flights.length;
  return [
    {
      of: "task",
      most: ftype === 1 ? Math.min(settings.concurrency, settings.lines) : settings.concurrency,
      used: lived,
    },
    ...(lines.most > 0 ? [{ of: "enterprise" as const, most: lines.most, used: lines.live }] : []),
    ...(lines.shared ? [{ of: "share" as const, ...lines.shared }] : []),
    ...(lines.robots ? [{ of: "robots" as const, ...lines.robots }] : []),
    { of: "callsASecond", most: settings.perSecond, used: dialled.length },
  ];
}

export function paceOf(asked: PaceAsked): Want {
  const { now, ftype, settings, agents, flights, dialled, pacing } = asked;
  const caps = capsOf(asked);
  if (!waitsForAgents({ ftype })) {
    const room = caps.map((cap) => ({ cap, left: Math.max(0, cap.most - cap.used) }));
    const least = room.reduce((a, b) => (b.left < a.left ? b : a));
    return { dial: least.left, surplus: 0, reasons: [{ code: "cap", ...least.cap } satisfies Reason] };
  }
  return want(
    {
      now,
      agents: agents.flatMap(({ state, since, endsAt }) => {
        const as = paced[state];
        return as ? [{ state: as, since, ...(endsAt === undefined ? {} : { endsAt }) }] : [];
      }),
      inFlight: flights.filter(inFlight).map(({ dialledAt }) => ({ dialledAt })),
      waiting: flights.filter(({ state, abandoned }) => state === "answered" && !abandoned).length,
      dialledLastSecond: dialled.length,
      caps,
      state: pacing,
    },
    parametersOf(settings),
  );
}
