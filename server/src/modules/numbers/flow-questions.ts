/** What flows ask about numbers. */
import { appliesAt } from "@liantai/api/contract/admin";
import type { Trx } from "../../ports/database.ts";
import { numberPlaceParts } from "./area-codes/index.ts";
import { timeRules, whoseExtension } from "./flows-repository.ts";
import { lastAgent } from "./repository.ts";

/** How far back somebody is still the agent of the last time. */
const lastDays = 90;
const dayMs = 86_400_000;

/** The first of the rules that applies, in the order given; '' for none. */
export async function timeRuleNow(trx: Trx, compId: string, ids: readonly string[], now: number): Promise<string> {
  if (ids.length === 0) return "";
  const rows = await timeRules(trx, compId, ids);
  const rules = new Map(rows.map((row) => [row.id, row]));
  return (
    ids.find((id) => {
      const rule = rules.get(id);
      return (
        rule !== undefined &&
        appliesAt({ weekly: rule.weekly, holidays: rule.holidays, specials: rule.specials }, now).applies
      );
    }) ?? ""
  );
}

export async function extensionOf(trx: Trx, compId: string, number: string) {
  const row = await whoseExtension(trx, compId, number);
  return { extension: row?.extension ?? "", agentId: row?.agentId ?? "" };
}

export const lastAgentOf = async (trx: Trx, compId: string, number: string, now: number): Promise<string> =>
  (await lastAgent(trx, compId, number, new Date(now - lastDays * dayMs)))?.agentId ?? "";

/** '' where nobody knows. */
export function numberArea(number: string): { readonly province: string; readonly city: string } {
  const { province = "", city = "" } = numberPlaceParts(number) ?? {};
  return { province, city };
}
