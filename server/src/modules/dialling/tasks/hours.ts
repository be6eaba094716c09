/** The hours of tasks, with what stands outside of them: the enterprise's frame and the time rules they name. */
import type { Trx } from "../../../ports/database.ts";
import { frameOf, type DialHours, type Span } from "../checks/index.ts";
import { timeRulesOf, type NamedRule } from "./named-repository.ts";
import { findFrame, type TaskWhole } from "./repository.ts";

export interface HoursFacts {
  readonly frame: Span;
  readonly rules: ReadonlyMap<string, NamedRule>;
}

type Timed = Pick<TaskWhole, "fromAt" | "untilAt" | "settings">;

/** Those that the tasks name. */
export const rulesNamed = (
  trx: Trx,
  compId: string,
  tasks: readonly Pick<Timed, "settings">[],
): Promise<HoursFacts["rules"]> =>
  timeRulesOf(trx, compId, [...new Set(tasks.map(({ settings }) => settings.timeRuleId).filter((id) => id !== ""))]);

export async function hoursFacts(trx: Trx, compId: string, tasks: readonly Timed[], law: Span): Promise<HoursFacts> {
  const row = await findFrame(trx, compId);
  return {
    frame: frameOf(law, row && { from: row.fromTime, to: row.toTime }),
    rules: await rulesNamed(trx, compId, tasks),
  };
}

export function hoursOf({ fromAt, untilAt, settings }: Timed, { frame, rules }: HoursFacts): DialHours {
  const { timeRuleId, windows } = settings;
  const rule = rules.get(timeRuleId);
  return {
    fromAt: fromAt?.getTime() ?? null,
    untilAt: untilAt?.getTime() ?? null,
    frame,
    windows,
    rule: timeRuleId === "" ? null : { name: rule?.name ?? "", time: rule?.time ?? null },
  };
}
