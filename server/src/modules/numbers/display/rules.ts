/** 外显规则: what an enterprise sets, numbers that are paused because fewer callees answer, and taking them up again. */
import { minuteMs, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { displayRuleApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { serviceOf } from "../../service.ts";
import { publish, subscribe } from "../../topics.ts";
import { fallen } from "./choose.ts";
import { findRule, lastAnswers, listDisplayed, pause, resume as resumeNumbers, saveRule } from "./repository.ts";

type Api = typeof displayRuleApi;
export type DisplayDeps = Pick<AdministrationDeps, "ports" | "audit">;

const off = { localPresence: 0, dailyCap: 0, restS: 0, pauseFalling: 0 };

async function get(
  { ports }: DisplayDeps,
  body: BodyOf<Api["get"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["get"]>> {
  const compId = compOf(caller, body.compId);
  const row = await ports.database.tenant(compId, (trx) => findRule(trx, compId));
  if (!row) return off;
  const { localPresence, dailyCap, restS, pauseFalling } = row;
  return { localPresence, dailyCap, restS, pauseFalling };
}

async function set({ ports, audit }: DisplayDeps, body: BodyOf<Api["set"]>, context: RequestContext): Promise<null> {
  const compId = compOf(context.caller, body.compId);
  const { localPresence, dailyCap, restS, pauseFalling } = body;
  const row = { localPresence, dailyCap, restS, pauseFalling };
  await ports.database.tenant(compId, async (trx) => {
    const before = await findRule(trx, compId);
    await saveRule(trx, { compId, ...row });
    const { compId: _, ...was } = before ?? { compId, ...off };
    await audit.write(trx, context, {
      compId,
      object: "displayRule",
      action: "update",
      id: compId,
      before: was,
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

export type DisplayRules = ReturnType<typeof createDisplayRules>;
export const createDisplayRules = (deps: DisplayDeps) => serviceOf(deps, { get, set, resume });

/** Pauses what has fallen; who did it first tells administrators and monitors. */
async function look({ ports }: DisplayDeps, compId: string): Promise<void> {
  const { database, clock, broker, random } = ports;
  const paused = await database.tenant(compId, async (trx) => {
    if ((await findRule(trx, compId))?.pauseFalling !== 1) return [];
    const done: { number: string; reason: string }[] = [];
    for (const { number, pausedAt, resumedAt } of await listDisplayed(trx, compId)) {
      if (pausedAt) continue;
      const calls = await lastAnswers(trx, compId, number);
      // Since it was taken up again it has shown nothing yet that could be judged.
      const judged = calls.filter(({ startAt }) => !resumedAt || startAt > resumedAt).length;
      const fall = fallen(calls.map(({ answerAt }) => answerAt !== null));
      if (!fall || (resumedAt && judged < 50)) continue;
      const reason = `近50次外呼接通率${fall.recentPct}%，之前为${fall.beforePct}%`;
      if (await pause(trx, compId, number, reason, new Date(clock.now()))) done.push({ number, reason });
    }
    return done;
  });
  for (const { number, reason } of paused)
    await publish(broker, "message.send", {
      to: { compId, supervisors: true },
      message: {
        type: "msgNotify",
        id: random.id(),
        title: "外显号码已暂停",
        text: `${number}：${reason}，已暂停外显，可在“接入号码”中恢复`,
        level: "warning",
      },
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
