/** 外显规则: what an enterprise sets, numbers that rest because of what came of their calls, and taking them up again (D30). */
import { dayMs, formatMinute, hourMs, minuteMs, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { usualRest, type displayRuleApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { serviceOf } from "../../service.ts";
import { publish, subscribe } from "../../topics.ts";
import { isLast, judgedCalls, restReason, restText } from "./reputation.ts";
import {
  endRests,
  findRule,
  lastCalls,
  listDisplayed,
  lockRule,
  numbersOfTasks,
  pause as pauseNumbers,
  resume as resumeNumbers,
  saveRule,
  warnOnce,
} from "./repository.ts";

type Api = typeof displayRuleApi;
export type DisplayDeps = Pick<AdministrationDeps, "ports" | "audit">;

const off = { localPresence: 0, dailyCap: 0, restS: 0, pauseFalling: 0, ...usualRest };
type Rule = { readonly [K in keyof typeof off]: number };
const fieldsOf = ({ compId: _, ...fields }: Rule & { readonly compId: string }): Rule => fields;

async function get(
  { ports }: DisplayDeps,
  body: BodyOf<Api["get"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["get"]>> {
  const compId = compOf(caller, body.compId);
  const row = await ports.database.tenant(compId, (trx) => findRule(trx, compId));
  return row ? fieldsOf(row) : off;
}

async function set({ ports, audit }: DisplayDeps, body: BodyOf<Api["set"]>, context: RequestContext): Promise<null> {
  const compId = compOf(context.caller, body.compId);
  const row = fieldsOf({ ...body, compId });
  await ports.database.tenant(compId, async (trx) => {
    const before = await findRule(trx, compId);
    await saveRule(trx, { compId, ...row });
    await audit.write(trx, context, {
      compId,
      object: "displayRule",
      action: "update",
      id: compId,
      before: before ? fieldsOf(before) : off,
      after: row,
    });
  });
  return null;
}

async function resume({ ports, audit }: DisplayDeps, body: BodyOf<Api["resume"]>, context: RequestContext) {
  const compId = compOf(context.caller, body.compId);
  return ports.database.tenant(compId, async (trx) => {
    const rows = await resumeNumbers(trx, compId, body.ids, new Date(ports.clock.now()));
    for (const { number } of rows)
      await audit.write(trx, context, {
        compId,
        object: "accessNum",
        action: "resumeDisplay",
        id: number,
        name: number,
      });
    return { count: rows.length };
  });
}

async function pause({ ports, audit }: DisplayDeps, body: BodyOf<Api["pause"]>, context: RequestContext) {
  const compId = compOf(context.caller, body.compId);
  const now = ports.clock.now();
  const { ids, reason, hours } = body;
  const until = hours === 0 ? null : new Date(now + hours * hourMs);
  return ports.database.tenant(compId, async (trx) => {
    await endRests(trx, compId, new Date(now));
    const by = context.caller.nickName;
    const numbers = await pauseNumbers(trx, compId, ids, { reason, by, now: new Date(now), until });
    for (const number of numbers)
      await audit.write(trx, context, {
        ...{ compId, object: "accessNum", action: "pauseDisplay", id: number, name: number },
        after: { remark: reason, restHours: hours },
      });
    return { count: numbers.length };
  });
}

export type DisplayRules = ReturnType<typeof createDisplayRules>;
export const createDisplayRules = (deps: DisplayDeps) => serviceOf(deps, { get, set, pause, resume });

interface News {
  readonly number: string;
  readonly title: string;
  readonly text: string;
}

/** Under the lock of the rule: two processes that look at once do not let two numbers rest of which one must be shown. */
async function judge(trx: Trx, compId: string, now: number): Promise<News[]> {
  const news: News[] = [];
  const rule = await lockRule(trx, compId);
  for (const { number } of await endRests(trx, compId, new Date(now)))
    news.push({ number, title: "外显号码已恢复", text: "暂停时间已到，恢复外显" });
  if (rule?.pauseFalling !== 1) return news;
  const rows = await listDisplayed(trx, compId);
  const tasks = await numbersOfTasks(trx, compId);
  const until = rule.restHours === 0 ? null : new Date(now + rule.restHours * hourMs);
  let shown = rows.filter((row) => restText(row, now) === "").map(({ number }) => number);
  for (const { number, resumedAt } of rows.filter((row) => shown.includes(row.number))) {
    const calls = await lastCalls(trx, compId, number, judgedCalls(rule));
    const isNew = ({ startAt }: { readonly startAt: Date }) => resumedAt === null || startAt > resumedAt;
    // Since it was taken up again it has shown nothing yet that could be judged.
    const reason = restReason(
      calls.filter(isNew),
      calls.filter((call) => !isNew(call)),
      rule,
    );
    if (reason === undefined) continue;
    if (isLast(number, shown, tasks)) {
      const warned = await warnOnce(trx, compId, number, new Date(now), new Date(now - dayMs));
      const text = `${reason}；运行中的任务没有其他可用的外显号码，仍继续外显`;
      if (warned) news.push({ number, title: "外显号码异常", text });
      continue;
    }
    const [done] = await pauseNumbers(trx, compId, [number], { reason, by: "", now: new Date(now), until });
    if (done === undefined) continue;
    shown = shown.filter((one) => one !== number);
    const ends = until ? `${formatMinute(until)}自动恢复` : "不会自动恢复";
    news.push({ number, title: "外显号码已暂停", text: `${reason}，已暂停外显，${ends}，可在“接入号码”中恢复` });
  }
  return news;
}

/** Administrators and monitors are told. */
async function look({ ports }: DisplayDeps, compId: string): Promise<void> {
  const { database, clock, broker, random } = ports;
  const news = await database.tenant(compId, (trx) => judge(trx, compId, clock.now()));
  for (const { number, title, text } of news)
    await publish(broker, "message.send", {
      to: { compId, supervisors: true },
      message: { type: "msgNotify", id: random.id(), title, text: `${number}：${text}`, level: "warning" },
    });
}

/** A minute after a call of the enterprise is over, once for all that end in it. */
export async function watchAnswers(deps: DisplayDeps): Promise<() => Promise<void>> {
  const { broker, clock, logger } = deps.ports;
  const due = new Map<string, { cancel(): void }>();
  const end = await subscribe(broker, "call.recorded", ({ compId }) => {
    if (due.has(compId)) return;
    const timer = clock.after(minuteMs, () => {
      due.delete(compId);
      void look(deps, compId).catch((error: unknown) =>
        logger.warn({ error, compId }, "answer rates were not looked at"),
      );
    });
    due.set(compId, timer);
  });
  return async () => {
    for (const timer of due.values()) timer.cancel();
    due.clear();
    await end();
  };
}
