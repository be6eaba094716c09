/** How long an import of many seats takes, through the whole server: upload, checks, rows, result file. */
import { buffer } from "node:stream/consumers";
import { agentApi, seatImportApi } from "@liantai/api/contract/admin";
import { writeSheet } from "../../sheets/index.ts";
import { openOffice } from "../../testing/office.ts";
import { demoEnterprise } from "../system/index.ts";

export interface SeatImportFigures {
  readonly succeeded: number;
  readonly failed: number;
  readonly ms: number;
  /** Processor time of the whole process, database included: what other load on the machine does not change. */
  readonly cpuMs: number;
}

/** `rows` seats with a group and a new extension each; one in a hundred is wrong. `database`: as openOffice takes it. */
export async function measureSeatImport(
  rows: number,
  replace: Parameters<typeof openOffice>[0] = {},
): Promise<SeatImportFigures> {
  const office = await openOffice(replace);
  try {
    await office.ports.database.system((trx) =>
      trx.insertInto("seat_setting").values({ compId: demoEnterprise.compId, chatMax: 5, idDigits: 6 }).execute(),
    );
    const titles = ["*坐席工号", "*姓名", "角色", "坐席组", "终端类型", "分机", "自动接听", "来电弹屏", "隐藏号码"];
    const line = (i: number) =>
      i % 100 === 99
        ? [String(200_000 + i), "", "经理"]
        : [
            String(200_000 + i),
            `坐席${i}`,
            i % 20 === 0 ? "班长" : "坐席",
            "客服部",
            "网页软电话",
            String(200_000 + i),
            "手动接听",
            "是",
            "否",
          ];
    const bytes = await buffer(
      writeSheet({
        columns: titles.map((title) => ({ title })),
        rows: Array.from({ length: rows }, (_, i) => line(i)),
      }),
    );
    const began = performance.now();
    const spent = process.cpuUsage();
    const result = await office.administrator.call(seatImportApi.importData, {
      body: { makeExtensions: 1, files: [new File([bytes], "坐席.xlsx")] },
    });
    const ms = performance.now() - began;
    const { user, system } = process.cpuUsage(spent);
    const { total } = await office.administrator.call(agentApi.list, {
      body: { groupId: "", agentId: "20", pageSize: 10 },
    });
    if (result.succeed + result.failing !== rows || total !== result.succeed)
      throw new Error(`${rows} rows, ${result.succeed} added, ${result.failing} refused, ${total} there`);
    return { succeeded: result.succeed, failed: result.failing, ms, cpuMs: (user + system) / 1_000 };
  } finally {
    await office.close();
  }
}
