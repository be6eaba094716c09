/** Calls of this tab bring up their form, where the user wants forms (isShowForm): at the ring, and again asked at the answer. */
import type { UserInfo } from "@liantai/api/client";
import type { Bus, BusCall } from "@liantai/bus";
import { hasSeat } from "./seat.ts";

export type PopupMoment = "ring" | "answer";

/** isShowForm of the enterprise, for who has a seat: an administrator who takes a call over is no agent, and may ask for no form. */
export const wantsForms = (user: UserInfo | null | undefined): boolean =>
  !!user && hasSeat(user) && user.enterprise?.isShowForm === 1;

export interface ScreenPopupPorts {
  readonly bus: Bus;
  /** The signed-in user wants forms (wantsForms). */
  wanted(): boolean;
  /** The call is heard in this tab: of several tabs one brings up the form. */
  here(): boolean;
  bringUp(call: BusCall, moment: PopupMoment): void;
}

export function watchPopups({ bus, wanted, here, bringUp }: ScreenPopupPorts): void {
  const at = (moment: PopupMoment) => (call: BusCall) => {
    // A form over the list of seats would hide from a monitor whom he watches; it is the agent who fills it in.
    if (call.direction !== "internal" && !call.supervised && wanted() && here()) bringUp(call, moment);
  };
  bus.subscribe("call.ringing", at("ring"));
  bus.subscribe("call.dialling", at("ring"));
  bus.subscribe("call.answered", at("answer"));
}
