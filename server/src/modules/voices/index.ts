/** Voice files: uploaded, recorded, spoken; and where they are played. The only face of this module. */
import { IdleThread } from "../../adapters/embedded/thread.ts";
import type { Converted } from "../../audio/convert.ts";
import type { Module } from "../../http/module.ts";
import type { AdministrationDeps } from "../deps.ts";
import { voiceRoutes } from "./routes.ts";
import { createVoiceService } from "./service.ts";
import { suspendTargetRoutes } from "./suspend-targets/routes.ts";

export { createVoiceFiles } from "./files.ts";
export { createFlowVoices, type FlowVoices, type KeptSound } from "./for-flows.ts";

/** Ten minutes of music at 48,000 Hz take 3 s. */
const convertMs = 45_000;

export function createVoicesModule(deps: AdministrationDeps): Module {
  const worker = new URL("../../audio/worker.ts", import.meta.url);
  const thread = new IdleThread<Uint8Array, Converted>(deps.ports.clock, worker, "audio", convertMs);
  return {
    name: "voices",
    routes: [...voiceRoutes(createVoiceService({ ...deps, thread })), ...suspendTargetRoutes(deps)],
    stop: () => thread.close(),
  };
}
