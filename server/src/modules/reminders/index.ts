/**
 * Reminders: rows first, messages second (docs/protocol.md, section Reminders), and what they remind of here: reservations, plans and
 * announcements. The only face of this module.
 */
import { noticeApi, plansApi, reminderApi, subscribesApi } from "@liantai/api/contract/workorder";
import { crudRoutes } from "../../http/crud.ts";
import type { Module } from "../../http/module.ts";
import { route } from "../../http/routes.ts";
import type { RemindersModuleDeps } from "./deps.ts";
import { createDialRefs } from "../dial-refs/index.ts";
import { createAnnouncements } from "./announcements/service.ts";
import { createMine } from "./mine.ts";
import type { ReservedCustomers } from "./ports.ts";
import { createPlans } from "./plans/service.ts";
import { createReservations } from "./reservations/service.ts";

export { dropReminders, finishReminders, makeReminder, tellOver, type Ended, type EndedDue } from "./making.ts";
export { createReminders, type Reminders } from "./reminders.ts";
export { reserve } from "./reservations/reserving.ts";
export type { RemindersModuleDeps } from "./deps.ts";
export type * from "./ports.ts";

interface Needs extends RemindersModuleDeps {
  readonly customers: ReservedCustomers;
}

export function createRemindersModule(deps: Needs): Module {
  const { ports, sealer, reminders } = deps;
  const refs = createDialRefs({ sealer, clock: ports.clock });
  const reservations = createReservations({ ...deps, refs });
  const announcements = createAnnouncements(deps);
  const mine = createMine(deps);
  return {
    name: "reminders",
    routes: [
      ...crudRoutes(subscribesApi, reservations),
      route(subscribesApi.updateReservation, ({ body }, context) => reservations.finish(body, context)),
      route(subscribesApi.seats, ({ body }, context) => reservations.seats(body, context)),
      ...crudRoutes(plansApi, createPlans(deps)),
      ...crudRoutes(noticeApi, announcements),
      route(noticeApi.publish, ({ body }, context) => announcements.publish(body, context)),
      route(noticeApi.withdraw, ({ body }, context) => announcements.withdraw(body, context)),
      route(noticeApi.read, ({ body }, context) => announcements.read(body, context)),
      route(noticeApi.receipts, ({ body }, context) => announcements.receipts(body, context)),
      route(noticeApi.targets, ({ body }, context) => announcements.targets(body, context)),
      route(reminderApi.shown, ({ body }, context) => mine.shown(body, context)),
      route(reminderApi.done, ({ body }, context) => mine.done(body, context)),
      route(reminderApi.mine, ({ body }, context) => mine.mine(body, context)),
    ],
    start: async () => reminders.start(),
    stop: () => reminders.stop(),
  };
}
