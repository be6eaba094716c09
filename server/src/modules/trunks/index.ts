/** Trunks, routes, call limits and blacklists. The only face of this module. */
import type { Module } from "../../http/module.ts";
import type { Database, Trx } from "../../ports/database.ts";
import type { AdministrationDeps } from "../deps.ts";
import { createCallScreening } from "./call-screening.ts";
import { numbersBarredOutside } from "./barred-repository.ts";
import { numbersBarred } from "./repository.ts";
import { trunksRoutes } from "./routes.ts";
import { createEnterpriseService } from "./service.ts";
import { createTrunkService } from "./trunk-service.ts";

export { barNumber } from "./repository.ts";
export { createCallScreening };
export { createOutsideLines } from "./outside-lines.ts";
export { callLimits, screeningFacts } from "./screened.ts";
export { matchedPrefix, screenNumber, type BlackRow, type LimitRow, type Verdict } from "./screening.ts";

/** Of these numbers those that the enterprise or the installation has on a blacklist, whole or by their beginning. */
export async function blackListed(
  database: Database,
  compId: string,
  numbers: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  if (numbers.length === 0) return new Set();
  // system: the installation's list belongs to no enterprise.
  return database.system((trx) => numbersBarred(trx, compId, numbers, now));
}

/** One number on the installation's list, the enterprise's own, or either. */
export const onBlackList = (
  database: Database,
  compId: string,
  number: string,
  lists: "system" | "enterprise" | "both",
  now: number,
): Promise<boolean> =>
  database.system(async (trx) => (await numbersBarred(trx, compId, [number], now, lists)).has(number));

/** Of these numbers those that may not be called, in the transaction of who asks; the installation's list binds every enterprise. */
export const barredOutside = (
  trx: Trx,
  compId: string,
  numbers: readonly string[],
  lists: "system" | "both",
  now: Date,
): Promise<ReadonlySet<string>> => numbersBarredOutside(trx, compId, numbers, { lists, now });

export function createTrunksModule(deps: AdministrationDeps): Module {
  return { name: "trunks", routes: trunksRoutes(createTrunkService(deps), createEnterpriseService(deps)) };
}
