/** Calls of this tab bring up their form, where the user wants forms (isShowForm): at the ring, and again asked at the answer. */
import type { Bus, BusCall } from "@liantai/bus";

export type PopupMoment = "ring" | "answer";

export interface ScreenPopupPorts {
  readonly bus: Bus;
  /** The signed-in user's isShowForm. */
  wanted(): boolean;
  /** The call is heard in this tab: of several tabs one brings up the form. */
  here(): boolean;
  bringUp(call: BusCall, moment: PopupMoment): void;
}

export function watchPopups({ bus, wanted, here, bringUp }: ScreenPopupPorts): void {
  const at = (moment: PopupMoment) => (call: BusCall) => {
    if (call.direction !== "internal" && wanted() && here()) bringUp(call, moment);
  };
  bus.subscribe("call.ringing", at("ring"));
  bus.subscribe("call.dialling", at("ring"));
  bus.subscribe("call.answered", at("answer"));
}
