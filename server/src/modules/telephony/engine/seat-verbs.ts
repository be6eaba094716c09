/** What the administration of seats asks of the engine. */
import type { Switch } from "../../../ports/switch.ts";
import { callOf } from "../agent-machine.ts";
import type { SeatRequest } from "../topics.ts";
import type { StatusDesk } from "./custom-statuses.ts";
import type { Desks } from "./desks.ts";

export async function answerSeat(
  r: SeatRequest,
  {
    desks,
    statuses,
    sw,
  }: {
    readonly desks: Desks;
    readonly statuses: StatusDesk;
    readonly sw: Pick<Switch, "registrations" | "unregister">;
  },
): Promise<unknown> {
  switch (r.verb) {
    case "inCall": {
      const desk = desks.get(r.compId, r.agentId);
      return desk !== undefined && callOf(desk.agent) !== undefined;
    }
    case "retire": {
      const desk = desks.get(r.compId, r.agentId);
      if (!desk || callOf(desk.agent) === undefined) return false;
      // Remembered for afterwards: no call is offered in the moment between the call's end and the session's.
      desks.apply(desk, { type: "setBusy", reason: "byMonitor" });
      return true;
    }
    case "registrations":
      return sw.registrations(r.compId);
    case "dropDevice": {
      await sw.unregister(r.user);
      return null;
    }
    case "bindStatus": {
      const desk = desks.get(r.compId, r.agentId);
      return desk ? statuses.bind(desk, r.customStatus, r.by) : { code: -403, msg: "坐席未签入，不能设置状态" };
    }
  }
}
