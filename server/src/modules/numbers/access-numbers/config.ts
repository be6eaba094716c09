/** An access number as it is set up, for the engine and the tester. */
import type { TargetKind } from "@liantai/api/contract/admin";
import type { Trx } from "../../../ports/database.ts";
import type { NumberConfig, NumberTarget } from "../targets.ts";
import { findNumber, listRules } from "./repository.ts";

const targetOf = (row: {
  readonly targetKind: TargetKind;
  readonly targetId: string;
  readonly greeting: string;
  readonly greetingVoice: string;
}): NumberTarget => ({
  kind: row.targetKind,
  id: row.targetId,
  greeting: row.greeting,
  greetingVoice: row.greetingVoice,
});

/**
 * By the number alone: `trx` of the system role where the enterprise is not known yet. undefined: no such number, or no
 * enterprise has it. What it says is effective on the next call; a call that goes on keeps what it got.
 */
export async function loadNumberConfig(trx: Trx, number: string): Promise<NumberConfig | undefined> {
  const row = await findNumber(trx, number);
  if (!row || row.owner === null) return undefined;
  const rules = await listRules(trx, row.compId, number);
  return {
    compId: row.compId,
    number,
    title: row.title,
    enabled: row.enabled === 1,
    concurrency: row.concurrency,
    recordMode: row.recordMode,
    priorityMin: row.priorityMin,
    fallback: targetOf(row),
    rules: rules.map((rule) => ({
      position: rule.position,
      timeRuleId: rule.timeRuleId,
      timeRuleName: rule.name,
      time: { weekly: rule.weekly, holidays: rule.holidays, specials: rule.specials },
      target: targetOf(rule),
    })),
  };
}
