/** Voice files: uploaded, recorded, spoken; and where they are played. The only face of this module. */
import type { Module } from "../../http/module.ts";
import type { AdministrationDeps } from "../deps.ts";
import { voiceRoutes } from "./routes.ts";
import { createVoiceService } from "./service.ts";
import { soundThread } from "./sounds.ts";
import { suspendTargetRoutes } from "./suspend-targets/routes.ts";

export { createVoiceFiles } from "./files.ts";
export { createFlowVoices, type FlowVoices, type KeptSound } from "./for-flows.ts";

export function createVoicesModule(deps: AdministrationDeps): Module {
  const thread = soundThread(deps.ports.clock);
  return {
    name: "voices",
    routes: [...voiceRoutes(createVoiceService({ ...deps, thread })), ...suspendTargetRoutes(deps)],
    stop: () => thread.close(),
  };
}
