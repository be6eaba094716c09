/** Every input of a supervisor. */
import type { Draft } from "./draft.ts";
import { leave } from "./legs.ts";
import { pickUp } from "./picking-up.ts";
import { endByMonitor, supervise, superviseRefused, takeOver } from "./supervising.ts";
import { switchTo } from "./transferring.ts";
import type { SupervisorInput } from "./supervisor-input.ts";
import type { CallInput } from "./types.ts";

const types: Readonly<Record<SupervisorInput["type"], true>> = {
  supervise: true,
  takeOver: true,
  switchTo: true,
  leave: true,
  noRight: true,
  pickUp: true,
  endByMonitor: true,
};

export const isSupervisorInput = (input: CallInput): input is SupervisorInput => input.type in types;

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
      return leave(d, input.by);
    case "noRight":
      return superviseRefused(d, input);
    case "endByMonitor":
      return endByMonitor(d, input);
  }
}
