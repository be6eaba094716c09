/** W60: orders from a workbook. Each row is an order that its importer makes and submits. */
import { buffer } from "node:stream/consumers";
import { importJobApi } from "@liantai/api/contract/admin";
import { formStreamApi, triggerApi, workFlowApi } from "@liantai/api/contract/work-orders";
import { recordButton, recordSheetApi as api } from "@liantai/api/contract/workorder";
import { readRows, writeSheet, type Cell } from "../../sheets/index.ts";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { rightsChanged } from "../organisation/index.ts";
import { flowOf, openFloor, orderForm, type Floor } from "./testing/floor.ts";

const compId = "100001";
let office: Office;
let floor: Floor;
let formId: string;
let flowId: string;
beforeAll(async () => {
  office = await openOffice();
  floor = await openFloor(office);
  formId = await orderForm(floor.people.admin, "投诉单", [
    { type: "input", name: "workCode", label: "工单编号" },
    { type: "input", name: "number", label: "合同号", require: true, distinct: true, query: true },
    { type: "input", name: "phone", label: "电话", ext: { content: "phone" } },
    {
      ...{ type: "select", name: "level", label: "级别" },
      items: [
        { label_name: "加急", label_value: "urgent" },
        { label_name: "一般", label_value: "usual" },
      ],
    },
  ]);
  flowId = await floor.flow("投诉", flowOf(floor.groupId, { limit: { minutes: 60 } }), formId);
}, 120_000);
afterAll(() => office?.close());

const titles = ["标题", "优先级", "合同号", "电话", "级别"];
async function workbook(rows: readonly (readonly Cell[])[], head: readonly string[] = titles): Promise<Blob> {
  const bytes = await buffer(writeSheet({ columns: head.map((title) => ({ title })), rows }));
  return new File([new Uint8Array(bytes)], "工单.xlsx");
}
async function rowsOf(bytes: Uint8Array): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { cells } of readRows(bytes, { maxRows: 1_000, maxColumns: 50 })) rows.push([...cells]);
  return rows;
}
const listed = async (flow: string) =>
  (await floor.people.admin.call(formStreamApi.list, { body: { flowId: flow, pageNo: 1, pageSize: 200 } })).list;

test("W60 the empty sheet has the order's own columns and the form's, without the number that the flow gives", async () => {
  const template = await floor.people["1001"].file(api.importTemplate, { query: { formId } });
  expect(await rowsOf(template.bytes)).toEqual([["*标题", "优先级", "*合同号", "电话", "级别"]]);
  const named = await orderForm(floor.people.admin, "有标题的", [{ type: "input", name: "t", label: "标题" }]);
  const other = await floor.people["1001"].file(api.importTemplate, { query: { formId: named } });
  expect(await rowsOf(other.bytes)).toEqual([["*工单标题", "优先级", "标题"]]);
});

test("W60 a check looks at every row and makes no order; its token makes them, begun in the flow as by hand", async () => {
  const { people } = floor;
  await office.ports.database.tenant(compId, (trx) =>
    trx
      .insertInto("black_list")
      .values({
        ...{ compId, id: "b1", phone: "0209999", isPrefix: 1, callType: 2, createdBy: "" },
        createdAt: new Date(office.ports.clock.now()),
      })
      .execute(),
  );
  await people["1001"].call(formStreamApi.create, {
    body: { flowId, title: "已有的", values: { number: "H0" }, submit: true },
  });
  const files = await workbook([
    ["宽带不通", "紧急", "H1", "02012345678", "加急"],
    ["=1+1", "", "H2", "", "一般"],
    ["", "", "H3", "", ""],
    ["优先级不对", "很急", "H4", "", ""],
    ["没有合同号", "", "", "x1", "特急"],
    ["重复", "", "H1", "", ""],
    ["已在系统里", "", "H0", "", ""],
    ["黑名单", "", "H5", "02099990000", ""],
    ["长".repeat(101), "", "H6", "", ""],
  ]);
  const checked = await people["1001"].call(api.importCheck, { body: { formId, flowId, files } });
  const counts = { total: 9, succeed: 2, failing: 7, repetition: 2, blackList: 1 };
  expect(checked).toMatchObject({ ...counts, token: expect.stringMatching(/./) });
  expect(Object.fromEntries(checked.errors.map(({ row, message }) => [row, message]))).toEqual({
    4: "标题不能为空",
    5: "优先级应为紧急、高、普通、低之一",
    6: "合同号：该字段不能为空；电话：请输入数字；级别：请选择",
    7: "合同号重复",
    8: "合同号重复",
    9: "号码在黑名单中",
    10: expect.stringContaining("标题"),
  });
  expect(await listed(flowId)).toHaveLength(1);
  const { token } = checked;
  // Of another flow, or by another person, it is not what was checked.
  const twin = await floor.flow("投诉二", flowOf(floor.groupId), formId);
  for (const [who, flow] of [
    ["1001", twin],
    ["1002", flowId],
  ] as const)
    expect(await refused(people[who].call(api.importSave, { body: { formId, flowId: flow, token } }))).toMatchObject({
      msg: "校验结果已过期，请重新上传文件",
    });
  const saved = await people["1001"].call(api.importSave, { body: { formId, flowId, token } });
  expect(saved).toMatchObject(counts);
  const orders = (await listed(flowId)).filter(({ title }) => title !== "已有的");
  expect(orders.map(({ title }) => title).sort()).toEqual(["=1+1", "宽带不通"]);
  const urgent = orders.find(({ title }) => title === "宽带不通")!;
  expect(urgent).toMatchObject({
    ...{ workCode: expect.stringMatching(/^GD\d{14}$/), state: "pooled", nodeName: "受理", priority: 1 },
    ...{ creator: "1001", dueTime: expect.stringMatching(/./) },
    values: { workCode: urgent.workCode, number: "H1", phone: "02012345678", level: "urgent" },
  });
  expect(orders.find(({ title }) => title === "=1+1")).toMatchObject({ priority: 3 });
  expect(await floor.codes(urgent.id)).toEqual([15, 1]);
  const { total } = await people.admin.call(formStreamApi.list, {
    body: { flowId, source: "import", pageNo: 1, pageSize: 10 },
  });
  expect(total).toBe(2);
  // Whoever may take it from the pool has been told, as of one that was made by hand.
  const told = await office.ports.database.tenant(compId, (trx) =>
    trx.selectFrom("reminder").select("key").where("key", "like", `order/${urgent.id}/%`).execute(),
  );
  expect(told.length).toBeGreaterThan(0);
  await floor.handle(people["1002"], urgent.id, "claim");
  const failed = await people["1001"].file(api.importFailed, { query: { id: saved.failedFileId! } });
  const [head, ...rows] = await rowsOf(failed.bytes);
  expect(head).toEqual([...titles, "失败原因"]);
  expect(rows.map((cells) => cells[2])).toEqual(["H3", "H4", "", "H1", "H0", "H5", "H6"]);
  // Corrected, what failed is imported as it is.
  const again = await workbook([["补上的", "低", "H3", "", "", "x"]], head!);
  expect(await people["1001"].call(api.importSave, { body: { formId, flowId, files: again } })).toMatchObject({
    ...{ total: 1, succeed: 1 },
  });
});

test("W60 orders are imported where they may be made, by a flow of their own form, and not into somebody else's", async () => {
  const { people } = floor;
  const files = await workbook([["一", "", "X1", "", ""]]);
  const attempt = (body: object) => refused(people["1001"].call(api.importSave, { body: { files, ...body } as never }));
  expect(await attempt({ formId })).toMatchObject({ fields: [{ path: "flowId", message: "请选择流程" }] });
  const strange = await floor.flow("别的表单", flowOf(floor.groupId));
  expect(await attempt({ formId, flowId: strange })).toMatchObject({
    fields: [{ path: "flowId", message: "该流程不使用这张表单" }],
  });
  expect(await attempt({ formId, flowId: "none" })).toMatchObject({ msg: "流程不存在或已被删除" });
  const off = await floor.flow("停用", flowOf(floor.groupId), formId);
  await people.admin.call(workFlowApi.update, { body: { id: off, name: "停用", formId, enabled: 0 } });
  expect(await attempt({ formId, flowId: off })).toMatchObject({ msg: "流程「停用」已停用" });
  const role = await office.ports.database.system(async (trx) => {
    const { id } = await trx
      .selectFrom("role")
      .select("id")
      .where("compId", "=", compId)
      .where("roleType", "=", 2)
      .executeTakeFirstOrThrow();
    return id;
  });
  const without = async (button: string): Promise<void> => {
    const gone = await office.ports.database.system(async (trx) => {
      const menu = await trx.selectFrom("menu").select("id").where("code", "=", button).executeTakeFirstOrThrow();
      return trx
        .deleteFrom("role_menu")
        .where("roleId", "=", role)
        .where("menuId", "=", menu.id)
        .returningAll()
        .executeTakeFirstOrThrow();
    });
    await rightsChanged(office.ports.broker, { roleIds: [role] });
    expect(await attempt({ formId, flowId })).toMatchObject({ status: 403 });
    expect(await refused(people["1001"].call(api.importCheck, { body: { formId, flowId, files } }))).toMatchObject({
      status: 403,
    });
    await office.ports.database.system((trx) => trx.insertInto("role_menu").values(gone).execute());
    await rightsChanged(office.ports.broker, { roleIds: [role] });
  };
  await without(recordButton("workOrder", "import"));
  await without("formStream.create");
  expect((await listed(flowId)).filter(({ values }) => values["number"] === "X1")).toEqual([]);
  expect(await people["1001"].call(api.importSave, { body: { formId, flowId, files } })).toMatchObject({ succeed: 1 });
});

test("W60 a value that somebody else takes meanwhile fails its row alone, with nothing of the order left", async () => {
  const { people } = floor;
  // Of two imports at once each sees the number free.
  const files = () => workbook([["同号", "", "S1", "", ""]]);
  const both = await Promise.all([
    people["1001"].call(api.importSave, { body: { formId, flowId, files: await files() } }),
    people["1002"].call(api.importSave, { body: { formId, flowId, files: await files() } }),
  ]);
  expect(both.map(({ succeed }) => succeed).sort()).toEqual([0, 1]);
  expect((await listed(flowId)).filter(({ title }) => title === "同号")).toHaveLength(1);
  const created = await office.ports.database.tenant(compId, (trx) =>
    trx.selectFrom("event").select("streamId").where("stream", "=", "order").where("type", "=", "created").execute(),
  );
  const orders = await office.ports.database.tenant(compId, (trx) =>
    trx.selectFrom("work_order").select("id").execute(),
  );
  expect(new Set(created.map(({ streamId }) => streamId))).toEqual(new Set(orders.map(({ id }) => id)));
});

test("W60 triggers run for imported orders as for others; the job is one of orders, customers' imports know nothing of it", async () => {
  const { people } = floor;
  await people.admin.call(triggerApi.add, {
    body: {
      ...{ formId, name: "导入即升级", enabled: 1, when: { on: "event", events: ["submitted"] } },
      ...{ condition: { all: [] }, actions: [{ do: "priority", priority: 2 }] },
    },
  });
  const files = await workbook([["触发", "低", "T1", "", ""]]);
  await people["1001"].call(api.importSave, { body: { formId, flowId, files } });
  const priority = async () => (await listed(flowId)).find(({ title }) => title === "触发")?.priority;
  for (let n = 0; n < 50 && (await priority()) !== 2; n += 1) await office.ports.clock.advance(1_000);
  expect(await priority()).toBe(2);
  expect(await people["1001"].call(importJobApi.open, { body: { kind: "form" } })).toBeNull();
});
