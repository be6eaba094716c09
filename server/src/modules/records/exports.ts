/** Call records to take away: rows as a workbook, recordings as a package. Scope and masking are the list's own. */
import { AppError, roles, RoleTypes, formatTime } from "@liantai/api/contract";
import { cdrExportApi, recordExportLimits } from "@liantai/api/contract/admin";
import { attachment } from "../../http/names.ts";
import type { BinaryReply, Caller, RequestContext } from "../../http/routes.ts";
import { writeSheet, xlsxType, type Cell } from "../../sheets/index.ts";
import { callerOf, keyset, type ExportRun, type FilesModule } from "../files/index.ts";

import { loadAreaCodes } from "../numbers/index.ts";
import { recordColumns, rowCells } from "./columns.ts";
import { packRecordings } from "./package.ts";
import { maskingFor } from "./policy.ts";
import { countRecords, recordsAfter, type RecordRow } from "./repository.ts";
import type { ListQuery, RecordsDeps, RecordsService } from "./service.ts";
import { forJobs } from "../../ports/database.ts";

export const exportKind = "callRecord";
export const packageKind = "recordPackage";
const pageRows = 2_000;

export type RecordQuery = Omit<ListQuery, "pageNo" | "pageSize">;

export interface RecordExports {
  start(context: RequestContext, query: RecordQuery): Promise<{ id: string; msg: string }>;
  package(
    context: RequestContext,
    query: RecordQuery & { readonly name?: string | undefined },
  ): Promise<{ id: string; msg: string }>;
  /** At once, for as many as a download may take. */
  sheet(caller: Caller, query: RecordQuery): Promise<BinaryReply>;
}

export function registerExports(
  deps: Pick<RecordsDeps, "database" | "blobs">,
  service: RecordsService,
  files: Pick<FilesModule, "exports">,
): RecordExports {
  const { database } = deps;

  async function found(caller: Caller, query: RecordQuery) {
    const { compId } = caller;
    const scope = await service.scope(caller);
    const filter = service.filter(query, caller);
    await loadAreaCodes();
    const counted = await forJobs(database).tenant(compId, (trx) => countRecords(trx, compId, scope, filter));
    const rows = (recorded: boolean) =>
      keyset<RecordRow>(pageRows, (after) =>
        forJobs(database).tenant(compId, (trx) => recordsAfter(trx, compId, scope, filter, after, pageRows, recorded)),
      );
    return { ...counted, rows };
  }
  async function* cells(rows: AsyncIterable<RecordRow>, caller: Caller): AsyncGenerator<readonly Cell[]> {
    const hides = maskingFor(caller);
    for await (const row of rows) yield rowCells(row, hides(row));
  }

  files.exports.register<RecordQuery>(exportKind, {
    title: "通话记录",
    pages: ["/callrecord"],
    numbers: true,
    fetch: cdrExportApi.exportRecords.permission,
    open: { permission: cdrExportApi.exportRecords.permission, params: cdrExportApi.exportRecords.body! },
    async produce({ owner, params }: ExportRun<RecordQuery>) {
      const caller = callerOf(owner);
      const { total, rows } = await found(caller, params);
      if (total > recordExportLimits.rows)
        throw new AppError("refused", `数据超过${recordExportLimits.rows / 10_000}万条，请缩小查询范围`);
      return { columns: recordColumns, rows: cells(rows(false), caller), total, sheetName: "通话记录" };
    },
  });

  files.exports.register<RecordQuery>(packageKind, {
    title: "录音打包",
    pages: ["/recordingpackagedownload"],
    numbers: true,
    slow: true,
    fetch: roles(RoleTypes.enterprise, { purview: "download" }),
    screen: { name: "recordingpackagedownload", title: "录音打包下载" },
    async produce({ owner, params, signal }: ExportRun<RecordQuery>) {
      const caller = callerOf(owner);
      const { recorded, rows } = await found(caller, params);
      if (recorded === 0) throw new AppError("refused", "没有符合条件的录音");
      if (recorded > recordExportLimits.recordings)
        throw new AppError("refused", `录音超过${recordExportLimits.recordings}条，请缩小查询范围`);
      return packRecordings(deps.blobs, service.check, rows(true), {
        hides: maskingFor(caller),
        maxBytes: recordExportLimits.recordingBytes,
        signal,
      });
    },
  });

  /** The range as it is now: today is another day when the job runs. Refuses what the list refuses. */
  const fixed = (caller: Caller, query: RecordQuery): RecordQuery => {
    const { from, to } = service.filter(query, caller);
    return { ...query, startTime: formatTime(from), endTime: formatTime(to) };
  };

  return {
    start: (context, query) => files.exports.start(context, { kind: exportKind, params: fixed(context.caller, query) }),
    package: (context, { name, ...query }) =>
      files.exports.start(context, { kind: packageKind, name, params: fixed(context.caller, query) }),
    async sheet(caller, query) {
      const { total, rows } = await found(caller, query);
      if (total > recordExportLimits.direct)
        throw new AppError("refused", `数据超过${recordExportLimits.direct / 10_000}万条，请使用导出任务`);
      return {
        binary: writeSheet({
          columns: recordColumns,
          rows: cells(rows(false), caller),
          name: "通话记录",
        }),
        contentType: xlsxType,
        headers: { "content-disposition": attachment("通话记录.xlsx") },
      };
    },
  };
}
