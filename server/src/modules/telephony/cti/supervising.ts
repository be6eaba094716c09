/** Who may supervise whom: asked anew before every command, and what was done stands in the operation log. */
import { isAdministrator, isMonitor } from "@liantai/api/contract";
import type { LiveMode } from "@liantai/api/contract/admin";
import { robotTakeOver } from "@liantai/api/contract/flow-editor";
import type { Caller } from "../../../http/routes.ts";
import type { Ports } from "../../../ports/index.ts";
import type { Audit, Doer } from "../../audit/index.ts";
import { watchedGroups } from "../../queues/index.ts";
import { forwardSeat, mayGovern, seatOf, visibleSeats, type WantedForward } from "../../seats/index.ts";
import { publish } from "../../topics.ts";
import type { CommandReply } from "../../../ports/engine.ts";

export interface SupervisionDeps {
  readonly ports: Pick<Ports, "database" | "broker">;
  readonly audit: Audit;
  /** The caller of a live session, as he is now. */
  caller(sessionId: string): Promise<Caller | undefined>;
  /** Whether the caller's role has a business permission. */
  mayDo(caller: Caller, purview: string): Promise<boolean>;
  /** Whether the caller's role has a button. */
  mayPress(caller: Caller, button: string): Promise<boolean>;
  /** The seat is heard by somebody now: what it asked for help about is answered. */
  heard(by: Doer, what: { readonly compId: string; readonly agentId: string; readonly way: LiveMode }): Promise<void>;
}

const ways: Readonly<Record<string, LiveMode>> = { monitor: "listen", whisper: "whisper", insert: "insert" };

export interface Supervised {
  readonly sessionId: string;
  readonly command: string;
  readonly agentId: string;
  readonly callId: string;
  /** The seat that was given the call. */
  readonly target?: string;
  /** The call was a robot's. */
  readonly robot?: boolean;
}

export interface Supervision {
  /** Administrators and monitors with the permission 监控坐席: all agents of the enterprise, those of the own groups. */
  may(sessionId: string, agentId: string): Promise<boolean>;
  /** Such of these skill groups are watched: a call that waits there may be taken. */
  mayWatch(sessionId: string, groupIds: readonly string[]): Promise<boolean>;
  /** The calls that robots have may be taken over. */
  mayTakeRobots(sessionId: string): Promise<boolean>;
  /** 呼转 of a seat, in the own name; both columns '': none. Stands in the operation log where it changes something. */
  forward(sessionId: string, agentId: string, forward: WantedForward): Promise<CommandReply>;
  /** A line of the operation log. */
  done(what: Supervised): Promise<void>;
}

const doerOf = (caller: Caller) => ({
  caller,
  address: "",
  headers: { module: encodeURIComponent("话务工具条") },
});

/** What is done to a call that is in no agent's hands: a message is taken, a caller who waits picked up. */
function ofCall(command: string, robot: boolean) {
  if (command === "acceptMessage") return { action: "takeVoicemail", object: "voicemail" };
  return robot ? { action: "takeOverRobot", object: "robotCall" } : { action: "queuePickUp", object: "queuedCall" };
}

export function createSupervision({
  ports,
  audit,
  caller: callerOf,
  mayDo,
  mayPress,
  heard,
}: SupervisionDeps): Supervision {
  async function supervisor(sessionId: string): Promise<Caller | undefined> {
    const caller = await callerOf(sessionId);
    if (!caller || !(isMonitor(caller) || isAdministrator(caller))) return undefined;
    return (await mayDo(caller, "monitor")) ? caller : undefined;
  }

  async function may(sessionId: string, agentId: string): Promise<boolean> {
    const caller = await supervisor(sessionId);
    if (!caller || caller.agentId === agentId) return false;
    return ports.database.tenant(caller.compId, async (trx) => {
      const seat = await seatOf(trx, caller.compId, agentId);
      return seat !== undefined && (await mayGovern(trx, caller.compId, caller, seat));
    });
  }

  async function mayWatch(sessionId: string, groupIds: readonly string[]): Promise<boolean> {
    const caller = await supervisor(sessionId);
    if (!caller) return false;
    const watched = await ports.database.tenant(caller.compId, async (trx) =>
      // Who waits in a group that was switched off since is waited for all the same.
      watchedGroups(trx, caller.compId, (await visibleSeats(trx, caller.compId, caller)).within, true),
    );
    return watched.some(({ id }) => groupIds.includes(id));
  }

  async function mayTakeRobots(sessionId: string): Promise<boolean> {
    const caller = await callerOf(sessionId);
    if (!caller || !(isMonitor(caller) || isAdministrator(caller))) return false;
    return mayPress(caller, robotTakeOver);
  }

  async function forward(sessionId: string, agentId: string, to: WantedForward): Promise<CommandReply> {
    const caller = await callerOf(sessionId);
    if (!caller) return { code: -402 };
    const { compId } = caller;
    const set = await ports.database.tenant(compId, async (trx) => {
      const found = await forwardSeat(trx, compId, agentId, to);
      if (found && typeof found !== "string")
        await audit.write(trx, doerOf(caller), {
          compId,
          action: to.forwardModes ? "setTransferNumber" : "cancelTransferNumber",
          object: "seat",
          id: agentId,
          name: found.name,
          before: { ...found.before },
          after: { ...found.after },
        });
      return found;
    });
    if (set === undefined) return { code: -301 };
    if (typeof set === "string") return { code: -403, msg: set };
    await publish(ports.broker, "seat.changed", { compId, agentId });
    return { code: 1 };
  }

  async function done({ sessionId, command, agentId, callId, target, robot = false }: Supervised): Promise<void> {
    const caller = await callerOf(sessionId);
    if (!caller) return;
    const { compId } = caller;
    const by = doerOf(caller);
    await ports.database.tenant(compId, (trx) =>
      audit.write(trx, by, {
        compId,
        ...(agentId
          ? { action: command, object: "seat", id: agentId, name: agentId }
          : { ...ofCall(command, robot), id: callId, name: callId }),
        after: { ...(callId ? { callId } : {}), ...(target ? { target } : {}) },
      }),
    );
    const way = ways[command];
    if (way) await heard(by, { compId, agentId, way });
  }

  return { may, mayWatch, mayTakeRobots, forward, done };
}
