/** Whether an enterprise is in service, and what its calls show. */
import { dayOf } from "@liantai/api/contract";
import { findDefaultAccessNumber, ownNumbers } from "../../organisation/index.ts";
import { findNumber } from "../access-numbers/repository.ts";
import { countAnswered, findEnterprise, listGreetings } from "../repository.ts";
import { waitHistory } from "../wait-repository.ts";
import type { NumbersDeps } from "./deps.ts";
import type { Verbs } from "./questions.ts";

export const service = (
  deps: NumbersDeps,
  compId: Parameters<Verbs["service"]>[0],
  at: Parameters<Verbs["service"]>[1],
): ReturnType<Verbs["service"]> =>
  deps.database.tenant(compId, async (trx) => {
    const row = await findEnterprise(trx, compId);
    if (!row) return { enabled: false, arrears: false, maxCalls: 0 };
    return {
      enabled: row.enabled === 1 && (row.expiresAt === null || row.expiresAt.getTime() > at),
      arrears: row.forbidden === 0 && row.isWhite !== 1,
      maxCalls: row.maxConcurrentCalls,
    };
  });

export const displayNumber = (
  deps: NumbersDeps,
  compId: Parameters<Verbs["displayNumber"]>[0],
  agentId: Parameters<Verbs["displayNumber"]>[1],
): ReturnType<Verbs["displayNumber"]> =>
  deps.database.tenant(compId, async (trx) => (await findDefaultAccessNumber(trx, compId, agentId))?.number);

export const owns = (
  deps: NumbersDeps,
  compId: Parameters<Verbs["owns"]>[0],
  number: Parameters<Verbs["owns"]>[1],
): ReturnType<Verbs["owns"]> =>
  deps.database.tenant(compId, async (trx) => (await ownNumbers(trx, compId, [number])).has(number));

export const recordsByHand = (
  deps: NumbersDeps,
  compId: Parameters<Verbs["recordsByHand"]>[0],
  number: Parameters<Verbs["recordsByHand"]>[1],
): ReturnType<Verbs["recordsByHand"]> =>
  deps.database.tenant(compId, async (trx) => (await findNumber(trx, number))?.recordMode === 0);

export const answeredToday = (
  deps: NumbersDeps,
  compId: Parameters<Verbs["answeredToday"]>[0],
  agentId: Parameters<Verbs["answeredToday"]>[1],
  at: Parameters<Verbs["answeredToday"]>[2],
): ReturnType<Verbs["answeredToday"]> =>
  deps.database.tenant(compId, (trx) => countAnswered(trx, compId, agentId, dayOf(at).from, dayOf(at).to));

export const waits = (
  deps: NumbersDeps,
  compId: Parameters<Verbs["waits"]>[0],
  groupId: Parameters<Verbs["waits"]>[1],
): ReturnType<Verbs["waits"]> => deps.database.tenant(compId, (trx) => waitHistory(trx, compId, groupId));

// Every enterprise's greetings are spoken by the same engine, where it is one.
export const greetings = (deps: NumbersDeps, compId?: string): ReturnType<Verbs["greetings"]> =>
  deps.database.system(async (trx) => (await listGreetings(trx, compId)).map((r) => r.greeting));
