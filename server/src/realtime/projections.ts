/** Domain events to messages: which topic becomes which message for whom. New topics join here, one line each. */
import { cdrApi, type Permission } from "@liantai/api/contract";
import type { Broker } from "../ports/broker.ts";
import { leaveTexts, subscribe, type MessageTarget, type Topics } from "../modules/topics.ts";
import type { Caller } from "../http/routes.ts";
import { audience, type Hub } from "./hub.ts";

function audiencesOf(hub: Pick<Hub, "hears">, to: MessageTarget): readonly string[] {
  if ("accountId" in to && to.socketId !== undefined) {
    const socket = audience.socket(to.accountId, to.socketId);
    if (hub.hears(socket)) return [socket];
  }
  if ("everyone" in to) return [audience.everyone];
  if ("operators" in to) return [audience.operators];
  if ("accountId" in to) return [audience.account(to.accountId)];
  if ("accountIds" in to) return to.accountIds.map(audience.account);
  if ("administrators" in to) return [audience.administrators(to.compId)];
  if ("roleId" in to) return [audience.role(to.roleId)];
  if ("groupId" in to) return [audience.group(to.compId, to.groupId)];
  if ("supervisors" in to) return [audience.supervisors(to.compId)];
  return ["agentId" in to ? audience.agent(to.compId, to.agentId) : audience.enterprise(to.compId)];
}

export interface RecordedDeps {
  readonly hub: Pick<Hub, "send" | "hears" | "listeners">;
  /** Seats of monitors who see a seat's calls in 通话记录. */
  readonly monitorsOf: (compId: string, agentId: string) => Promise<readonly string[]>;
  readonly maySee: (caller: Caller, pages: readonly string[]) => Promise<boolean>;
}

const page = (cdrApi.callRecords.permission as Extract<Permission, { kind: "roles" }>).page ?? [];

/** Of these audiences the sessions that have 通话记录. */
async function readers({ hub, maySee }: RecordedDeps, audiences: readonly string[]): Promise<string[]> {
  const sessions = new Map(audiences.flatMap(hub.listeners).map((caller) => [caller.sessionId, caller]));
  const seen = await Promise.all([...sessions.values()].map((caller) => maySee(caller, page)));
  return [...sessions.keys()].filter((_, at) => seen[at]).map(audience.session);
}

/** To the call's agent, and to those administrators and monitors who find the call in 通话记录; nobody else learns its id. */
export async function tellRecorded(
  deps: RecordedDeps,
  { compId, callId, agentId, cause }: Topics["call.recorded"],
): Promise<void> {
  const { hub, monitorsOf } = deps;
  const message = { type: "callRecorded", callId, ...(agentId === null ? {} : { agentId }), cause } as const;
  const administrators = audience.administrators(compId);
  if (agentId === null) return hub.send(await readers(deps, [administrators]), message);
  const own = audience.agent(compId, agentId);
  // Nobody asks the database for nobody: most processes have no supervisor of the enterprise.
  if (!hub.hears(audience.supervisors(compId))) return hub.send([own], message);
  const monitors = (await monitorsOf(compId, agentId)).map((seat) => audience.agent(compId, seat));
  hub.send([own, ...(await readers(deps, [administrators, ...monitors]))], message);
}

/** Subscribes the hub; the returned function ends it. `recorded`, `changed` and `assist` ask the database. */
export async function project(
  broker: Pick<Broker, "subscribe">,
  hub: Pick<Hub, "send" | "endSession" | "hears">,
  recorded: (call: Topics["call.recorded"]) => void,
  changed: (whose: Topics["grants.changed"]) => void,
  assist?: {
    told(of: Topics["assist.told"]): void;
    relayed(of: Topics["assist.relayed"]): void;
    robot(of: Topics["robot.told"]): void;
    task(of: Topics["task.counted"]): void;
  },
): Promise<() => Promise<void>> {
  const ends = await Promise.all([
    subscribe(broker, "session.ended", ({ sessionId, reason }) => hub.endSession(sessionId, leaveTexts[reason])),
    subscribe(broker, "grants.changed", changed),
    subscribe(broker, "message.send", ({ to, message }) => hub.send(audiencesOf(hub, to), message)),
    subscribe(broker, "day.changed", ({ compId }) => hub.send([audience.supervisors(compId)], { type: "dayChanged" })),
    subscribe(broker, "flow.changed", ({ compId, ...flow }) =>
      hub.send([audience.administrators(compId)], { type: "updateFlow", ...flow }),
    ),
    subscribe(broker, "call.recorded", recorded),
    ...(assist
      ? [
          subscribe(broker, "assist.told", assist.told),
          subscribe(broker, "assist.relayed", assist.relayed),
          subscribe(broker, "robot.told", assist.robot),
          subscribe(broker, "task.counted", assist.task),
          subscribe(broker, "task.changed", assist.task),
        ]
      : []),
  ]);
  return async () => {
    for (const end of ends) await end();
  };
}
