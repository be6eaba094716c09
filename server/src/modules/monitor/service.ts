/** The seats somebody may follow, with their figures of today. */
import { dayOf, maskPhone, type ReplyOf } from "@liantai/api/contract";
import type { monitorApi } from "@liantai/api/contract/admin";
import type { Caller } from "../../http/routes.ts";
import type { Ports } from "../../ports/index.ts";
import { agentCalls } from "../home/index.ts";
import { followableSeats } from "../seats/index.ts";
import { listMonitored, seatTimes } from "./repository.ts";

const noCalls = { inbound: 0, outbound: 0, answered: 0, talkMs: 0 };
const seconds = (ms: number): number => Math.round(ms / 1_000);

export function monitoredSeats(
  { database, clock }: Pick<Ports, "database" | "clock">,
  caller: Caller,
): Promise<ReplyOf<typeof monitorApi.seats>> {
  const { compId, userId } = caller;
  const hides = caller.isHiddenNum || caller.hiddenGlobalPhone;
  return database.tenant(compId, async (trx) => {
    const asOf = clock.now();
    const { from, to } = dayOf(asOf);
    const agentIds = await followableSeats(trx, compId, caller);
    const seats = await listMonitored(trx, compId, userId, agentIds);
    const timesOf = await seatTimes(trx, compId, from, new Date(asOf), agentIds);
    const calls = new Map((await agentCalls(trx, compId, from, to, agentIds)).map((of) => [of.agentId, of]));
    return {
      asOf,
      seats: seats.map((seat) => {
        const { signedIn, idle, busy, wrapUp, missed } = timesOf(seat.agentId);
        const { inbound, outbound, answered, talkMs } = calls.get(seat.agentId) ?? noCalls;
        return {
          ...seat,
          skillGroups: [...seat.skillGroups],
          extension: seat.extension ?? "",
          forwardTo: hides ? maskPhone(seat.forwardTo) : seat.forwardTo,
          signedInS: seconds(signedIn),
          idleS: seconds(idle),
          busyS: seconds(busy),
          wrapUpS: seconds(wrapUp),
          missed,
          inbound,
          outbound,
          answered,
          averageTalkS: answered === 0 ? null : seconds(talkMs / answered),
        };
      }),
    };
  });
}
