/** W33: work orders as a workbook. */
import { fileDownloadApi } from "@liantai/api/contract/admin";
import { formStreamApi, orderSheetApi } from "@liantai/api/contract/work-orders";
import { customerFormDataApi, followUpSatisfactionApi, handFollowUpApi } from "@liantai/api/contract/workorder";
import { cellsOf, ended } from "../../testing/exports.ts";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { flowOf, openFloor, type Floor } from "./testing/floor.ts";

let office: Office;
let floor: Floor;
beforeAll(async () => {
  office = await openOffice();
  floor = await openFloor(office);
}, 120_000);
afterAll(() => office?.close());

test("W33 the workbook has what the list answers its asker: orders of his sight, numbers masked, a form's own columns", async () => {
  const { people, groupId, formId } = floor;
  const flowId = await floor.flow("导出", flowOf(groupId));
  const other = await floor.flow("别的", flowOf(groupId));
  const make = (title: string, values = {}, by: "1001" | "1003" = "1001") =>
    people[by].call(formStreamApi.create, { body: { flowId, title, values, submit: true } });
  const urgent = await make("=1+1 回电13812345678", { address: "电话13812345678", level: "urgent" });
  await floor.handle(people["1002"], urgent.id, "claim");
  const second = await make("第二单");
  await floor.create(people["1001"], other);
  const workbook = async (who: "1001" | "1004" | "admin", body: object) => {
    const { id } = await people[who].call(orderSheetApi.export, { body });
    const job = await ended(people[who], id, "done");
    const { bytes } = await people[who].file(fileDownloadApi.down, { query: { id: job.id } });
    return cellsOf(bytes);
  };
  const [head, ...rows] = await workbook("admin", { flowId, formId });
  const fields = ["级别", "地址", "费用", "内情", "结果", "其他", "金额"];
  expect(head).toEqual([
    ...[
      "工单编号",
      "标题",
      "流程",
      "当前节点",
      "状态",
      "状态名称",
      "处理人",
      "创建人",
      "优先级",
      "到期时间",
      "超时时间",
    ],
    ...["催办次数", "退回原因", "回访结果", "是否联系上", "是否解决", "客户意见", "来源", "创建时间", "更新时间"],
    ...fields,
  ]);
  // The newest first.
  expect(rows.map(([code]) => code)).toEqual([second.workCode, urgent.workCode]);
  const row = Object.fromEntries(head!.map((name, at) => [name, rows[1]![at]]));
  expect(row).toMatchObject({
    ...{ 标题: "'=1+1 回电13812345678", 流程: "导出", 当前节点: "受理", 状态: "处理中", 优先级: "普通" },
    ...{
      处理人: expect.stringMatching(/^.+（1002）$/),
      级别: "urgent",
      地址: "电话13812345678",
      催办次数: 0,
      来源: "手工录入",
    },
  });
  const [, ...own] = await workbook("1001", { flowId, formId, scope: "created" });
  expect(JSON.stringify(own)).not.toContain("13812345678");
  expect(own[1]).toEqual(expect.arrayContaining(["'=1+1 回电138****5678", "电话138****5678"]));
  // Of all forms without their fields; nobody sees more here than in the list.
  const seen = async (who: "1001" | "1004") =>
    (await people[who].call(formStreamApi.list, { body: { pageNo: 1, pageSize: 200 } })).total;
  for (const who of ["1001", "1004"] as const) {
    const [titles, ...all] = await workbook(who, {});
    expect(titles).toHaveLength(20);
    expect(all).toHaveLength(await seen(who));
  }
  expect(
    await refused(
      people.admin.call(orderSheetApi.export, { body: { filters: [{ name: "level", op: "eq", value: "x" }] } }),
    ),
  ).toMatchObject({ fields: [{ path: "formId", message: "按字段查询时请先选择表单" }] });
});

test("W33 the workbook says why an order was returned last and what came of the last follow-up, with numbers hidden", async () => {
  const { people, groupId, handle } = floor;
  const flowId = await floor.flow("退回", flowOf(groupId));
  const { id } = await floor.create(people["1001"], flowId);
  const said = async (who: "1001" | "admin") => {
    const job = await people[who].call(orderSheetApi.export, { body: { flowId } });
    await ended(people[who], job.id, "done");
    const { bytes } = await people[who].file(fileDownloadApi.down, { query: { id: job.id } });
    const [head = [], row = []] = await cellsOf(bytes);
    return ["退回原因", "回访结果"].map((title) => row[head.indexOf(title)]);
  };
  expect(await said("admin")).toEqual([undefined, undefined]);
  for (const text of ["缺地址", "请先回电13812345678"]) {
    await handle(people["1002"], id, "claim");
    await handle(people["1002"], id, "returnCreator", { text });
    await handle(people["1001"], id, "submit");
  }
  await handle(people["1002"], id, "claim");
  await handle(people["1002"], id, "complete");
  await handle(people["1001"], id, "followUp", { text: "已联系，已解决" });
  expect(await said("admin")).toEqual(["请先回电13812345678", "已联系，已解决"]);
  expect(await said("1001")).toEqual(["请先回电138****5678", "已联系，已解决"]);
});

test("W33 the answers of the last follow-up have columns of their own, by the questions it was asked with", async () => {
  const { people, groupId } = floor;
  const flowId = await floor.flow("回访", flowOf(groupId));
  const handled = async () => {
    const { id } = await floor.create(people["1001"], flowId);
    for (const command of ["claim", "complete"] as const) await floor.handle(people["1002"], id, command);
    return (await people.admin.call(formStreamApi.find, { body: { id } })).order.recordId;
  };
  const [plain, asked] = [await handled(), await handled()];
  const answer = (id: string, answers: object) =>
    people["1001"].call(handFollowUpApi.hand, { body: { id, answers: answers as never } });
  await answer(plain, { contact: "2", satisfaction: "1", isResolved: "2", reason: "无" });
  await answer(plain, { contact: "1", satisfaction: "10", isResolved: "1", reason: "=请回电13812345678" });
  const { formId } = await people.admin.call(customerFormDataApi.findById, { body: { id: asked } });
  const words = [{ label_name: "好了", label_value: "1" }];
  const fields = [{ type: "radio", name: "isResolved", label: "修好没有", items: words }] as const;
  await people.admin.call(followUpSatisfactionApi.save, { body: { formId, fields: fields as never } });
  await answer(asked, { isResolved: "1" });
  const said = async (who: "1001" | "admin") => {
    const job = await people[who].call(orderSheetApi.export, { body: { flowId } });
    await ended(people[who], job.id, "done");
    const { bytes } = await people[who].file(fileDownloadApi.down, { query: { id: job.id } });
    const [head = [], ...rows] = await cellsOf(bytes);
    return rows
      .map((row) => ["是否联系上", "是否解决", "客户意见"].map((title) => row[head.indexOf(title)] ?? ""))
      .sort();
  };
  expect(await said("admin")).toEqual([
    ["", "好了", ""],
    ["已联系", "已解决", "'=请回电13812345678"],
  ]);
  expect((await said("1001"))[1]).toEqual(["已联系", "已解决", "'=请回电138****5678"]);
});

test("W33 numbers that somebody typed into a title or a comment are hidden from whom numbers are hidden", async () => {
  const { people, groupId } = floor;
  const flowId = await floor.flow("号码", flowOf(groupId));
  const { id } = await people["1001"].call(formStreamApi.create, {
    body: { flowId, title: "回电13812345678", values: {}, submit: true },
  });
  await floor.handle(people["1002"], id, "claim");
  await floor.handle(people["1001"], id, "urge", { text: "13812345678又来电" });
  // Nor does it go out with the reminder.
  const reminders = await office.ports.database.tenant("100001", (trx) =>
    trx.selectFrom("reminder").selectAll().where("key", "like", `order/${id}/%`).execute(),
  );
  expect(reminders.length).toBeGreaterThan(0);
  expect(JSON.stringify(reminders)).not.toContain("13812345678");
  const { order } = await people["1001"].call(formStreamApi.find, { body: { id } });
  expect(order.title).toBe("回电138****5678");
  const history = await people["1001"].call(formStreamApi.history, { body: { id } });
  expect(history.at(-1)).toMatchObject({ text: "138****5678又来电", data: { text: "138****5678又来电" } });
  expect((await people.admin.call(formStreamApi.find, { body: { id } })).order.title).toBe("回电13812345678");
});
