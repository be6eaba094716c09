/** When a robot's call is over, its rule says which level it is. */
import type { Ports } from "../../../ports/index.ts";
import type { Trx } from "../../../ports/database.ts";
import { isContact, readStream } from "../../event-log/index.ts";
import { publish } from "../../topics.ts";
import {
  addendsOf,
  defaultBands,
  evaluate,
  ruleById,
  type Evaluation,
  type IntentionRule,
} from "../../understanding/index.ts";
import { dialogueOf } from "./dialogue.ts";
import { levelAttempt, putScore, scoredCall } from "./repository.ts";

interface Named {
  readonly id: string;
  readonly name: string;
  readonly rule: IntentionRule;
}

/** Of a task without a rule of its own, and of its robot: the usual bands. */
async function ruleOf(trx: Trx, compId: string, ruleId: string): Promise<Named> {
  const row = ruleId === "" ? undefined : await ruleById(trx, compId, ruleId);
  const { levels, wins } = row ?? { levels: defaultBands, wins: [] };
  const rule = { levels, wins, addends: await addendsOf(trx, compId) };
  return { id: row?.id ?? "", name: row?.name ?? "默认等级", rule };
}

async function evaluated(trx: Trx, compId: string, callId: string, rule: IntentionRule): Promise<Evaluation> {
  const events = await readStream(trx, { compId, stream: "contact", id: callId });
  return evaluate(rule, dialogueOf(events.filter(isContact)));
}

/** The level of a task's call that goes on, by what stands in the log; '': it has none. */
export async function levelSoFar(
  { database }: Pick<Ports, "database">,
  compId: string,
  callId: string,
): Promise<string> {
  return database.tenant(compId, async (trx) => {
    const { attempt, talk } = await scoredCall(trx, compId, callId);
    if (attempt?.ftype !== 1) return "";
    const { rule } = await ruleOf(trx, compId, attempt.settings.intentionRuleId || talk?.intentionRuleId || "");
    return (await evaluated(trx, compId, callId, rule)).level;
  });
}

/** undefined: it has no level, for no robot had it, or its robot gives none. In the log the call is over. */
export async function scoreCall(trx: Trx, compId: string, callId: string, at: Date): Promise<Evaluation | undefined> {
  const { attempt, talk } = await scoredCall(trx, compId, callId);
  const ofTask = attempt?.ftype === 1 ? attempt : undefined;
  const ruleId = ofTask?.settings.intentionRuleId || talk?.intentionRuleId || "";
  if (!ofTask && ruleId === "") return undefined;
  const { id, name, rule } = await ruleOf(trx, compId, ruleId);
  const found = await evaluated(trx, compId, callId, rule);
  const { level, minScore, maxScore, score, by, addends } = found;
  await putScore(trx, {
    ...{ compId, callId, at, robotId: talk?.robotId ?? "", taskId: ofTask?.taskId ?? "", ruleId: id, ruleName: name },
    ...{ level, minScore, maxScore, score, by, addends: JSON.stringify(addends) },
  });
  if (attempt) await levelAttempt(trx, compId, attempt, { level, score });
  return found;
}

/** What is given a level is told, so that 智能意向信息 has it. */
export async function scoreEnded(
  { database, broker, clock }: Pick<Ports, "database" | "broker" | "clock">,
  { compId, callId }: { readonly compId: string; readonly callId: string },
): Promise<void> {
  const found = await database.tenant(compId, (trx) => scoreCall(trx, compId, callId, new Date(clock.now())));
  if (found && found.level !== "")
    await publish(broker, "intention.scored", { compId, callId, level: found.level, score: found.score });
}
