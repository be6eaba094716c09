import { AppError, isOperator } from "@liantai/api/contract";
import { fileApi, fileDownloadApi, importJobApi } from "@liantai/api/contract/admin";
import { compOf, installation } from "../../http/company.ts";
import { route, type Caller, type Route } from "../../http/routes.ts";
import type { Downloads } from "./downloads.ts";
import type { ExportService } from "./exports.ts";
import type { ImportJobs } from "./import-jobs.ts";
import { presentFile, type FileStore } from "./store.ts";

/** Operators keep files of the installation; those of an enterprise are touched inside it. Throws AppError 'forbidden'. */
function whose(caller: Caller, compId: string | undefined): string {
  if (!isOperator(caller)) return compOf(caller, compId);
  if (compId && compId !== installation) throw new AppError("forbidden");
  return installation;
}

export function filesRoutes(
  store: FileStore,
  downloads: Downloads,
  exports: ExportService,
  imports: ImportJobs,
): readonly Route[] {
  return [
    route(importJobApi.open, ({ body }, context) => imports.open(context, whose(context.caller, body.compId), body)),
    route(fileApi.upload, async ({ body }, { caller, files }) => ({
      files: (await store.upload(caller, whose(caller, body.compId), files, body)).map(presentFile),
    })),
    route(fileApi.down, ({ query }, { caller }) => downloads.open("file", caller, query)),
    route(fileApi.record, ({ query }, { caller }) => downloads.open("record", caller, { id: query.callId })),
    route(fileApi.split, ({ query }, { caller }) =>
      downloads.open("split", caller, { id: query.callId, channel: query.channel }),
    ),
    route(fileApi.ticket, ({ body: { kind, ...request } }, { caller }) =>
      downloads.ticket(kind, caller, request, fileApi.take.path),
    ),
    route(fileApi.take, ({ query }) => downloads.take(query.ticket)),
    route(fileDownloadApi.list, ({ body }, context) => exports.list(context, body)),
    route(fileDownloadApi.add, ({ body }, context) => exports.add(context, body)),
    route(fileDownloadApi.htmlToFile, ({ body }, context) => exports.htmlToFile(context, body)),
    route(fileDownloadApi.cancel, ({ body }, context) => exports.cancel(context, body)),
    route(fileDownloadApi.delete, ({ body }, context) => exports.delete(context, body)),
    route(fileDownloadApi.down, ({ query }, { caller }) => downloads.open("export", caller, query)),
  ];
}

export { whose };
