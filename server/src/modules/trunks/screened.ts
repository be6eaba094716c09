/** Rows as screening and dialling read them, and the one question that screens a number. */
import { dayOf } from "@liantai/api/contract";
import { installation } from "../../http/company.ts";
import type { Trx } from "../../ports/database.ts";
import { ownNumbers } from "../organisation/index.ts";
import { type OutRoute, type TrunkRoute } from "./outbound.ts";
import {
  barsOf,
  callsOf,
  limitsOf,
  routesOf,
  type BlackListRow,
  type CallLimitRow,
  type RouteOutRow,
} from "./repository.ts";
import {
  parsePrefixes,
  screenNumber,
  type BlackRow,
  type Direction,
  type LimitRow,
  type Verdict,
} from "./screening.ts";
import type { trunkRoutes } from "./trunk-repository.ts";

export const toOutRoute = (row: RouteOutRow): OutRoute => ({
  id: row.id,
  name: row.name,
  prefixes: parsePrefixes(row.prefixes),
  minLength: row.minLength,
  maxLength: row.maxLength,
  strip: row.strip,
  prepend: row.prepend,
  display: row.display,
  displayNumbers: parsePrefixes(row.displayNumbers),
  priority: row.priority,
  enabled: row.enabled === 1,
});

/** A number that is no longer the enterprise's, or out of service, is displayed by no route. */
export async function outRoutesOf(trx: Trx, compId: string): Promise<OutRoute[]> {
  const routes = (await routesOf(trx, compId)).map(toOutRoute);
  const own = await ownNumbers(
    trx,
    compId,
    routes.flatMap((route) => route.displayNumbers),
  );
  return routes.map((route) => ({
    ...route,
    displayNumbers: route.displayNumbers.filter((number) => own.has(number)),
  }));
}

export const toBlack = (row: BlackListRow): BlackRow => ({
  id: row.id,
  system: row.compId === installation,
  phone: row.phone,
  isPrefix: row.isPrefix === 1,
  callType: row.callType,
  expiresAt: row.expiresAt,
  remark: row.remark,
});

const toLimit = (row: CallLimitRow): LimitRow => ({
  id: row.id,
  name: row.name,
  direction: row.direction,
  prefixes: parsePrefixes(row.prefixes),
  kind: row.kind,
  hours: row.hours,
  perNumberPerDay: row.perNumberPerDay,
  minIntervalS: row.minIntervalS,
  enabled: row.enabled === 1,
});
export const toTrunkRoute = (row: Awaited<ReturnType<typeof trunkRoutes>>[number]): TrunkRoute => ({
  id: row.id,
  name: row.name,
  ownerCompId: row.ownerCompId,
  callerPrefixes: parsePrefixes(row.callerPrefixes),
  calleePrefixes: parsePrefixes(row.calleePrefixes),
  groupId: row.groupId,
  groupName: row.groupName,
  priority: row.priority,
  enabled: row.enabled === 1 && row.groupEnabled === 1,
});

export const callLimits = async (trx: Trx, compId: string): Promise<LimitRow[]> =>
  (await limitsOf(trx, compId)).map(toLimit);

/** Everything a number is held against, asked at once. Also what dialling's checks are given. */
export async function screeningFacts(trx: Trx, compId: string, direction: Direction, number: string, now: number) {
  const [bars, limits, calls] = await Promise.all([
    barsOf(trx, compId, number),
    callLimits(trx, compId),
    callsOf(trx, compId, direction, number, dayOf(now).from),
  ]);
  return {
    blacks: bars.map(toBlack),
    limits,
    callsToday: calls.count,
    lastCallAt: calls.last,
  };
}

/** Asked before the call has a record. */
export const screen = async (
  trx: Trx,
  compId: string,
  direction: Direction,
  number: string,
  now: number,
): Promise<Verdict> =>
  screenNumber({ direction, number, now, ...(await screeningFacts(trx, compId, direction, number, now)) });
