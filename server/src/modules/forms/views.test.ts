/** F72: saved views of a form's records. */
import { customerFormConfApi, recordPoolApi, recordViewApi as api } from "@liantai/api/contract/workorder";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";
import { addForm, addRecord, input } from "./testing/forms.ts";

const compId = "100001";
let office: Office;
let formId: string;
beforeAll(async () => {
  office = await openOffice();
  formId = await addForm(office.administrator, [
    input("customerName", "客户姓名", { query: true }),
    input("phone", "电话号码", { query: true, ext: { content: "phone", mask: "phone" } }),
  ]);
  for (const [person, customerName] of [
    [office.agent, "王一"],
    [office.agent, "王二"],
    [office.administrator, "王三"],
    [office.administrator, "赵四"],
  ] as const)
    await addRecord(person, formId, { customerName, phone: "13800001111" });
}, 60_000);
afterAll(() => office?.close());

const wang = { filters: [{ name: "customerName", op: "contains", value: "王一" }] };
const add = (person: Person, name: string, more: object = {}) =>
  person.call(api.add, { body: { formId, name, question: wang, ...more } });
const seen = async (person: Person) =>
  (await person.call(api.list, { body: { formId } })).views.map(({ name, mayChange }) => [name, mayChange]);
const counts = (person: Person) => person.call(api.counts, { body: { formId } });

test("F72 a view is its owner's own, or is shared with roles by who may", async () => {
  const { agent, administrator, monitor } = office;
  const mine = await add(agent, "我的", { columns: ["f_customerName"], sortOrder: "asc" });
  expect(await refused(add(agent, "想共享", { roleIds: ["*"] }))).toMatchObject({ code: 403 });
  const { roles } = await administrator.call(api.list, { body: { formId } });
  const agents = roles.find(({ name }) => name === "坐席")!;
  const { id: shared } = await add(administrator, "给坐席", { roleIds: [agents.id] });
  expect(await seen(agent)).toEqual([
    ["我的", true],
    ["给坐席", false],
  ]);
  expect(await seen(monitor)).toEqual([]);
  expect((await agent.call(api.list, { body: { formId } })).views[0]).toMatchObject({
    ...{ id: mine.id, question: wang, columns: ["f_customerName"], sortOrder: "asc", roleIds: [] },
  });
  const change = (person: Person, id: string, more: object = {}) =>
    person.call(api.update, { body: { id, name: "改名", question: wang, ...more } });
  expect(await refused(change(agent, shared))).toMatchObject({ code: 403 });
  // Nobody else's own view is there for anybody.
  expect(await refused(change(administrator, mine.id))).toMatchObject({ code: 404 });
  await change(administrator, shared, { roleIds: ["*"] });
  expect(await seen(monitor)).toEqual([["改名", true]]);
  expect(await refused(agent.call(api.delete, { body: { ids: [shared] } }))).toMatchObject({ code: 403 });
  expect(await agent.call(api.delete, { body: { ids: [mine.id] } })).toEqual({ count: 1 });
  await administrator.call(api.delete, { body: { ids: [shared] } });
});

test("F72 what the form cannot answer is refused by name, and a number is not shared", async () => {
  const { administrator } = office;
  const asking = (name: string, op: string, value: string) => ({ question: { filters: [{ name, op, value }] } });
  expect(await refused(add(administrator, "错", asking("nothing", "contains", "王一")))).toMatchObject({
    fields: [{ path: "filters[0]", message: "表单没有字段“nothing”" }],
  });
  const number = asking("phone", "equals", "13800001111");
  expect(await refused(add(administrator, "号码", { ...number, roleIds: ["*"] }))).toMatchObject({
    fields: [{ path: "question", message: "含有号码的查询条件不能共享" }],
  });
  const { id } = await add(administrator, "自己看", number);
  expect(await refused(add(administrator, "错", { roleIds: ["nobody"] }))).toMatchObject({
    fields: [{ path: "roleIds", message: "角色不存在或已被删除" }],
  });
  await administrator.call(api.delete, { body: { ids: [id] } });
});

test("F72 one request counts every view in the asker's scope; one that the form cannot answer lets the others be counted", async () => {
  const { administrator, agent } = office;
  const all = { question: {}, roleIds: ["*"] };
  const ids = [await add(administrator, "全部", all), await add(administrator, "王", { roleIds: ["*"] })].map(
    ({ id }) => id,
  );
  expect(await counts(administrator)).toEqual([
    { id: ids[0], total: 4, more: false, text: "4" },
    { id: ids[1], total: 1, more: false, text: "1" },
  ]);
  expect(await counts(agent)).toMatchObject([{ total: 2 }, { total: 1 }]);
  await addRecord(agent, formId, { customerName: "王五" });
  expect(await counts(agent)).toMatchObject([{ total: 3 }, { total: 1 }]);
  const form = await administrator.call(customerFormConfApi.findById, { query: { id: formId } });
  await administrator.call(customerFormConfApi.update, {
    body: {
      id: formId,
      name: form.name,
      fields: [input("phone", "电话号码", { query: true })],
      revision: form.revision,
    },
  });
  expect(await counts(administrator)).toEqual([
    { id: ids[0], total: 5, more: false, text: "5" },
    { id: ids[1], total: 0, more: false, text: "—" },
  ]);
});

test("F72 the number and the pool that are asked for are kept and counted; a number is not shared", async () => {
  const { administrator: admin, agent } = office;
  const form = await addForm(admin, [
    input("customerName", "客户姓名", { query: true }),
    input("phone", "电话号码", { ext: { content: "phone", mask: "phone" } }),
  ]);
  const setting = { formId: form, enabled: 1, claimLimit: 0, returnDays: 0, warnDays: 0 };
  await admin.call(recordPoolApi.saveSetting, { body: setting });
  const [one] = await Promise.all(
    ["13800001111", "13800002222"].map((phone) => addRecord(agent, form, { customerName: "王", phone })),
  );
  await agent.call(recordPoolApi.giveBack, { body: { ids: [one!.id] } });
  const save = (name: string, question: object, more: object = {}) =>
    agent.call(api.add, { body: { formId: form, name, question, ...more } });
  await save("公海", { pool: 1 });
  await save("他", { phone: "13800002222" });
  const { views } = await agent.call(api.list, { body: { formId: form } });
  expect(views.map(({ question }) => question)).toMatchObject([{ pool: 1 }, { phone: "13800002222" }]);
  const counted = await agent.call(api.counts, { body: { formId: form } });
  expect(counted.map(({ total }) => total)).toEqual([1, 1]);
  const shared = { formId: form, name: "共享", question: { phone: "13800002222" }, roleIds: ["*"] };
  expect(await refused(admin.call(api.add, { body: shared }))).toMatchObject({
    fields: [{ path: "question", message: "含有号码的查询条件不能共享" }],
  });
});

test("F72 counts stop at 10,000 and say 10000+", async () => {
  const { administrator, ports } = office;
  const form = await addForm(administrator, [input("letter", "字母", { query: true })]);
  await ports.database.tenant(compId, async (trx) => {
    for (let from = 0; from < 10_002; from += 1_667)
      await trx
        .insertInto("form_record")
        .values(
          Array.from({ length: 1_667 }, (_, n) => ({
            ...{ compId, formId: form, id: `v${from + n}`, formVersion: 1, version: 1, source: "manual" },
            ...{ values: "{}", createdAt: new Date(from + n), updatedAt: new Date(from + n) },
          })),
        )
        .execute();
  });
  const view = await administrator.call(api.add, { body: { formId: form, name: "全部", question: {} } });
  expect(await administrator.call(api.counts, { body: { formId: form } })).toEqual([
    { id: view.id, total: 10_000, more: true, text: "10000+" },
  ]);
});
