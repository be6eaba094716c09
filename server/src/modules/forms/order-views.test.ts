/** W71: saved views of the orders of a form. */
import { formStreamApi } from "@liantai/api/contract/work-orders";
import { customerFormDataApi, formTagApi, recordViewApi as api } from "@liantai/api/contract/workorder";
import { refused, type Person } from "../../testing/office.ts";
import { flowOf, openFloor, orderForm, type Floor } from "../../testing/orders-and-forms.ts";
import { input } from "./testing/forms.ts";

let floor: Floor;
let formId: string;
beforeAll(async () => {
  floor = await openFloor();
  const { admin } = floor.people;
  formId = await orderForm(admin, "报修单", [
    input("level", "级别"),
    input("address", "地址", { query: true }),
    input("phone", "电话", { query: true, ext: { content: "phone", mask: "phone" } }),
  ]);
  const flowId = await floor.flow("报修", flowOf(floor.groupId), formId);
  for (const address of ["人民路一号", "人民路二号", "解放路"])
    await floor.create(floor.people["1002"], flowId, { address });
  await floor.create(floor.people["1002"], flowId, { address: "人民路草稿" }, false);
}, 60_000);
afterAll(() => floor?.office.close());

const road = { filters: [{ name: "address", op: "contains", value: "人民路" }] };
const add = (person: Person, name: string, order: object, more: object = {}) =>
  person.call(api.add, { body: { formId, name, question: { order }, ...more } });
async function counted(person: Person) {
  const body = { formId };
  const { views } = await person.call(api.list, { body });
  const counts = new Map((await person.call(api.counts, { body })).map(({ id, text }) => [id, text]));
  return views.map(({ id, name }) => [name, counts.get(id)]);
}

test("W71 each view is counted as the list of who asks answers it", async () => {
  const { admin, "1001": agent, "1002": creator, "1004": other } = floor.people;
  await add(admin, "人民路", road, { roleIds: ["*"] });
  await add(admin, "待领取", { scope: "pool" }, { roleIds: ["*"] });
  await add(admin, "我的草稿", { scope: "mine", state: "draft" }, { roleIds: ["*"] });
  expect(await counted(creator)).toEqual([
    ["人民路", "3"],
    ["待领取", "3"],
    ["我的草稿", "1"],
  ]);
  expect(await counted(agent)).toEqual([
    ["人民路", "2"],
    ["待领取", "3"],
    ["我的草稿", "0"],
  ]);
  expect((await counted(other)).length).toBe(3);
  const { views } = await agent.call(api.list, { body: { formId } });
  expect(views[0]?.question.order).toMatchObject(road);
});

test("W72 who sees an order marks it, whoever made it; the list shows tags and asks by them", async () => {
  const { admin, "1001": agent, "1002": creator, "1004": other } = floor.people;
  const listed = async (person: Person, more: object = {}) =>
    (await person.call(formStreamApi.list, { body: { formId, scope: "all", pageNo: 1, pageSize: 20, ...more } })).list;
  const [first] = await listed(agent, road);
  const { id: tag } = await admin.call(formTagApi.add, { body: { formId, name: "加急", color: "red" } });
  const mark = (person: Person, ids: readonly string[]) =>
    person.call(formTagApi.set, { body: { ids: [...ids], add: [tag] } });
  expect(await mark(agent, [first!.recordId])).toEqual({ count: 1 });
  const [tagged, ...more] = await listed(creator, { tags: [tag] });
  expect(more).toEqual([]);
  expect(tagged).toMatchObject({ id: first!.id, tags: [{ name: "加急", color: "red" }] });
  const draft = (await listed(creator, { state: "draft" }))[0]!;
  expect(await refused(mark(other, [draft.recordId]))).toMatchObject({ code: 404 });
  // No interface asks for it: but the record was found, by the button alone.
  const push = (person: Person) => person.call(customerFormDataApi.push, { body: { ids: [first!.recordId] } });
  expect((await refused(push(floor.people["1005"]))).msg).toContain("没有接口订阅");
  expect(await refused(push(agent))).toMatchObject({ code: 403 });
});

test("W71 what the form cannot answer is refused by name, and a number is not shared", async () => {
  const { admin } = floor.people;
  expect(
    await refused(add(admin, "没有", { filters: [{ name: "nothing", op: "contains", value: "甲" }] })),
  ).toMatchObject({ code: 400 });
  const shared = { roleIds: ["*"] };
  const told = { fields: [{ path: "question", message: "含有号码的查询条件不能共享" }] };
  const byPhone = { filters: [{ name: "phone", op: "equals", value: "13800001111" }] };
  expect(await refused(add(admin, "号码", byPhone, shared))).toMatchObject(told);
  expect(await refused(add(admin, "标题", { title: "回13800001111" }, shared))).toMatchObject(told);
});
