/** The day's worst connections among the calls of the seats somebody may follow. */
import { dayOf, formatTime, maskPhone, type ReplyOf } from "@liantai/api/contract";
import type { poorAudioApi } from "@liantai/api/contract/admin";
import { hidesNumbers } from "../../http/privacy.ts";
import type { Caller } from "../../http/routes.ts";
import type { Ports } from "../../ports/index.ts";
import { followableSeats } from "../seats/index.ts";
import { worstLegs } from "./repository.ts";

const MOST = 50;

export function poorAudio(
  { database, clock }: Pick<Ports, "database" | "clock">,
  caller: Caller,
): Promise<ReplyOf<typeof poorAudioApi.list>> {
  const { compId } = caller;
  const hide = hidesNumbers(caller);
  return database.tenant(compId, async (trx) => {
    const agentIds = await followableSeats(trx, compId, caller);
    const legs = await worstLegs(trx, compId, dayOf(clock.now()).from, agentIds, MOST);
    return legs.map(({ role, number, startAt, talkMs, ...leg }) => ({
      ...leg,
      customer: role === "customer",
      number: hide && leg.agentId === null ? maskPhone(number) : number,
      startTime: formatTime(startAt),
      talkS: Math.round(talkMs / 1_000),
    }));
  });
}
