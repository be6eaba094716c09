/** Every input of a supervisor. */
import type { Draft } from "./draft.ts";
import { leave } from "./legs.ts";
import { pickUp } from "./picking-up.ts";
import { endByMonitor, supervise, superviseRefused, takeOver } from "./supervising.ts";
import { switchTo } from "./transferring.ts";
import type { SupervisorInput } from "./supervisor-input.ts";

export function bySupervisor(d: Draft, input: SupervisorInput): void {
  switch (input.type) {
    case "supervise":
      return supervise(d, input);
    case "pickUp":
      return pickUp(d, input);
    case "takeOver":
      return takeOver(d, input.by);
    case "switchTo":
      return switchTo(d, input);
    case "leave":
      return input.noRight === undefined ? leave(d, input.by) : superviseRefused(d, input.by, input.noRight);
    case "endByMonitor":
      return endByMonitor(d, input);
  }
}
