/** The number that a call outside shows under the enterprise's rule; it counts as shown. */
import { dayOf } from "@liantai/api/contract";
import type { Database } from "../../../ports/database.ts";
import { loadAreaCodes } from "../area-codes/index.ts";
import { chooseDisplayed, type Displayed } from "./choose.ts";
import { restText } from "./reputation.ts";
import { countUse, findRule, listDisplayed, lockRule } from "./repository.ts";

/** undefined: the enterprise has no such rule, and `usual` is shown as ever. */
export async function localNumber(
  { database }: { readonly database: Database },
  compId: string,
  callee: string,
  usual: string,
  now: number,
): Promise<Displayed | undefined> {
  if ((await database.tenant(compId, (trx) => findRule(trx, compId)))?.localPresence !== 1) return undefined;
  const areas = await loadAreaCodes();
  const { from } = dayOf(now);
  return database.tenant(compId, async (trx) => {
    const rule = await lockRule(trx, compId);
    if (rule?.localPresence !== 1) return undefined;
    const rows = await listDisplayed(trx, compId);
    const candidates = rows.map(({ number, day, calls, lastAt, ...rest }) => {
      const { province, city } = areas.any(number);
      const today = day?.getTime() === from.getTime();
      return {
        number,
        province,
        city,
        calls: today ? (calls ?? 0) : 0,
        lastAt: lastAt?.getTime(),
        paused: restText(rest, now) !== "",
      };
    });
    const { dailyCap, restS } = rule;
    const chosen = chooseDisplayed({ usual, callee: areas.any(callee), candidates, dailyCap, restS, now });
    await countUse(trx, compId, chosen.number, from, new Date(now));
    return chosen;
  });
}
