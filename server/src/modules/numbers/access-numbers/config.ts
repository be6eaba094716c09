/** An access number as it is set up, for the engine and the tester. */
import type { TargetKind } from "@liantai/api/contract/admin";
import type { Trx } from "../../../ports/database.ts";
import type { NumberConfig, NumberTarget } from "../targets.ts";
import { findNumber, listRules } from "./repository.ts";

const targetOf = (row: {
  readonly target_kind: string;
  readonly target_id: string;
  readonly greeting: string;
  readonly greeting_voice: string;
}): NumberTarget => ({
  kind: row.target_kind as TargetKind,
  id: row.target_id,
  greeting: row.greeting,
  greetingVoice: row.greeting_voice,
});

/**
 * By the number alone: `trx` of the system role where the enterprise is not known yet. undefined: no such number, or no
 * enterprise has it. What it says is effective on the next call; a call that goes on keeps what it got.
 */
export async function loadNumberConfig(trx: Trx, number: string): Promise<NumberConfig | undefined> {
  const row = await findNumber(trx, number);
  if (!row || row.owner === null) return undefined;
  const rules = await listRules(trx, row.comp_id, number);
  return {
    compId: row.comp_id,
    number,
    title: row.title,
    enabled: row.enabled === 1,
    concurrency: row.concurrency,
    fallback: targetOf(row),
    rules: rules.map((rule) => ({
      position: rule.position,
      timeRuleId: rule.time_rule_id,
      timeRuleName: rule.name,
      time: { weekly: rule.weekly, holidays: rule.holidays, specials: rule.specials },
      target: targetOf(rule),
    })),
  };
}
