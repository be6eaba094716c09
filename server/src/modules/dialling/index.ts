/** Dialling: tasks, their numbers, and what dials them. The only face of this module. */
import type { Module } from "../../http/module.ts";
import type { AdministrationDeps } from "../deps.ts";
import { startClosing } from "./preview/closing.ts";
import { previewRoutes } from "./preview/routes.ts";

export { createNumberForms, type NumberForms } from "./preview/forms.ts";
export { createPreviewGate } from "./preview/gate.ts";
export { releaseStale } from "./preview/stale.ts";

export function createDiallingModule(deps: AdministrationDeps): Module {
  let endClosing: (() => Promise<void>) | undefined;
  return {
    name: "dialling",
    routes: [...previewRoutes(deps)],
    async start() {
      endClosing = await startClosing(deps.ports);
    },
    async stop() {
      await endClosing?.();
    },
  };
}
