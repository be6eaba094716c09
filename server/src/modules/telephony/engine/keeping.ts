/** Snapshots, written with the log where somebody could go on with them: where the switch dies with the process, nobody can. */
import type { Timer } from "../../../ports/clock.ts";
import type { EventLog } from "../../event-log/index.ts";
import type { TimerName } from "../call/timer-name.ts";
import type { Call } from "../call/types.ts";
import type { AgentSession } from "./agent-session.ts";
import type { EngineDeps } from "./deps.ts";
import { writtenCall } from "./flow-sealing.ts";
import { agentSnapshot, snapshotVersion, type CallSnapshot } from "./snapshots.ts";

/** at: when it is due. */
export type Timers = Map<TimerName, { readonly timer: Timer; readonly at: number }>;

type KeepingDeps = Pick<EngineDeps, "switch" | "eventLog" | "flows">;

/** After a step of a call. */
export function keepCall(
  deps: KeepingDeps,
  { call, timers }: { readonly call: Call; readonly timers: Timers },
  queued: CallSnapshot["queued"],
): void {
  if (!deps.switch.capabilities.outlives) return;
  const due = Object.fromEntries(Array.from(timers, ([name, { at }]) => [name, at]));
  const snapshot: CallSnapshot = { v: snapshotVersion, call, timers: due, ...(queued ? { queued } : {}) };
  deps.eventLog.keep({
    kind: "call",
    compId: call.compId,
    id: call.callId,
    state: () => writtenCall(snapshot, deps.flows),
  });
}

/** The call is over. */
export function forgetCall(deps: KeepingDeps, { compId, callId: id }: Call): void {
  if (deps.switch.capabilities.outlives) deps.eventLog.keep({ kind: "call", compId, id, state: undefined });
}

/** Of agents: once a step that changed one is over. */
export function createAgentKeeper(eventLog: Pick<EventLog, "keep">): (session: AgentSession) => void {
  const changed = new Set<AgentSession>();

  function keep(session: AgentSession): void {
    const { compId, agentId: id } = session;
    const json = session.agent.state.kind === "offline" ? undefined : JSON.stringify(agentSnapshot(session));
    if (json === session.kept) return;
    session.kept = json;
    eventLog.keep({ kind: "agent", compId, id, state: json === undefined ? undefined : () => json });
  }

  return (session) => {
    if (changed.size === 0)
      queueMicrotask(() => {
        const all = [...changed];
        changed.clear();
        all.forEach(keep);
      });
    changed.add(session);
  };
}
