/** Forms that an enterprise designs, and the records written with them. The only face of this module. */
import type { Module } from "../../http/module.ts";
import type { AdministrationDeps } from "../deps.ts";
import { createCompiledForms } from "./compiled.ts";
import { startIndexing } from "./indexing-job.ts";
import { formsRoutes } from "./routes.ts";
import { createFormService } from "./service.ts";

export function createFormsModule(given: AdministrationDeps): Module {
  const deps = { ...given, compiled: createCompiledForms() };
  return {
    name: "forms",
    routes: formsRoutes(createFormService(deps)),
    start: () => startIndexing(deps),
  };
}
