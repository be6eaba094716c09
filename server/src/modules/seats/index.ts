/** Seats, seat groups, extensions and custom statuses. The only face of this module. */
import type { Module } from "../../http/module.ts";
import type { AdministrationDeps } from "../deps.ts";
import { createLeaving } from "./agents/leaving.ts";
import type { SeatWork } from "./work.ts";
import { seatsRoutes } from "./routes.ts";

export { settingsOf } from "./agents/checks.ts";
export { forwardSeat, type WantedForward } from "./agents/forwarding.ts";
export { mayGovern, visibleSeats } from "./agents/policy.ts";
export type { SeatWork } from "./work.ts";
export { seatNames, seatOf } from "./statuses/repository.ts";
export { followableSeats, groupsBelow, monitoredGroups, monitorsOfSeats, monitorsSeeing } from "./groups/repository.ts";
export { seedCustomStatus, seedMonitor, seedSeat, seedSeatGroup } from "./seed-repository.ts";
export { createCustomStatuses, type CustomStatuses, type StatusEntry } from "./statuses/rules.ts";

export function createSeatsModule(deps: AdministrationDeps & { readonly work: readonly SeatWork[] }): Module {
  const leaving = createLeaving(deps);
  return {
    name: "seats",
    routes: seatsRoutes({ ...deps, leaving }),
    start: () => leaving.start(),
    stop: () => leaving.stop(),
  };
}
