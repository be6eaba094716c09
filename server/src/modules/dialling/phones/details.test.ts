/** What the details of a number say besides: the seat's words, whose number it is, and his consent (B7, B10). */
import { fileDownloadApi, taskPhoneApi } from "@liantai/api/contract/admin";
import { cellsOf, ended } from "../../../testing/exports.ts";
import type { Office } from "../../../testing/office.ts";
import { previewDesk } from "../testing/preview-desk.ts";

const compId = "100001";
let office: Office;
const { made, took, called, result } = previewDesk((desk) => ({ office } = desk));

test("B10 list and export have the seat's remark, the person and the consent of a number", async () => {
  const number = { phone: "13100000001", person: "C-7" };
  const taskId = await made({ results: ["考虑"], retries: [] }, { count: 1, phone: () => number });
  await office.ports.database.tenant(compId, (trx) =>
    trx
      .updateTable("dial_phone")
      .set({ consentSource: "官网表单", consentAt: new Date("2026-02-01T02:00:00Z") })
      .where("taskId", "=", taskId)
      .execute(),
  );
  const hand = await took(taskId);
  await called(taskId, number.phone, 594);
  await result(taskId, hand.id, "考虑", { remark: "周末再联系 13912345678" });
  const { administrator } = office;
  const { list } = await administrator.call(taskPhoneApi.list, { body: { taskId, pageNo: 1, pageSize: 10 } });
  const shown = { person: "C-7", consentSource: "官网表单", consentAt: "2026-02-01 10:00:00" };
  expect(list).toMatchObject([{ ...shown, result: "考虑", remark: expect.stringContaining("周末再联系") }]);
  const { id } = await administrator.call(taskPhoneApi.export, { body: { taskId } });
  await ended(administrator, id, "done");
  const [titles, cells] = await cellsOf((await administrator.file(fileDownloadApi.down, { query: { id } })).bytes);
  const cell = (title: string) => cells![titles!.indexOf(title)];
  expect(["业务结果", "客户标识", "同意来源", "同意时间"].map(cell)).toEqual(["考虑", ...Object.values(shown)]);
  expect(cell("备注")).toContain("周末再联系");
});
