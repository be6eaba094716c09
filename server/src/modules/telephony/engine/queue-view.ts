/** What waits now and who is there, as monitors read it: out of memory, and kept nowhere else. */
import { seatStatus, statusCodeOf, type SeatStatusCode } from "@liantai/api/contract";
import type { GroupNow, QueuesNow, WaitingCall } from "../../../ports/engine.ts";
import { farOf, nearOf } from "../call/parties.ts";
import { boostOf } from "../call/priority.ts";
import { queueOf, type Call } from "../call/types.ts";
import type { AgentSession } from "./agent-session.ts";
import type { AgentSessions } from "./agent-sessions.ts";
import type { Callbacks } from "./callbacks.ts";
import type { Calls } from "./calls.ts";

export interface QueueViewDeps {
  readonly calls: Calls;
  readonly callbacks: Callbacks;
  readonly sessions: AgentSessions;
}

type Counted = Exclude<keyof typeof nobody, "signedIn">;

const counted: Readonly<Partial<Record<SeatStatusCode, Counted>>> = {
  [seatStatus.idle]: "idle",
  [seatStatus.busy]: "busy",
  [seatStatus.ringStart]: "ringing",
  [seatStatus.ringing]: "ringing",
  [seatStatus.afterCall]: "wrapUp",
};

const nobody = { signedIn: 0, idle: 0, ringing: 0, talking: 0, wrapUp: 0, busy: 0 };

/** Seats that are signed in, in each group they answer for. */
function groupsOf(
  sessions: Iterable<AgentSession>,
): readonly (Pick<GroupNow, "id"> & Record<keyof typeof nobody, number>)[] {
  const groups = new Map<string, Record<keyof typeof nobody, number>>();
  for (const { agent, seat } of sessions) {
    if (agent.state.kind === "offline") continue;
    const kind = counted[statusCodeOf(agent.state)] ?? "talking";
    for (const { id } of seat.groups) {
      const group = groups.get(id) ?? { ...nobody };
      groups.set(id, group);
      group.signedIn += 1;
      group[kind] += 1;
    }
  }
  return [...groups].map(([id, counts]) => ({ id, ...counts }));
}

function waitingCall(call: Call, ahead: number, offered: readonly string[], waitMs: number | undefined): WaitingCall {
  const queue = queueOf(call);
  const target = call.routed?.target;
  return {
    callId: call.callId,
    callback: null,
    number: farOf(call).number,
    accessNumber: call.accessNumber ?? null,
    groupIds: (queue?.groups ?? []).slice(0, call.joined).map(({ id }) => id),
    queueName: target?.kind === "dispatchQueue" ? target.name : null,
    arrivedAt: call.startedAt,
    queuedAt: call.queuedAt ?? call.startedAt,
    ahead,
    waitMs: waitMs ?? null,
    boostMs: boostOf(call),
    movedMs: call.movedMs,
    offered,
    ringing: nearOf(call)?.agentId ?? null,
  };
}

export function queuesNow({ calls, callbacks, sessions }: QueueViewDeps, compId: string, at: number): QueuesNow {
  return {
    at,
    groups: groupsOf([...sessions.all()].filter((session) => session.compId === compId)).map((group) => ({
      ...group,
      ...calls.queue.outlooks.ofGroup(compId, group.id),
    })),
    waiting: [
      ...calls.queue
        .waiting(compId)
        .map(({ call, ahead, offered }) => waitingCall(call, ahead, offered, calls.queue.outlooks.of(call).waitMs)),
      ...callbacks.waiting(compId),
    ].sort((a, b) => a.ahead - b.ahead || a.arrivedAt - b.arrivedAt),
  };
}
