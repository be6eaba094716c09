/** 企业首页 and 坐席首页. */
import { AppError, dayMs, dayOf, formatDate, formatTime, hourMs, type ReplyOf } from "@liantai/api/contract";
import type { homeApi, Sums } from "@liantai/api/contract/admin";
import type { Caller } from "../../http/routes.ts";
import type { Database, Trx } from "../../ports/database.ts";
import type { AdministrationDeps } from "../deps.ts";
import { balanceOf } from "../enterprises/index.ts";
import { groupDays, ranking, sumsOf } from "./day.ts";
import {
  callSums,
  enabledGroups,
  hourParts,
  liveCalls,
  storedBytes,
  waitingByGroup,
  type HourPart,
} from "./repository.ts";
import { visitHours } from "./visits-repository.ts";
import { seatNames } from "../seats/index.ts";
import { busySeats, seatDays, seatHours } from "./agents-repository.ts";
import { sharedBy } from "../shared-answers.ts";
import { createSettledHours, type HoursOf } from "./settled-hours.ts";
import { allStates, stateHours, stateSums } from "./states-repository.ts";

const busiest = 10;
const days = 7;
/** Everybody who looks at the same enterprise is told of a change in the same moment and asks at once: one answer serves them. */
const sharedMs = 1_000;
/** All recordings are added up: once a minute is enough. */
const storageMs = 60_000;

const percent = (part: number, whole: number): number | null =>
  whole > 0 ? Math.round((part / whole) * 1_000) / 10 : null;
const seconds = (ms: number): number => Math.round(ms / 1_000);

interface Stretch {
  readonly from: Date;
  readonly to: Date;
}

/** Today up to now, and yesterday up to the same time of day. */
function stretches(now: number): { readonly today: Stretch; readonly yesterday: Stretch } {
  const { from } = dayOf(now);
  return {
    // What begins in this very millisecond is in.
    today: { from, to: new Date(now + 1) },
    yesterday: { from: new Date(from.getTime() - dayMs), to: new Date(now + 1 - dayMs) },
  };
}

const bounds = (now: number) => {
  const { from, to } = dayOf(now);
  return { asOf: formatTime(now), from: formatTime(from), to: formatTime(to.getTime() - 1) };
};

async function allSums(trx: Trx, compId: string, stretch: Stretch, agentId: string): Promise<Sums> {
  const calls = await callSums(trx, compId, stretch.from, stretch.to, agentId);
  return { ...calls, ...(await stateSums(trx, compId, stretch.from, new Date(stretch.to.getTime() - 1), agentId)) };
}

/** Calls by hour, of today and of yesterday. */
async function curveOf(
  database: Database,
  settled: HoursOf<HourPart, undefined>,
  compId: string,
  now: number,
): Promise<ReplyOf<typeof homeApi.trend>> {
  const { from, to } = dayOf(now);
  const yesterday = from.getTime() - dayMs;
  const [todays, yesterdays] = await database.tenant(compId, async (trx) => {
    return [
      await settled(trx, compId, from, to, undefined),
      await settled(trx, compId, new Date(yesterday), from, undefined),
    ] as const;
  });
  return Array.from({ length: 24 }, (_, hour) => {
    const { inbound, answered, dialled } = sumsOf(todays.get(from.getTime() + hour * hourMs) ?? []);
    const before = sumsOf(yesterdays.get(yesterday + hour * hourMs) ?? []);
    return { hour, inbound, answered, outbound: dialled, yesterday: before.inbound };
  });
}

export function createHomeService({ ports: { database, clock } }: Pick<AdministrationDeps, "ports">) {
  const settled = createSettledHours(clock, hourParts);
  const settledVisits = createSettledHours(clock, visitHours);
  const settledSeats = createSettledHours(clock, seatHours);
  const settledStates = createSettledHours(clock, stateHours);
  const statesOf = async (trx: Trx, compId: string, { from, to }: Stretch) =>
    allStates((await settledStates(trx, compId, from, new Date(to.getTime() - 1), 0)).values());

  async function enterpriseDay(compId: string): Promise<ReplyOf<typeof homeApi.enterprise>> {
    const now = clock.now();
    const { today, yesterday } = stretches(now);
    return database.tenant(compId, async (trx) => {
      const parts = [...(await settled(trx, compId, today.from, today.to, undefined)).values()].flat();
      const visits = [...(await settledVisits(trx, compId, today.from, today.to, undefined)).values()].flat();
      const states = await statesOf(trx, compId, today);
      const before = [...(await settled(trx, compId, yesterday.from, yesterday.to, undefined)).values()].flat();
      const statesBefore = await statesOf(trx, compId, yesterday);
      const live = await liveCalls(trx, compId);
      const waiting = await waitingByGroup(trx, compId);
      const groups = groupDays(await enabledGroups(trx, compId), visits);
      const agents = ranking(
        busySeats((await settledSeats(trx, compId, today.from, today.to, today.from.getTime())).values()),
      );
      const seats = await seatNames(
        trx,
        compId,
        agents.map(({ agentId }) => agentId),
      );
      return {
        ...bounds(now),
        today: { ...sumsOf(parts), ...states },
        yesterday: { ...sumsOf(before), ...statesBefore },
        live: {
          waiting: live.waiting,
          talking: live.talking,
          waitingSince: live.waitingSince && formatTime(live.waitingSince),
          from: live.from && formatTime(live.from),
        },
        groups: groups.map((g) => ({
          id: g.id,
          name: g.name,
          offered: g.queued,
          answered: g.queueAnswered,
          abandoned: g.abandoned,
          waiting: waiting.get(g.id) ?? 0,
          serviceLevel: percent(g.withinLevel, g.leveled),
          thresholdS: g.serviceLevelS,
          averageWaitS: g.queueAnswered > 0 ? seconds(g.waitMs / g.queueAnswered) : 0,
        })),
        agents: agents
          .flatMap(({ talkMs, ...agent }) => {
            const name = seats.get(agent.agentId);
            return name === undefined ? [] : [{ ...agent, name, talkS: seconds(talkMs) }];
          })
          .slice(0, busiest),
      };
    });
  }

  const enterprise = sharedBy(clock, sharedMs, enterpriseDay);
  const storage = sharedBy(clock, storageMs, (compId) => database.tenant(compId, (trx) => storedBytes(trx, compId)));
  const trend = sharedBy(clock, sharedMs, (compId) => curveOf(database, settled, compId, clock.now()));

  return {
    enterprise: ({ compId }: Caller) => enterprise(compId),
    trend: ({ compId }: Caller) => trend(compId),
    async account({ compId }: Caller): Promise<ReplyOf<typeof homeApi.account>> {
      const storageBytes = await storage(compId);
      const { balance, arrears } = await database.tenant(compId, (trx) => balanceOf(trx, compId));
      return { balance, arrears: arrears ? 1 : 0, storageBytes };
    },
    async seat({ compId, agentId }: Caller): Promise<ReplyOf<typeof homeApi.seat>> {
      if (agentId === null) throw new AppError("forbidden");
      const now = clock.now();
      const { today, yesterday } = stretches(now);
      return database.tenant(compId, async (trx) => ({
        agentId,
        ...bounds(now),
        today: await allSums(trx, compId, today, agentId),
        yesterday: await allSums(trx, compId, yesterday, agentId),
      }));
    },
    async seatDays({ compId, agentId }: Caller): Promise<ReplyOf<typeof homeApi.seatDays>> {
      if (agentId === null) throw new AppError("forbidden");
      const { from, to } = dayOf(clock.now());
      const first = new Date(from.getTime() - (days - 1) * dayMs);
      const found = await database.tenant(compId, (trx) => seatDays(trx, compId, agentId, first, to));
      return Array.from({ length: days }, (_, i) => {
        const day = formatDate(first.getTime() + i * dayMs);
        const { inbound = 0, outbound = 0, answered = 0, talkMs = 0 } = found.get(day) ?? {};
        return { day, inbound, outbound, answered, talkS: seconds(talkMs) };
      });
    },
  };
}
