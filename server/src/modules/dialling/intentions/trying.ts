/** A rule on calls that were: what it would have made of them. Nothing is saved. */
import { formatTime, maskPhone, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { intentionRuleApi } from "@liantai/api/contract/flow-editor";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers } from "../../../http/privacy.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { isContact, readStream } from "../../event-log/index.ts";
import { addendsOf, checkRule, evaluate } from "../../understanding/index.ts";
import { dialogueOf } from "./dialogue.ts";
import { lastRobotCalls } from "./repository.ts";

type Tried = typeof intentionRuleApi.try;
type Call = ReplyOf<Tried>["calls"][number];

function counted(calls: readonly Call[]): ReplyOf<Tried>["counts"] {
  const counts = new Map<string, { level: string; before: number; after: number }>();
  const at = (level: string) => {
    const known = counts.get(level) ?? { level, before: 0, after: 0 };
    counts.set(level, known);
    return known;
  };
  for (const { before, after } of calls) {
    at(before.level).before += 1;
    at(after.level).after += 1;
  }
  return [...counts.values()].sort((a, b) => a.level.localeCompare(b.level, "zh"));
}

export async function tryRule(
  { ports: { database } }: AdministrationDeps,
  body: BodyOf<Tried>,
  { caller }: RequestContext,
): Promise<ReplyOf<Tried>> {
  const compId = compOf(caller, body.compId);
  const { levels, wins = [], robotId = "", calls: most = 100 } = body;
  checkRule({ levels, wins });
  const hide = hidesNumbers(caller);
  const calls = await database.tenant(compId, async (trx) => {
    const rule = { levels, wins, addends: await addendsOf(trx, compId) };
    const list: Call[] = [];
    for (const row of await lastRobotCalls(trx, compId, robotId, most)) {
      const events = (await readStream(trx, { compId, stream: "contact", id: row.callId })).filter(isContact);
      const { level, score, by, addends } = evaluate(rule, dialogueOf(events));
      list.push({
        ...{ callId: row.callId, startTime: formatTime(row.takenAt), robotName: row.nameNow ?? row.robotName },
        number: hide ? maskPhone(row.number) : row.number,
        before: { level: row.level ?? "", score: row.score },
        after: { level, score },
        ...{ by, addends: addends.map(({ what, score: points }) => ({ what, score: points })) },
      });
    }
    return list;
  });
  return {
    changed: calls.filter(({ before, after }) => before.level !== after.level).length,
    counts: counted(calls),
    calls,
  };
}
