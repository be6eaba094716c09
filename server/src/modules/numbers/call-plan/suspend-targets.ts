/** Where agents send customers who come back by themselves (挂起转). */
import { type NumbersDeps, file } from "./deps.ts";
import { findSuspendTarget, type SuspendTargetRow } from "../suspend-repository.ts";
import type { SuspendAsk, SuspendTarget } from "./types.ts";

function askOf({ want, options, leastDigits, mostDigits, secret, seconds, turns }: SuspendTargetRow): SuspendAsk {
  switch (want) {
    case "nothing":
      return { want };
    case "choice":
      return { want, options, seconds, turns };
    case "digits":
      return { want, least: leastDigits, most: mostDigits, secret: secret === 1, seconds, turns };
  }
}

export async function suspendTarget(deps: NumbersDeps, compId: string, id: string): Promise<SuspendTarget | undefined> {
  const row = await deps.database.tenant(compId, (trx) => findSuspendTarget(trx, compId, id));
  if (row?.enabled !== 1) return undefined;
  const path = await file(deps, compId, row.voiceId);
  const { name, text, dataKey } = row;
  const recorded = row.recorded === 1;
  return { kind: "voice", id, name, text, ...(path === undefined ? {} : { path }), ask: askOf(row), dataKey, recorded };
}
