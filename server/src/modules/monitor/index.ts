/** What goes on now, live: who follows which seats. The only face of this module. */
import type { Module } from "../../http/module.ts";
import { Watches, type WatchesDeps } from "./watches.ts";

export type { Follower } from "./watch.ts";

export interface MonitorModule extends Module {
  readonly watches: Pick<Watches, "subscribe" | "unsubscribe" | "again">;
}

export function createMonitorModule(deps: WatchesDeps): MonitorModule {
  const watches = new Watches(deps);
  return {
    name: "monitor",
    routes: [],
    watches,
    start: () => watches.start(),
    stop: () => watches.stop(),
  };
}
