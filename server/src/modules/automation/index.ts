/** Triggers and macros of forms (docs/protocol.md, W40 to W49). The only face of this module. */
import { macroApi, triggerApi } from "@liantai/api/contract/work-orders";
import type { Module } from "../../http/module.ts";
import { route } from "../../http/routes.ts";
import type { AutomationDeps } from "./deps.ts";
import { createMacros } from "./macros/service.ts";
import { createTriggers } from "./triggers/service.ts";
import { TriggerSweep } from "./triggers/sweep.ts";

export { causeOf, triggerText } from "./causes.ts";
export {
  foreseeTriggers,
  queueForRecords,
  queueKept,
  queueTriggers,
  timedTriggers,
  type TimedTrigger,
} from "./queue.ts";
export { seedAutomation } from "./seeding.ts";
export type * from "./ports.ts";

export function createAutomationModule(deps: AutomationDeps): Module {
  const triggers = createTriggers(deps);
  const macros = createMacros(deps);
  const sweep = new TriggerSweep(deps);
  return {
    name: "automation",
    routes: [
      route(triggerApi.list, ({ body }, context) => triggers.list(body, context)),
      route(triggerApi.add, ({ body }, context) => triggers.add(body, context)),
      route(triggerApi.update, ({ body }, context) => triggers.update(body, context)),
      route(triggerApi.delete, ({ body }, context) => triggers.remove(body, context)),
      route(triggerApi.order, ({ body }, context) => triggers.order(body, context)),
      route(triggerApi.dryRun, ({ body }, context) => triggers.dryRun(body, context)),
      route(triggerApi.trace, ({ body }, context) => triggers.trace(body, context)),
      route(macroApi.list, ({ body }, context) => macros.list(body, context)),
      route(macroApi.add, ({ body }, context) => macros.add(body, context)),
      route(macroApi.update, ({ body }, context) => macros.update(body, context)),
      route(macroApi.delete, ({ body }, context) => macros.remove(body, context)),
      route(macroApi.preview, ({ body }, context) => macros.preview(body, context)),
      route(macroApi.apply, ({ body }, context) => macros.apply(body, context)),
    ],
    start: async () => sweep.start(),
    stop: () => sweep.stop(),
  };
}
