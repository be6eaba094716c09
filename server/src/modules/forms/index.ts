/** Forms that an enterprise designs, and the records written with them. The only face of this module. */
import type { Module } from "../../http/module.ts";
import type { AdministrationDeps } from "../deps.ts";
import { createCompiledForms } from "./compiled.ts";
import { startIndexing } from "./indexing-job.ts";
import { noOrders, type OrderPort } from "./ports.ts";
import { registerExports } from "./records/exporting.ts";
import { registerImports } from "./records/importing.ts";
import { startLinking } from "./records/linking.ts";
import { formsRoutes } from "./routes.ts";
import { createFormService } from "./service.ts";

export type { OrderPort } from "./ports.ts";

export function createFormsModule(given: AdministrationDeps, orders: OrderPort = noOrders): Module {
  const deps = { ...given, orders, compiled: createCompiledForms() };
  registerExports(deps);
  registerImports(deps);
  let unlink: (() => Promise<void>) | undefined;
  return {
    name: "forms",
    routes: formsRoutes(createFormService(deps)),
    async start() {
      await startIndexing(deps);
      unlink = await startLinking(deps);
    },
    stop: async () => unlink?.(),
  };
}
