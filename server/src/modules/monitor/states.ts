/** What seats do at the moment of the question. */
import { seatStatusText, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { offlineSeat, type LiveAgent, type seatStatesApi } from "@liantai/api/contract/admin";
import { compOf } from "../../http/company.ts";
import { hidesNumbers } from "../../http/privacy.ts";
import type { Caller } from "../../http/routes.ts";
import type { EngineClient } from "../../ports/engine.ts";
import type { Ports } from "../../ports/index.ts";
import { followableSeats } from "../seats/index.ts";
import { masked } from "./watch.ts";

type Api = typeof seatStatesApi;

export interface StatesDeps {
  readonly ports: Pick<Ports, "clock" | "database">;
  readonly engine: Pick<EngineClient, "live">;
}

const nameOf = ({ code, statusName }: LiveAgent): string => seatStatusText(code, statusName);

async function liveSeats({ ports, engine }: StatesDeps, compId: string, caller: Caller): Promise<LiveAgent[]> {
  const agentIds = await ports.database.tenant(compId, (trx) => followableSeats(trx, compId, caller));
  const known = new Map((await engine.live(compId, true)).agents.map((agent) => [agent.agentId, agent]));
  return agentIds.sort().map((id) => known.get(id) ?? offlineSeat(id));
}

export async function seatStates(
  deps: StatesDeps,
  body: BodyOf<Api["states"]>,
  caller: Caller,
): Promise<ReplyOf<Api["states"]>> {
  const wanted = body.agentIds && new Set(body.agentIds);
  const all = await liveSeats(deps, compOf(caller, body.compId), caller);
  const seats = wanted ? all.filter(({ agentId }) => wanted.has(agentId)) : all;
  return {
    at: deps.ports.clock.now(),
    seats: (hidesNumbers(caller) ? seats.map(masked) : seats).map((agent) => ({
      agentId: agent.agentId,
      code: agent.code,
      name: nameOf(agent),
      reason: agent.reason,
      since: agent.since,
      callId: agent.call?.callId ?? null,
      number: agent.call?.number ?? null,
      direction: agent.call?.direction ?? null,
    })),
  };
}

export async function stateCounts(
  deps: StatesDeps,
  body: BodyOf<Api["counts"]>,
  caller: Caller,
): Promise<ReplyOf<Api["counts"]>> {
  const seats = await liveSeats(deps, compOf(caller, body.compId), caller);
  const states = new Map<string, { code: number; name: string; count: number }>();
  for (const seat of seats) {
    const { code } = seat;
    const name = nameOf(seat);
    const key = `${code} ${name}`;
    states.set(key, { code, name, count: (states.get(key)?.count ?? 0) + 1 });
  }
  return {
    at: deps.ports.clock.now(),
    seats: seats.length,
    signedIn: seats.filter(({ code }) => code !== 0).length,
    states: [...states.values()].sort((a, b) => b.count - a.count || a.code - b.code),
  };
}
