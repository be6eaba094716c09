/** The engine's question before a call goes on (modules/telephony/screening.ts): bars, limits, routes, notices. */
import { hourMs, maskPhone, dayMs } from "@liantai/api/contract";
import { noticePages } from "@liantai/api/contract/admin";
import type { Ports } from "../../ports/index.ts";
import type { ScreenCall, Screened } from "../telephony/index.ts";
import { administratorsWith, type Menus } from "../organisation/index.ts";
import { publish } from "../topics.ts";
import { chooseOutbound } from "./outbound.ts";
import { callsOf, insertBlock, noticesOf } from "./repository.ts";
import type { Direction } from "./screening.ts";
import { outRoutesOf, screen } from "./screened.ts";

export function createCallScreening(
  { database, broker, clock, random, logger }: Pick<Ports, "database" | "broker" | "clock" | "random" | "logger">,
  menus: Pick<Menus, "rights">,
): ScreenCall {
  /** Once a number, rule and window, to the administrators whose role has the page of the rule. */
  async function notice(compId: string, direction: Direction, number: string): Promise<void> {
    const now = clock.now();
    const due = await database.tenant(compId, async (trx) => {
      const found: { readonly id: string; readonly text: (shown: string) => string; readonly windowMs: number }[] = [];
      for (const rule of await noticesOf(trx, compId)) {
        if (rule.direction !== "both" && rule.direction !== direction) continue;
        const windowMs = rule.withinHours * hourMs;
        const { count } = await callsOf(trx, compId, direction, number, new Date(now - windowMs));
        // The call that asks is one of them.
        if (count + 1 >= rule.calls)
          found.push({
            id: rule.id,
            windowMs,
            text: (shown: string) =>
              `号码 ${shown} 在 ${rule.withinHours} 小时内已${direction === "in" ? "呼入" : "呼出"} ${count + 1} 次（提醒“${rule.name}”）`,
          });
      }
      return found;
    });
    if (due.length === 0) return;
    const administrators = await administratorsWith({ database, menus }, compId, { pages: noticePages });
    for (const { id, text, windowMs } of due) {
      if ((await broker.increment(`call-notice:${compId}:${id}:${direction}:${number}`, windowMs)) !== 1) continue;
      for (const { id: accountId, isHiddenNum } of administrators)
        await publish(broker, "message.send", {
          to: { accountId },
          message: {
            type: "msgNotify",
            id: random.id(),
            title: "通话频繁提醒",
            text: text(isHiddenNum === 1 ? maskPhone(number) : number),
            level: "warning",
            sound: true,
          },
        });
    }
  }

  return async ({ compId, direction, caller, callee }): Promise<Screened> => {
    const way: Direction = direction === "inbound" ? "in" : "out";
    const number = way === "in" ? caller : callee;
    const now = clock.now();
    const { verdict, routes } = await database.tenant(compId, async (trx) => {
      const verdict = await screen(trx, compId, way, number, now);
      if (verdict.rule)
        await insertBlock(trx, {
          compId,
          id: random.id(),
          at: new Date(now),
          direction: way,
          number,
          ruleKind: verdict.rule.kind,
          ruleId: verdict.rule.id,
          reason: verdict.reason,
        });
      return { verdict, routes: verdict.blocked || way === "in" ? [] : await outRoutesOf(trx, compId) };
    });
    if (verdict.blocked)
      return {
        ok: false,
        cause: verdict.rule?.kind === "blackList" ? "blacklisted" : "barred",
        reason: verdict.reason,
        ...(verdict.forGood ? { forGood: true } : {}),
      };
    // Beside the call, which does not wait for it.
    notice(compId, way, number).catch((error: unknown) => logger.warn({ error }, "a call notice was not sent"));
    if (way === "in" || routes.length === 0) return { ok: true };
    const turn = await broker.increment(`route-turn:${compId}`, dayMs);
    const { dialled, displayed, route } = chooseOutbound(routes, callee, turn);
    if (!route) return { ok: true };
    return {
      ok: true,
      ...(displayed ? { displayed } : {}),
      ...(dialled === callee ? {} : { dialled }),
      reason: `外呼路由“${route.name}”${dialled === callee ? "" : `：改拨 ${dialled}`}${displayed ? `，外显 ${displayed}` : ""}`,
    };
  };
}
