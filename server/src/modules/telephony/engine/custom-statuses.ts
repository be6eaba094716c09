/** Custom statuses at the desk: who may enter one now, when it has lasted too long, and what then (modules/seats/status-limits.ts). */
import type { CustomStatuses, StatusEntry } from "../../seats/index.ts";
import type { CommandReply } from "../topics.ts";
import type { Desks } from "./desks.ts";
import type { Desk } from "./roster.ts";

export interface StatusDesk {
  /** Puts the agent into a status ('' out of it); by: who did it when it was not the agent. In a call it is remembered for afterwards. */
  bind(desk: Desk, statusId: string, by?: string): Promise<CommandReply>;
  /** The time of the agent's status is up. */
  over(desk: Desk): void;
}

export function createStatusDesk(
  rules: CustomStatuses,
  desks: () => Desks,
  track: (work: Promise<unknown>) => void,
): StatusDesk {
  const bound = new WeakMap<Desk, StatusEntry>();
  /** Of two who want the last place one waits: the count is read and taken in one turn. */
  const turns = new Map<string, Promise<unknown>>();

  const holders = (desk: Desk, statusId: string): string[] =>
    [...desks().all()]
      .filter(
        ({ compId, agentId, agent }) =>
          compId === desk.compId &&
          agentId !== desk.agentId &&
          agent.state.kind !== "offline" &&
          agent.rest.kind === "busy" &&
          agent.rest.customStatusId === statusId,
      )
      .map(({ agentId }) => agentId);

  async function enter(desk: Desk, statusId: string, by: string | undefined): Promise<CommandReply> {
    const found = await rules.admit(desk.compId, desk.agentId, statusId, holders(desk, statusId));
    if ("refused" in found) return { code: -403, msg: found.refused };
    bound.set(desk, found);
    const done = desks().apply(
      desk,
      {
        type: "setBusy",
        reason: by === undefined ? "byAgent" : "byMonitor",
        customStatusId: found.id,
        customStatusName: found.name,
        ...(found.maxMs > 0 ? { customStatusMs: found.maxMs } : {}),
      },
      by === undefined ? desk.agentId : `monitor:${by}`,
    );
    if (!done) return { code: -403 };
    if (found.entry.warning !== undefined) track(rules.warn(desk.compId, desk.agentId, found.entry.warning));
    return { code: 1 };
  }

  return {
    async bind(desk, statusId, by) {
      if (desk.agent.state.kind === "offline") return { code: -403, msg: "坐席未签入，不能设置状态" };
      if (statusId === "") {
        const { rest } = desk.agent;
        if (rest.kind === "busy" && rest.customStatusId !== undefined)
          desks().apply(
            desk,
            { type: "setBusy", reason: by === undefined ? "byAgent" : "byMonitor" },
            by === undefined ? desk.agentId : `monitor:${by}`,
          );
        return { code: 1 };
      }
      const turn = (turns.get(desk.compId) ?? Promise.resolve()).then(() => enter(desk, statusId, by));
      const settled = turn.catch(() => undefined);
      turns.set(desk.compId, settled);
      return turn.finally(() => turns.get(desk.compId) === settled && turns.delete(desk.compId));
    },
    over(desk) {
      const { state } = desk.agent;
      const status = bound.get(desk);
      if (state.kind !== "busy" || status === undefined || state.customStatusId !== status.id) return;
      const { then, message } = status.overtime;
      if (then === "ready") desks().apply(desk, { type: "setReady", reason: "statusOver" });
      if (then === "busy") desks().apply(desk, { type: "setBusy", reason: "statusOver" });
      track(rules.warn(desk.compId, desk.agentId, message));
    },
  };
}
