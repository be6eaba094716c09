/**
 * What an engine takes up of the one before it, on a switch whose legs outlive the process (K35): calls, callers' places, agents. Legs
 * that are there go on, those that are gone leave their call, those of no call are hung up.
 */
import type { Database } from "../../../ports/database.ts";
import type { LiveLeg } from "../../../ports/switch.ts";
import { readSnapshots } from "../../event-log/index.ts";
import { callOf } from "../agent-machine.ts";
import { legsOf } from "../call/parties.ts";
import type { Party } from "../call/party.ts";
import type { Call } from "../call/types.ts";
import type { Calls } from "./calls.ts";
import type { EngineDeps } from "./deps.ts";
import type { EnterpriseEngine } from "./enterprise-engine.ts";
import { opened } from "./flow-sealing.ts";
import { isNetwork } from "./outside.ts";
import { readAgent, readCall, type AgentSnapshot, type CallSnapshot } from "./snapshots.ts";

export interface AdoptionDeps extends Pick<EngineDeps, "clock" | "switch" | "logger" | "flows"> {
  readonly database: Database;
  /** The one enterprise that is taken up; default: all. */
  readonly only?: string | undefined;
  /** The engine of an enterprise. */
  of(compId: string): Promise<EnterpriseEngine>;
  all(): readonly EnterpriseEngine[];
  /** Something that must be done before the engines may stop. */
  track(work: Promise<unknown>): void;
  /** The switch has them: until then no line outside is reached. */
  readonly trunks: Promise<void>;
}

export interface Adopted {
  /** Keys of calls and agents: compId/id. */
  readonly calls: ReadonlySet<string>;
  readonly agents: ReadonlySet<string>;
}

/** As it was, with what it waits for. Nobody is told: its pages have it already. */
async function restoreAgent({ clock, of }: AdoptionDeps, snapshot: AgentSnapshot): Promise<void> {
  const { sessions, statuses } = await of(snapshot.seat.compId);
  const { v: _, ...kept } = snapshot;
  const session = Object.assign(sessions.open(snapshot.seat), kept);
  session.registered = sessions.reaches(snapshot.seat);
  // Its pages come back with their gateways; a gateway that died with the old engine brings none.
  session.aloneSince = snapshot.aloneSince ?? clock.now();
  const { state } = session.agent;
  if (!("endsAt" in state) || state.endsAt === undefined) return;
  const left = Math.max(0, state.endsAt - clock.now());
  if (state.kind === "wrapUp")
    sessions.timer(session, "wrapUp", left, () => sessions.apply(session, { type: "wrapUpTimeout" }));
  else sessions.timer(session, "status", left, () => statuses.over(session));
}

/** A device's socket comes to the new engine a moment after it has begun (P23): it is looked for so often, and for so long. */
const device = { lookMs: 100, mostMs: 3_000 } as const;

/** Who was rung is rung again as soon as there is something to ring. */
function ringAgain(deps: AdoptionDeps, calls: Calls, callId: string, { id, user, leg }: Party, waitedMs = 0): void {
  const party = calls.get(callId)?.parties.find((each) => each.id === id);
  if (!party || party.up || party.leg !== leg) return;
  const again = () => void calls.dispatch(callId, { type: "ringLost", id });
  if (isNetwork(user)) return void deps.trunks.then(again);
  const reached = user === "" || deps.switch.isRegistered(user);
  if (reached || waitedMs >= device.mostMs) return again();
  deps.clock.after(device.lookMs, () => ringAgain(deps, calls, callId, party, waitedMs + device.lookMs));
}

/** What happened to a call's legs while nobody looked. */
function catchUp(deps: AdoptionDeps, calls: Calls, call: Call, live: ReadonlyMap<string, LiveLeg>): void {
  const { callId } = call;
  // What rang, and who was being called without the leg's name having come back: that leg is one of nobody's.
  const rung = call.parties.filter(
    ({ up, leg, attempt }) => !up && (leg === undefined ? attempt !== undefined : !live.has(leg)),
  );
  for (const party of rung) ringAgain(deps, calls, callId, party);
  for (const leg of legsOf(call)) {
    const found = live.get(leg);
    if (rung.some((party) => party.leg === leg)) continue;
    if (!found) calls.dispatch(callId, { type: "legGone", leg, cause: "lost" });
    else if (found.state === "answered") calls.dispatch(callId, { type: "legUp", leg });
  }
  for (const { rejoin } of call.parties) {
    const open = rejoin?.leg === undefined ? rejoin?.attempt : undefined;
    if (open !== undefined) calls.dispatch(callId, { type: "originateFailed", attempt: open, cause: "failed" });
  }
  if (call.phase.kind === "routing") calls.dispatch(callId, { type: "routed" });
  // What was being said is over, wherever it was.
  if (call.playing?.what === "flow") calls.dispatch(callId, { type: "flowResume" });
  else if (call.playing) calls.dispatch(callId, { type: "playDone", tag: call.playing.tag });
}

/** Agents whose call nobody has any more are out of it. */
function freeAgents({ calls, sessions }: EnterpriseEngine): void {
  for (const session of sessions.all()) {
    const callId = callOf(session.agent);
    if (callId !== undefined && !calls.get(callId)) sessions.apply(session, { type: "callEnded", wrapUpMs: 0 });
    sessions.refresh(session);
  }
}

export async function adopt(deps: AdoptionDeps): Promise<Adopted> {
  const { of, logger } = deps;
  const sw = deps.switch;
  // Every enterprise's calls were the last engine's, or one's.
  const [callRows, agentRows] = await deps.database.system(async (trx) => [
    await readSnapshots(trx, "call", deps.only),
    await readSnapshots(trx, "agent", deps.only),
  ]);
  const live = new Map((await sw.liveLegs()).map((leg) => [leg.leg, leg]));
  const agents = agentRows.map(readAgent).filter((each) => each !== undefined);
  const found = callRows.map((row) => readCall(opened(row, deps.flows))).filter((each) => each !== undefined);
  const unread = callRows.length + agentRows.length - agents.length - found.length;
  if (unread > 0) logger.warn({ unread }, "snapshots of another version, or damaged: what they were of is closed");
  for (const agent of agents) await restoreAgent(deps, agent);
  const ordered = found.sort((a, b) => orderOf(a) - orderOf(b));
  for (const snapshot of ordered) (await of(snapshot.call.compId)).calls.restore(snapshot);
  deps.all().forEach(freeAgents);
  const known = new Set(found.flatMap(({ call }) => legsOf(call)));
  for (const { leg } of live.values()) if (!known.has(leg)) deps.track(sw.hangup(leg, "failed").catch(() => undefined));
  for (const { call } of ordered) {
    const { calls } = await of(call.compId);
    calls.resume(call.callId);
    catchUp(deps, calls, call, live);
  }
  if (found.length + agents.length > 0)
    logger.info(
      { calls: found.length, agents: agents.length, legs: live.size },
      "the engine goes on with what there was",
    );
  return {
    calls: new Set(found.map(({ call }) => `${call.compId}/${call.callId}`)),
    agents: new Set(deps.all().flatMap(({ sessions }) => Array.from(sessions.all(), ({ key }) => key))),
  };
}

const orderOf = ({ queued }: CallSnapshot): number => queued?.place.order ?? -1;
