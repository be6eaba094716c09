/** Voice files: uploaded, recorded, spoken; and where they are played. The only face of this module. */
import type { Module } from "../../http/module.ts";
import type { AdministrationDeps } from "../deps.ts";
import { voiceRoutes } from "./routes.ts";
import { createVoiceService } from "./service.ts";

export { createVoiceFiles } from "./files.ts";

export function createVoicesModule(deps: AdministrationDeps): Module {
  const service = createVoiceService(deps);
  return { name: "voices", routes: voiceRoutes(service), stop: () => service.close() };
}
