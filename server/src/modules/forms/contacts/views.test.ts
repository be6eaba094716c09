/**
 * Contacts as what they are, records of a form: through contacterConf and contacterData, through the form's own calls, and by telephone.
 */
import {
  contacterConfApi,
  contacterDataApi,
  contactsApi,
  customerFormConfApi,
  customerFormDataApi,
} from "@liantai/api/contract/workorder";
import { defaultFields } from "@liantai/api/forms";
import { openOffice, refused, type Office } from "../../../testing/office.ts";
import { createDialRefs } from "../../dial-refs/index.ts";
import { rightsChanged } from "../../organisation/index.ts";
import { demoEnterprise } from "../../system/index.ts";
import { input } from "../testing/forms.ts";

const { compId } = demoEnterprise;
const page = { pageNo: 1, pageSize: 50 };
const id = "contacter";
let office: Office;
let next = 0;
const phone = () => `138${String((next += 1)).padStart(8, "0")}`;
const form = () => office.administrator.call(customerFormConfApi.findById, { query: { id } });
const add = (name: string, more: object = {}) =>
  office.administrator.call(contacterDataApi.add, { body: { name, phone: phone(), ...more } });
const named = async (name: string, person = office.administrator) =>
  (await person.call(contacterDataApi.list, { body: { ...page, name } })).list;

beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

test("F60 an enterprise that was made today has the form with what every contact has", async () => {
  const { operator } = office;
  await office.ports.database.system((trx) =>
    trx.insertInto("enterprise").values({ compId: "100009", name: "新企业" }).execute(),
  );
  const inside = await office.enter("100009", operator);
  expect((await inside.call(contacterDataApi.list, { body: page })).total).toBe(0);
  expect(await inside.call(customerFormConfApi.findById, { query: { id } })).toMatchObject({
    ...{ name: "企业联系人", formType: "contact", version: 1, indexing: [] },
    fields: ["name", "phone", "company", "remark"].map((name) => expect.objectContaining({ name, config: true })),
  });
});

test("F61 a row of contacterConf is a field of the form: in its place, with what the designer gave it", async () => {
  const { administrator } = office;
  const conf = (name: string, label: string, sort: number, more: object = {}) =>
    administrator.call(contacterConfApi.add, { body: { type: "input", name, label, sort, ...more } });
  const { id: second } = await conf("dept", "部门", 20, { query: 1, maxLength: 12 });
  await conf("job", "职务", 10, { enabled: 0, listDisplay: 0, require: 1 });
  const first = await form();
  expect(first.fields.map(({ name }) => name)).toEqual(["name", "phone", "company", "job", "dept", "remark"]);
  expect(first.fields[3]).toMatchObject({ label: "职务", hidden: true, listDisplay: false, require: true });
  expect(first.fields[4]).toMatchObject({ query: true, maxLength: 12, ext: { contactRow: { id: second, sort: 20 } } });
  // The designer's own words for it stay over a change here, and a field of the designer is a row here.
  const fields = [
    ...first.fields.map((field) => (field.name === "dept" ? { ...field, controlNotes: ["所在部门"] } : field)),
    input("floor", "楼层"),
  ];
  await administrator.call(customerFormConfApi.update, { body: { id, name: first.name, fields } });
  await administrator.call(contacterConfApi.update, {
    body: { id: second, type: "input", name: "dept", label: "所在部门", sort: 20, query: 1 },
  });
  const { list } = await administrator.call(contacterConfApi.list, { body: page });
  expect(list.map(({ name, label }) => [name, label])).toEqual(
    expect.arrayContaining([
      ["floor", "楼层"],
      ["dept", "所在部门"],
    ]),
  );
  expect((await form()).fields.find(({ name }) => name === "dept")).toMatchObject({ controlNotes: ["所在部门"] });
  expect((await form()).fields.find(({ name }) => name === "dept")).not.toHaveProperty("maxLength");
});

test("F61 the designer keeps to what contacts can hold; its draft and the form itself are not lost to them", async () => {
  const { administrator } = office;
  const { name, fields } = await form();
  const update = (more: object) => administrator.call(customerFormConfApi.update, { body: { id, name, ...more } });
  expect(
    await refused(update({ fields: [...fields, { type: "uploads", name: "file", label: "附件" }] })),
  ).toMatchObject({
    fields: [
      {
        path: "fields.file.type",
        message: "“附件”的类型：通讯录的字段只能是单行文本、多行文本、单选、下拉选择、多选和日期",
      },
    ],
  });
  const many = Array.from({ length: 31 }, (_, n) => input(`many${n}`, `很多${n}`));
  expect(await refused(update({ fields: [...defaultFields("contact"), ...many] }))).toMatchObject({
    msg: "通讯录最多添加30个字段",
  });
  await update({ fields: [...fields, input("planned", "计划中")], draft: 1 });
  expect(
    await refused(
      administrator.call(contacterConfApi.add, { body: { type: "input", name: "other", label: "另一个" } }),
    ),
  ).toMatchObject({ msg: "“企业联系人”有未发布的修改，请先在表单管理中发布" });
  await administrator.call(customerFormConfApi.publish, { body: { id } });
  expect(await refused(administrator.call(customerFormConfApi.delete, { body: { ids: [id] } }))).toMatchObject({
    msg: "“企业联系人”是通讯录的表单，不能删除",
  });
  // Nine texts beside name, phone and company can be asked by.
  for (let n = 0; n < 8; n += 1)
    await administrator.call(contacterConfApi.add, {
      body: { type: "input", name: `q${n}`, label: `查询${n}`, query: 1 },
    });
  expect(
    await refused(
      administrator.call(contacterConfApi.add, { body: { type: "input", name: "q9", label: "查询九", query: 1 } }),
    ),
  ).toMatchObject({ fields: [{ path: "query", message: expect.stringContaining("一个表单最多12个文字类查询字段") }] });
});

test("F60 F65 one record, whichever way it is asked: changed, told of, deleted into the bin and restored from it", async () => {
  const { administrator } = office;
  const { id: contact } = await add("同一条", { fields: { dept: "财务" } });
  const record = () => administrator.call(customerFormDataApi.findById, { body: { id: contact } });
  const { version, values } = await record();
  expect(values).toMatchObject({ name: "同一条", dept: "财务" });
  await administrator.call(customerFormDataApi.update, { body: { id: contact, version, values: { dept: "采购" } } });
  expect(await named("同一条")).toMatchObject([{ id: contact, fields: { dept: "采购" } }]);
  // What a notification leads to (U10).
  const alone = await office.agent.call(contacterDataApi.list, { body: { id: contact, ...page } });
  expect(alone).toMatchObject({ list: [{ id: contact, name: "同一条" }], total: 1 });
  expect(await administrator.call(contacterDataApi.delete, { body: { ids: [contact] } })).toEqual({ count: 1 });
  expect(await named("同一条")).toEqual([]);
  const { list } = await administrator.call(customerFormDataApi.recycleList, { body: { formId: id, ...page } });
  expect(list.map((row) => row.id)).toContain(contact);
  // Its number is free while it lies there, and taken again by whoever has it when it would come back.
  const taken = String(values["phone"]);
  const { id: other } = await add("占用的", { phone: taken });
  expect(await refused(administrator.call(customerFormDataApi.restore, { body: { ids: [contact] } }))).toMatchObject({
    msg: "电话已存在",
  });
  await administrator.call(contacterDataApi.delete, { body: { ids: [other] } });
  await administrator.call(customerFormDataApi.restore, { body: { ids: [contact] } });
  expect(await named("同一条")).toMatchObject([{ id: contact }]);
  // Whoever may not delete contacts deletes no records of them.
  expect(await refused(office.agent.call(customerFormDataApi.delete, { body: { ids: [contact] } }))).toMatchObject({
    code: expect.any(Number),
  });
  expect(await named("同一条")).toHaveLength(1);
});

test("F62 a telephone is kept as it is dialled, finds its contact, and is masked as numbers are", async () => {
  const { administrator, agent } = office;
  const { id: contact } = await add("前台", { phone: "0571-87654321" });
  const { id: abroad } = await add("外国人", { phone: "+442071234567" });
  const find = async (number: string) =>
    (await administrator.call(customerFormDataApi.list, { body: { formId: id, ...page, phone: number } })).list.map(
      (row) => row.id,
    );
  expect(await find("057187654321")).toEqual([contact]);
  expect(await find("442071234567")).toEqual([abroad]);
  // The enterprise hides numbers from its agents.
  expect(await named("外国人", agent)).toMatchObject([{ phone: "+44****4567" }]);
  const record = { formId: id, values: { name: "错", phone: "12345" } };
  expect(await refused(administrator.call(customerFormDataApi.add, { body: record }))).toMatchObject({
    msg: "电话应为手机号码、带区号的座机号码、400、800、95、96开头的号码或+开头的国际号码",
  });
});

test("F64 a field that is being filled in is not asked: the keyword is refused, never half answered", async () => {
  await add("待索引", { fields: { dept: "行政" } });
  const set = (indexing: string[], indexedTo: string | null) =>
    office.ports.database.tenant(compId, (trx) =>
      trx
        .updateTable("form_definition")
        .set({ indexing: JSON.stringify(indexing), indexedTo })
        .where("id", "=", id)
        .execute(),
    );
  const ask = () => office.administrator.call(contacterDataApi.list, { body: { ...page, keyword: "行政" } });
  await set(["dept"], "");
  expect(await refused(ask())).toMatchObject({ msg: "“所在部门”索引建立中，请稍后查询" });
  await set([], null);
  expect((await ask()).list).toMatchObject([{ name: "待索引" }]);
});

test("F66 whoever has a seat dials by a reference that opens for that seat alone", async () => {
  const { agent, administrator, sealer, ports } = office;
  const refs = createDialRefs({ sealer, clock: ports.clock });
  const { id: contact } = await add("可呼叫", { phone: "13912340000" });
  const [seen] = await named("可呼叫", agent);
  expect(JSON.stringify(seen)).not.toContain("13912340000");
  expect(refs.open({ compId, agentId: "1001" }, seen!.dialRef)).toEqual({
    ...{ number: "13912340000", object: "contacterData", id: contact, name: "可呼叫" },
  });
  expect(refs.open({ compId, agentId: "1002" }, seen!.dialRef)).toBeUndefined();
  expect(await named("可呼叫")).toMatchObject([{ dialRef: "" }]);
  await administrator.call(contactsApi.add, { body: { name: "总机", phone: "02012345678", shared: 1 } });
  const [entry] = (await agent.call(contactsApi.list, { body: { ...page, name: "总机" } })).list;
  expect(entry).toMatchObject({ phone: "020****5678" });
  expect(refs.open({ compId, agentId: "1001" }, entry!.dialRef)?.number).toBe("02012345678");
});

test("F100 how one was in touch with a contact is everybody's, as contacts are; which calls he may open is told", async () => {
  const number = phone();
  const { id: contact } = await add("往来", { phone: number });
  const at = new Date(office.ports.clock.now());
  await office.ports.database.tenant(compId, async (trx) => {
    for (const callId of ["mine", "other"]) {
      await trx
        .insertInto("call_record")
        .values({
          ...{ compId, callId, direction: "inbound", caller: number, callee: "4001", accessNumber: "4001" },
          ...{ agentId: "1001", startAt: at, answerAt: at, endAt: at, waitMs: 0, ringMs: 0, talkMs: 1, holdMs: 0 },
          ...{ result: 200, cause: "completed", recordingKey: null, recordingMs: null, skillGroupId: null },
          appliedSeq: 1,
        })
        .execute();
      await trx
        .insertInto("customer_link")
        .values({ compId, recordId: contact, kind: "call", contactId: callId, at })
        .execute();
    }
    await trx
      .insertInto("call_leg")
      .values({
        ...{ compId, callId: "mine", seq: 1, party: 2, role: "agent", agentId: "1001", number: "1001", offered: 1 },
        ...{ startAt: at, talkMs: 1, holdMs: 0, holds: 0, consultMs: 0, conferenceMs: 0, result: 200 },
      })
      .execute();
  });
  const seen = async (person: typeof office.agent) =>
    (await person.call(customerFormDataApi.timeline, { body: { id: contact, pageNo: 1, pageSize: 10 } })).list
      .map(({ contactId, mayOpen }) => [contactId, mayOpen])
      .sort();
  expect(await seen(office.administrator)).toEqual([
    ["mine", true],
    ["other", true],
  ]);
  expect(await seen(office.agent)).toEqual([
    ["mine", true],
    ["other", false],
  ]);
  // Whose role sees no contacts is told of theirs what lies in his data scope, and no more.
  const { ports, agent } = office;
  const { roleId } = await ports.database.system((trx) =>
    trx
      .selectFrom("account")
      .select("roleId")
      .where("compId", "=", compId)
      .where("agentId", "=", "1001")
      .executeTakeFirstOrThrow(),
  );
  await ports.database.system((trx) =>
    trx.deleteFrom("role_menu").where("roleId", "=", roleId).where("menuId", "=", "tab:addresslist").execute(),
  );
  await rightsChanged(ports.broker, { roleIds: [roleId] });
  expect(await refused(seen(agent))).toMatchObject({ code: 404 });
});
