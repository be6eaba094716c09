/** 企业首页 and 坐席首页. */
import { AppError, type ReplyOf, dayMs, dayOf, formatDate } from "@liantai/api/contract";
import type { homeApi } from "@liantai/api/contract/admin";
import type { Caller } from "../../http/routes.ts";
import type { AdministrationDeps } from "../deps.ts";
import { balanceOf } from "../enterprises/index.ts";

import { agentDays, busiestAgents, groupDays, hours, liveCalls, storedBytes, totals } from "./repository.ts";

const busiest = 10;
const days = 7;

const percent = (part: number, whole: number): number | null =>
  whole > 0 ? Math.round((part / whole) * 1_000) / 10 : null;
const seconds = (ms: number): number => Math.round(ms / 1_000);

export function createHomeService({ ports: { database, clock } }: Pick<AdministrationDeps, "ports">) {
  return {
    async enterprise({ compId }: Caller): Promise<ReplyOf<typeof homeApi.enterprise>> {
      const { from, to } = dayOf(clock.now());
      return database.tenant(compId, async (trx) => {
        const [all, live, groups, agents, money, storageBytes] = await Promise.all([
          totals(trx, compId, from, to),
          liveCalls(trx, compId),
          groupDays(trx, compId, from, to),
          busiestAgents(trx, compId, from, to, busiest),
          balanceOf(trx, compId),
          storedBytes(trx, compId),
        ]);
        const offered = groups.reduce((sum, g) => sum + g.offered - g.waiting, 0);
        const within = groups.reduce((sum, g) => sum + g.within, 0);
        return {
          inbound: all.inbound,
          answered: all.answered,
          abandoned: all.abandoned,
          outbound: all.outbound,
          connected: all.connected,
          waiting: live.waiting,
          live: live.talking,
          answerRate: percent(all.answered, all.answered + all.abandoned),
          serviceLevel: percent(within, offered),
          averageWaitS: seconds(all.waitMs),
          averageTalkS: seconds(all.talkMs),
          balance: money.balance,
          arrears: money.arrears ? 1 : 0,
          storageBytes,
          groups: groups.map((g) => ({
            id: g.id,
            name: g.name,
            offered: g.offered,
            answered: g.answered,
            abandoned: g.abandoned,
            waiting: g.waiting,
            serviceLevel: percent(g.within, g.offered - g.waiting),
            thresholdS: g.thresholdS,
            averageWaitS: seconds(g.waitMs),
          })),
          agents: agents.map(({ talkMs, ...agent }) => ({ ...agent, talkS: seconds(talkMs) })),
        };
      });
    },
    async trend({ compId }: Caller): Promise<ReplyOf<typeof homeApi.trend>> {
      const now = clock.now();
      const today = dayOf(now);
      const { todays, yesterdays } = await database.tenant(compId, async (trx) => {
        const [todays, yesterdays] = await Promise.all([
          hours(trx, compId, today.from, today.to),
          hours(trx, compId, new Date(today.from.getTime() - dayMs), today.from),
        ]);
        return { todays, yesterdays };
      });
      return Array.from({ length: 24 }, (_, hour) => {
        const { inbound = 0, answered = 0, outbound = 0 } = todays.get(hour) ?? {};
        return { hour, inbound, answered, outbound, yesterday: yesterdays.get(hour)?.inbound ?? 0 };
      });
    },
    async seatDays({ compId, agentId }: Caller): Promise<ReplyOf<typeof homeApi.seatDays>> {
      if (agentId === null) throw new AppError("forbidden");
      const { from, to } = dayOf(clock.now());
      const first = new Date(from.getTime() - (days - 1) * dayMs);
      const found = await database.tenant(compId, (trx) => agentDays(trx, compId, agentId, first, to));
      return Array.from({ length: days }, (_, i) => {
        const day = formatDate(first.getTime() + i * dayMs);
        const { inbound = 0, outbound = 0, answered = 0, talkMs = 0 } = found.get(day) ?? {};
        return { day, inbound, outbound, answered, talkS: seconds(talkMs) };
      });
    },
  };
}
