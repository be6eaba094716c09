/** W47 and W48: macros through the interface. */
import { formStreamApi, macroApi } from "@liantai/api/contract/work-orders";
import { customerFormDataApi } from "@liantai/api/contract/workorder";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { addForm, addRecord, flowOf, input, openFloor, type Floor } from "../../testing/orders-and-forms.ts";
import { addMacro, historyOf } from "./testing/stage.ts";

let office: Office;
let floor: Floor;
let flowId: string;
beforeAll(async () => {
  office = await openOffice();
  floor = await openFloor(office);
  flowId = await floor.flow("宏", flowOf(floor.groupId));
});
afterAll(() => office?.close());

const admin = () => floor.people.admin;
const found = (id: string) => admin().call(formStreamApi.find, { body: { id } });
const of = async (id: string, subjectId: string, version?: number) => ({
  body: { id, kind: "order" as const, subjectId, version: version ?? (await found(subjectId)).order.seq },
});
/** An order in the hands of 1002. */
async function inHand() {
  const { id } = await floor.create(floor.people["1001"], flowId, { level: "urgent" });
  await floor.handle(floor.people["1002"], id, "claim");
  return id;
}

test("W48 a macro is looked at first and then done as a whole, by the steps and checks that the person has", async () => {
  const mine = floor.people["1002"];
  const macro = await addMacro(mine, floor.formId, "加急转交", [
    { do: "set", field: "result", value: "已联系" },
    { do: "priority", priority: 1 },
    { do: "comment", text: "客户要求加急" },
    { do: "assign", to: "1003" },
    { do: "remind", whom: [], agentIds: ["1004"], text: "请关注" },
  ]);
  const id = await inHand();
  const before = await historyOf(admin(), id);
  const said = await mine.call(macroApi.preview, await of(macro, id));
  expect(said).toEqual({
    changes: [
      { label: "结果", before: "", after: "已联系" },
      { label: "处理人", before: "1002 王志强", after: "1003 陈思雨" },
      { label: "优先级", before: "普通", after: "紧急" },
      { label: "状态", before: "处理中", after: "已转交" },
    ],
    did: ["优先级改为紧急", "添加备注：客户要求加急", "指派给1003 陈思雨", "提醒1004 赵海峰：请关注"],
  });
  expect(await historyOf(admin(), id)).toEqual(before);
  const { version } = await mine.call(macroApi.apply, await of(macro, id));
  const after = await found(id);
  expect(after.order).toMatchObject({ seq: version, priority: 1, holder: "1003", state: "transferred" });
  expect(after.values).toMatchObject({ result: "已联系" });
  expect((await historyOf(admin(), id)).slice(before.length)).toEqual([
    "saved 王志强",
    "prioritized 王志强",
    "commented 王志强 客户要求加急",
    "transferred 王志强",
  ]);
  expect(await mine.call(macroApi.list, { body: { formId: floor.formId } })).toMatchObject([{ id: macro, uses: 1 }]);
});

test("W48 what the order's state refuses undoes all of it; who saw an older order is told what differs", async () => {
  const mine = floor.people["1002"];
  const macro = await addMacro(mine, floor.formId, "填写", [
    { do: "comment", text: "先备注" },
    { do: "set", field: "result", value: "好" },
  ]);
  const { id } = await floor.create(floor.people["1001"], flowId);
  // It is in the pool: nobody may write its fields.
  expect(await refused(mine.call(macroApi.apply, await of(macro, id)))).toMatchObject({
    msg: "第2个动作：工单不在您手中，不能修改字段",
  });
  expect(await refused(mine.call(macroApi.preview, await of(macro, id)))).toMatchObject({ code: 0 });
  expect(await historyOf(admin(), id)).toHaveLength(2);
  const held = await inHand();
  const { seq } = (await found(held)).order;
  await floor.handle(mine, held, "save", { values: { result: "别人写的" } });
  expect(await refused(mine.call(macroApi.apply, await of(macro, held, seq)))).toMatchObject({
    ...{ code: 409 },
    data: { field: "result", mine: "好", theirs: "别人写的" },
  });
  const uses = (await mine.call(macroApi.list, { body: { formId: floor.formId } })).find(
    (one) => one.id === macro,
  )?.uses;
  expect(uses).toBe(0);
});

test("W47 personal macros are their owner's alone; shared ones everybody has, and whose role may share changes them", async () => {
  const [mine, other] = [floor.people["1003"], floor.people["1004"]];
  const actions = [{ do: "comment", text: "好" }] as const;
  const own = await addMacro(mine, floor.formId, "我的", actions);
  const shared = await addMacro(admin(), floor.formId, "大家的", actions, 1);
  const names = async (by: typeof mine) =>
    (await by.call(macroApi.list, { body: { formId: floor.formId } })).map(({ id, own: may }) => [id, may]);
  expect(await names(mine)).toEqual(
    expect.arrayContaining([
      [own, 1],
      [shared, 0],
    ]),
  );
  expect((await names(other)).map(([id]) => id)).not.toContain(own);
  const id = await inHand();
  expect(await refused(other.call(macroApi.apply, await of(own, id)))).toMatchObject({ code: 404 });
  const body = { formId: floor.formId, name: "改", shared: 1 as const, actions };
  expect(await refused(mine.call(macroApi.add, { body }))).toMatchObject({ status: 403 });
  expect(await refused(mine.call(macroApi.update, { body: { ...body, id: own } }))).toMatchObject({ status: 403 });
  expect(await refused(mine.call(macroApi.update, { body: { ...body, id: shared, shared: 0 } }))).toMatchObject({
    status: 403,
  });
  expect(await refused(other.call(macroApi.update, { body: { ...body, id: own, shared: 0 } }))).toMatchObject({
    code: 404,
  });
  expect(await refused(mine.call(macroApi.delete, { body: { ids: [shared] } }))).toMatchObject({ status: 403 });
  expect(await refused(other.call(macroApi.delete, { body: { ids: [own] } }))).toMatchObject({ code: 404 });
});

test("W48 a customer's macro asks for the version, the scope and the button of any save", async () => {
  const formId = await addForm(admin(), [input("name", "姓名"), input("grade", "等级")]);
  const macro = await addMacro(admin(), formId, "升级", [{ do: "set", field: "grade", value: "金" }], 1);
  const { id } = await addRecord(floor.people["1001"], formId, { name: "李四" });
  const body = { id: macro, kind: "record", subjectId: id, version: 1 } as const;
  // Another seat's record.
  expect(await refused(floor.people["1003"].call(macroApi.apply, { body }))).toMatchObject({ code: 404 });
  expect(await floor.people["1001"].call(macroApi.preview, { body })).toEqual({
    ...{ changes: [{ label: "等级", before: "", after: "金" }], did: [] },
  });
  expect(await floor.people["1001"].call(macroApi.apply, { body })).toEqual({ version: 2 });
  const record = await admin().call(customerFormDataApi.findById, { body: { id } });
  expect(record).toMatchObject({ version: 2, values: { grade: "金" } });
  await admin().call(customerFormDataApi.update, { body: { id, version: 2, values: { grade: "银" } } });
  expect(await refused(floor.people["1001"].call(macroApi.apply, { body }))).toMatchObject({ code: 409 });
  const order = await inHand();
  expect(await refused(floor.people["1002"].call(macroApi.apply, await of(macro, order)))).toMatchObject({
    msg: "这个宏不是该表单的",
  });
});
