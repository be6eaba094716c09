/** Every bench by its name. The type asks each for what stood beside it. */
import type { Scenario } from "./result.ts";

export const scenarios = {
  "cold-call": () => import("../cold-call.ts"),
  "control-plane": () => import("../control-plane.ts"),
  cti: () => import("../cti.ts"),
  enterprises: () => import("../enterprises.ts"),
  designer: () => import("../designer.ts"),
  fanout: () => import("../fanout.ts"),
  "first-call": () => import("../first-call.ts"),
  forms: () => import("../forms.ts"),
  "forms-list": () => import("../forms-list.ts"),
  home: () => import("../home.ts"),
  idle: () => import("../idle.ts"),
  inp: () => import("../inp.ts"),
  legs: () => import("../legs.ts"),
  "list-call": () => import("../list-call.ts"),
  loads: () => import("../loads.ts"),
  menu: () => import("../menu.ts"),
  monitors: () => import("../monitors.ts"),
  rooms: () => import("../rooms.ts"),
  routing: () => import("../routing.ts"),
  "seat-import": () => import("../seat-import.ts"),
  sheets: () => import("../sheets.ts"),
  "sip-flood": () => import("../sip-flood.ts"),
  sizes: () => import("../sizes.ts"),
  soak: () => import("../soak.ts"),
  "storm-lists": () => import("../storm-lists.ts"),
  switches: () => import("../switches.ts"),
  tabs: () => import("../tabs.ts"),
  takeover: () => import("../takeover.ts"),
  workorders: () => import("../workorders.ts"),
} as const satisfies Readonly<Record<string, () => Promise<Scenario>>>;

export const isScenario = (name: string): name is keyof typeof scenarios => Object.hasOwn(scenarios, name);
