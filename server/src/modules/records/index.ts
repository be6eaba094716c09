/** 通话记录: records, tracks and recordings. The only face of this module. */
import { fileApi } from "@liantai/api/contract/admin";
import type { Module } from "../../http/module.ts";
import type { Audit } from "../audit/index.ts";
import type { FilesModule } from "../files/index.ts";
import { registerExports } from "./exports.ts";
import { exportRoutes, recordsRoutes, revealRoutes } from "./routes.ts";
import { createRecordsService, type RecordsDeps } from "./service.ts";

export { figureCondition, legCondition, legsAnswered, ofAgent, visitCondition, wrapOf } from "./figures-repository.ts";
export { callsMasked, callsSeen } from "./seen.ts";
export { damagedText, RecordingCheck } from "./soundness.ts";
export { sideOf, type Side } from "./split.ts";
export { parseQuestion, replayFigures, replayHour, type ReplayQuestion, type RuleChanges } from "./replay/index.ts";

/**
 * `files`: where recordings are fetched from and lists exported to; without it (a bench of the list) there is neither.
 * `audit`: who looked at a whole number.
 */
export function createRecordsModule(ports: RecordsDeps, files?: FilesModule, audit?: Audit): Module {
  const service = createRecordsService(ports);
  if (!files) return { name: "records", routes: recordsRoutes(service) };
  files.downloads.register("record", (caller, { id }) => service.download(caller, id), {
    right: fileApi.record.permission,
  });
  files.downloads.register("split", (caller, { id, channel }) => service.channel(caller, id, channel ?? "left"), {
    right: fileApi.split.permission,
  });
  return {
    name: "records",
    routes: [
      ...recordsRoutes(service),
      ...(audit ? revealRoutes(service, audit) : []),
      ...exportRoutes(service, registerExports(ports, service, files), files),
    ],
  };
}
