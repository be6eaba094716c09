/** What goes on now, live: who follows which seats. The only face of this module. */
import { monitorApi, poorAudioApi, seatStatesApi } from "@liantai/api/contract/admin";
import type { Module } from "../../http/module.ts";
import { route } from "../../http/routes.ts";
import { poorAudio } from "./poor-audio.ts";
import { createMonitoredSeats } from "./service.ts";
import { seatStates, stateCounts } from "./states.ts";
import { Watches, type WatchesDeps } from "./watches.ts";

export { createSeatDays } from "./service.ts";
export type { Follower } from "./watch.ts";

export interface MonitorModule extends Module {
  readonly watches: Pick<Watches, "subscribe" | "unsubscribe" | "again" | "granted">;
}

export function createMonitorModule(deps: WatchesDeps): MonitorModule {
  const watches = new Watches(deps);
  const monitoredSeats = createMonitoredSeats(deps.ports);
  return {
    name: "monitor",
    routes: [
      route(monitorApi.seats, (_input, { caller }) => monitoredSeats(caller)),
      route(poorAudioApi.list, (_input, { caller }) => poorAudio(deps.ports, caller)),
      route(seatStatesApi.states, ({ body }, { caller }) => seatStates(deps, body, caller)),
      route(seatStatesApi.counts, ({ body }, { caller }) => stateCounts(deps, body, caller)),
    ],
    watches,
    start: () => watches.start(),
    stop: () => watches.stop(),
  };
}
