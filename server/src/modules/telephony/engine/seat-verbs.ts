/** What the administration of seats asks of the engine. */
import type { Switch } from "../../../ports/switch.ts";
import { callOf } from "../agent-machine.ts";
import type { SeatRequest } from "../topics.ts";
import type { SessionStatuses } from "./custom-statuses.ts";
import type { AgentSessions } from "./agent-sessions.ts";

export async function answerSeat(
  r: SeatRequest,
  {
    sessions,
    statuses,
    switch: sw,
  }: {
    readonly sessions: AgentSessions;
    readonly statuses: SessionStatuses;
    readonly switch: Pick<Switch, "registrations" | "unregister">;
  },
): Promise<unknown> {
  switch (r.verb) {
    case "inCall": {
      const session = sessions.get(r.compId, r.agentId);
      return session !== undefined && callOf(session.agent) !== undefined;
    }
    case "retire": {
      const session = sessions.get(r.compId, r.agentId);
      if (!session || callOf(session.agent) === undefined) return false;
      // Remembered for afterwards: no call is offered in the moment between the call's end and the session's.
      sessions.apply(session, { type: "setBusy", reason: "byMonitor" });
      return true;
    }
    case "registrations":
      return sw.registrations(r.compId);
    case "dropDevice": {
      await sw.unregister(r.user);
      return null;
    }
    case "bindStatus": {
      const session = sessions.get(r.compId, r.agentId);
      return session ? statuses.bind(session, r.customStatus, r.by) : { code: -403, msg: "坐席未签入，不能设置状态" };
    }
  }
}
