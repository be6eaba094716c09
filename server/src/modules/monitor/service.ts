/** The seats somebody may follow, with their figures of today. */
import { dayOf, maskPhone, type ReplyOf } from "@liantai/api/contract";
import type { monitorApi } from "@liantai/api/contract/admin";
import type { Caller } from "../../http/routes.ts";
import type { Ports } from "../../ports/index.ts";
import { agentCalls } from "../home/index.ts";
import { followableSeats } from "../seats/index.ts";
import { sharedBy } from "../shared-answers.ts";
import { listMonitored, seatTimes } from "./repository.ts";

const noCalls = { inbound: 0, outbound: 0, answered: 0, talkMs: 0 };
const seconds = (ms: number): number => Math.round(ms / 1_000);

/** As often as a screen asks (console.md section 4): of all who look at an enterprise one asks the database. */
const sharedMs = 10_000;

/** Every seat's figures of the day so far. */
async function figuresOfDay({ database, clock }: Pick<Ports, "database" | "clock">, compId: string) {
  const asOf = clock.now();
  const { from, to } = dayOf(asOf);
  const { timesOf, calls } = await database.tenant(compId, async (trx) => ({
    timesOf: await seatTimes(trx, compId, from, new Date(asOf)),
    calls: new Map((await agentCalls(trx, compId, from, to)).map((of) => [of.agentId, of])),
  }));
  return {
    asOf,
    of(agentId: string) {
      const { signedIn, idle, busy, wrapUp, missed } = timesOf(agentId);
      const { inbound, outbound, answered, talkMs } = calls.get(agentId) ?? noCalls;
      return {
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
    },
  };
}

export const createSeatDays = (ports: Pick<Ports, "database" | "clock">) =>
  sharedBy(ports.clock, sharedMs, (compId) => figuresOfDay(ports, compId));

/** Who the seats are is each caller's own; what they did today is the same for everybody who may follow them. */
export function createMonitoredSeats(ports: Pick<Ports, "database" | "clock">) {
  const figures = createSeatDays(ports);
  return async (caller: Caller): Promise<ReplyOf<typeof monitorApi.seats>> => {
    const { compId, userId } = caller;
    const hides = caller.isHiddenNum || caller.hiddenGlobalPhone;
    const { asOf, of } = await figures(compId);
    const seats = await ports.database.tenant(compId, async (trx) =>
      listMonitored(trx, compId, userId, await followableSeats(trx, compId, caller)),
    );
    return {
      asOf,
      seats: seats.map((seat) => ({
        ...seat,
        skillGroups: [...seat.skillGroups],
        extension: seat.extension ?? "",
        forwardTo: hides ? maskPhone(seat.forwardTo) : seat.forwardTo,
        ...of(seat.agentId),
      })),
    };
  };
}
