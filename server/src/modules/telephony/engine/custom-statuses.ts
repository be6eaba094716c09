/**
 * Custom statuses of signed-in agents: who may enter one now, when it has lasted too long, and what then
 * (modules/seats/status-limits.ts).
 */
import type { CustomStatuses } from "../../seats/index.ts";
import type { CommandReply } from "../../../ports/engine.ts";
import type { AgentSessions } from "./agent-sessions.ts";
import type { AgentSession } from "./agent-session.ts";

export interface SessionStatuses {
  /** Puts the agent into a status ('' out of it); by: who did it when it was not the agent. In a call it is remembered for afterwards. */
  bind(session: AgentSession, statusId: string, by?: string): Promise<CommandReply>;
  /** The time of the agent's status is up. */
  over(session: AgentSession): void;
}

export function createSessionStatuses(
  rules: CustomStatuses,
  sessions: () => AgentSessions,
  track: (work: Promise<unknown>) => void,
): SessionStatuses {
  /** Of two who want the last place one waits: the count is read and taken in one turn. */
  const turns = new Map<string, Promise<unknown>>();

  const holders = (session: AgentSession, statusId: string): string[] =>
    [...sessions().all()]
      .filter(
        ({ compId, agentId, agent }) =>
          compId === session.compId &&
          agentId !== session.agentId &&
          agent.state.kind !== "offline" &&
          agent.rest.kind === "busy" &&
          agent.rest.customStatusId === statusId,
      )
      .map(({ agentId }) => agentId);

  async function enter(session: AgentSession, statusId: string, by: string | undefined): Promise<CommandReply> {
    const found = await rules.admit(session.compId, session.agentId, statusId, holders(session, statusId));
    if ("refused" in found) return { code: -403, msg: found.refused };
    session.status = found;
    const done = sessions().apply(
      session,
      {
        type: "setBusy",
        reason: by === undefined ? "byAgent" : "byMonitor",
        customStatusId: found.id,
        customStatusName: found.name,
        ...(found.maxMs > 0 ? { customStatusMs: found.maxMs } : {}),
      },
      by === undefined ? session.agentId : `monitor:${by}`,
    );
    if (!done) return { code: -403 };
    if (found.entry.warning !== undefined) track(rules.warn(session.compId, session.agentId, found.entry.warning));
    return { code: 1 };
  }

  return {
    async bind(session, statusId, by) {
      if (session.agent.state.kind === "offline") return { code: -403, msg: "坐席未签入，不能设置状态" };
      if (statusId === "") {
        const { rest } = session.agent;
        if (rest.kind === "busy" && rest.customStatusId !== undefined)
          sessions().apply(
            session,
            { type: "setBusy", reason: by === undefined ? "byAgent" : "byMonitor" },
            by === undefined ? session.agentId : `monitor:${by}`,
          );
        return { code: 1 };
      }
      const turn = (turns.get(session.compId) ?? Promise.resolve()).then(() => enter(session, statusId, by));
      const settled = turn.catch(() => undefined);
      turns.set(session.compId, settled);
      return turn.finally(() => turns.get(session.compId) === settled && turns.delete(session.compId));
    },
    over(session) {
      const { status } = session;
      const { state } = session.agent;
      if (state.kind !== "busy" || status === undefined || state.customStatusId !== status.id) return;
      const { then, message } = status.overtime;
      if (then === "ready") sessions().apply(session, { type: "setReady", reason: "statusOver" });
      if (then === "busy") sessions().apply(session, { type: "setBusy", reason: "statusOver" });
      track(rules.warn(session.compId, session.agentId, message));
    },
  };
}
