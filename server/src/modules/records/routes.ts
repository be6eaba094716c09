import { cdrApi } from "@liantai/api/contract";
import { callLegApi, cdrExportApi, dualCallApi, revealApi } from "@liantai/api/contract/admin";
import { compOf } from "../../http/company.ts";
import { route, type Route } from "../../http/routes.ts";
import type { Audit } from "../audit/index.ts";
import type { FilesModule } from "../files/index.ts";
import { packageKind, type RecordExports } from "./exports.ts";
import type { RecordsService } from "./service.ts";

export function recordsRoutes(service: RecordsService): readonly Route[] {
  return [
    route(cdrApi.callRecords, ({ body }, { caller }) => service.list(caller, body)),
    route(cdrApi.callDetail, ({ body }, { caller }) => service.detail(caller, body.callId)),
    route(callLegApi.list, ({ body }, { caller }) => service.legs(caller, body.callId)),
    route(cdrApi.callTrack, ({ body }, { caller }) => service.track(caller, body.callId)),
    route(cdrApi.playRecording, ({ query }, { caller, headers }) =>
      service.recording(caller, query.callId, headers["range"]),
    ),
    route(cdrApi.recordingPeaks, ({ query }, { caller }) => service.peaks(caller, query.callId)),
  ];
}

export function revealRoutes(service: RecordsService, audit: Audit): readonly Route[] {
  return [route(revealApi.callNumber, ({ body }, context) => service.reveal(context, body, audit))];
}

export function exportRoutes(
  service: RecordsService,
  exports: RecordExports,
  files: Pick<FilesModule, "exports">,
): readonly Route[] {
  return [
    route(dualCallApi.recording, ({ body }, { caller }) => {
      compOf(caller, body.compId);
      return service.dualRecording(caller, body.callId);
    }),
    route(dualCallApi.list, ({ body }, { caller }) => service.list(caller, body, { dual: true })),
    route(cdrExportApi.exportRecords, ({ body }, context) => exports.start(context, body)),
    route(cdrExportApi.sheet, ({ query }, { caller }) => exports.sheet(caller, query)),
    route(cdrExportApi.packages, ({ body }, context) => files.exports.list(context, { ...body, kind: packageKind })),
    route(cdrExportApi.addPackage, ({ body }, context) => exports.package(context, body)),
  ];
}
