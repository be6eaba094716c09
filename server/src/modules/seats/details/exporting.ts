/** 坐席状态明细 as a workbook. */
import { agentReasons, AppError, seatStatusText } from "@liantai/api/contract";
import { statusDetailApi, statusDetailExportRows } from "@liantai/api/contract/admin";
import type { Ports } from "../../../ports/index.ts";
import type { Cell, SheetColumn } from "../../../sheets/index.ts";
import { callerOf, keyset, type ExportKind } from "../../files/index.ts";
import { countDetails, detailsAfter, type DetailRow } from "./repository.ts";
import { filterOf, presentDetail, type DetailQuery } from "./rows.ts";
import { forJobs } from "../../../ports/database.ts";

export const exportKind = "statusDetail";
const pageRows = 2_000;

const columns: readonly (SheetColumn & { readonly of: (row: ReturnType<typeof presentDetail>) => Cell })[] = [
  { title: "坐席工号", width: 10, of: (r) => r.agentId },
  { title: "坐席姓名", width: 12, of: (r) => r.agentName },
  { title: "坐席组", width: 16, of: (r) => r.groupName },
  { title: "状态", width: 12, of: (r) => seatStatusText(r.code, r.statusName ?? undefined) },
  { title: "开始时间", width: 20, of: (r) => r.from },
  { title: "结束时间", width: 20, of: (r) => r.to },
  { title: "时长（秒）", width: 11, of: (r) => r.seconds },
  { title: "原因", width: 20, of: (r) => (agentReasons as Readonly<Record<string, string>>)[r.reason] ?? r.reason },
  { title: "通话编号", width: 38, of: (r) => r.callId },
];

async function* cells(rows: AsyncIterable<DetailRow>): AsyncGenerator<readonly Cell[]> {
  for await (const row of rows) {
    const shown = presentDetail(row);
    yield columns.map(({ of }) => of(shown));
  }
}

export const statusExport = ({ database, clock }: Pick<Ports, "database" | "clock">): ExportKind<DetailQuery> => ({
  title: "坐席状态明细",
  pages: ["/seatstatusdetail"],
  fetch: statusDetailApi.export.permission,
  open: { permission: statusDetailApi.export.permission, params: statusDetailApi.export.body! },
  async produce({ owner, compId, params }) {
    const now = clock.now();
    const { filter, total } = await forJobs(database).tenant(compId, async (trx) => {
      const filter = await filterOf(trx, compId, callerOf(owner), params, now);
      return { filter, total: await countDetails(trx, compId, filter) };
    });
    if (total > statusDetailExportRows)
      throw new AppError("refused", `数据超过${statusDetailExportRows / 10_000}万条，请缩小查询范围`);
    const rows = keyset<DetailRow>(pageRows, (after) =>
      forJobs(database).tenant(compId, (trx) => detailsAfter(trx, compId, filter, new Date(now), after, pageRows)),
    );
    return { columns, rows: cells(rows), total, sheetName: "坐席状态明细" };
  },
});
