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

/** level '': none. told: the log has it already (docs/protocol.md, G177). */
export interface ScoredSoFar {
  readonly level: string;
  /** 0 to 100. */
  readonly score: number;
  readonly told: boolean;
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly rule: IntentionRule;
}

const eventsOf = async (trx: Trx, compId: string, callId: string) =>
  (await readStream(trx, { compId, stream: "contact", id: callId })).filter(isContact);

const scoredIn = (events: Awaited<ReturnType<typeof eventsOf>>) => {
  const last = events.findLast(({ fact }) => fact.type === "flowStep" && fact.step === "intention");
  return last?.fact.type === "flowStep" ? last.fact.data : undefined;
};

/** Of a task without a rule of its own, and of its robot: the usual bands. */
async function ruleOf(trx: Trx, compId: string, ruleId: string): Promise<Named> {
  const row = ruleId === "" ? undefined : await ruleById(trx, compId, ruleId);
  const { levels, wins } = row ?? { levels: defaultBands, wins: [] };
  const rule = { levels, wins, addends: await addendsOf(trx, compId) };
  return { id: row?.id ?? "", name: row?.name ?? "默认等级", rule };
}

/** What the log of a call that goes on says of it, and whether its last step 123 says so already. undefined: no robot's of a task. */
export async function levelSoFar(
  { database }: Pick<Ports, "database">,
  compId: string,
  callId: string,
): Promise<ScoredSoFar | undefined> {
  return database.tenant(compId, async (trx) => {
    const { attempt, talk } = await scoredCall(trx, compId, callId);
    if (attempt?.ftype !== 1) return undefined;
    const { rule } = await ruleOf(trx, compId, attempt.settings.intentionRuleId || talk?.intentionRuleId || "");
    const events = await eventsOf(trx, compId, callId);
    const { level, score } = evaluate(rule, dialogueOf(events));
    const last = scoredIn(events);
    return { level, score, told: last?.["level"] === level && last["score"] === score };
  });
}

/** undefined: it has no level, for no robot had it, or its robot gives none. In the log the call is over. */
export async function scoreCall(trx: Trx, compId: string, callId: string, at: Date): Promise<Evaluation | undefined> {
  const { attempt, talk } = await scoredCall(trx, compId, callId);
  const ofTask = attempt?.ftype === 1 ? attempt : undefined;
  const ruleId = ofTask?.settings.intentionRuleId || talk?.intentionRuleId || "";
  if (!ofTask && ruleId === "") return undefined;
  const { id, name, rule } = await ruleOf(trx, compId, ruleId);
  const found = evaluate(rule, dialogueOf(await eventsOf(trx, compId, callId)));
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
