import { operateLogApi } from "@liantai/api/contract/admin";
import { customerFormConfApi, customerFormDataApi, formDataApi } from "@liantai/api/contract/workorder";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { everyField } from "./testing/every-field.ts";
import { addForm, addRecord, input, listRecords } from "./testing/forms.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const api = customerFormDataApi;
const findById = (id: string, person = office.administrator) => person.call(api.findById, { body: { id } });
const texts = async (call: Promise<unknown>) =>
  Object.fromEntries((await refused(call)).fields.map(({ path, message }) => [path, message]));

test("F34 each missing value is said as its type says it; ruleError goes before", async () => {
  const fields = everyField.map(({ ruleError: _, value: _v, ...field }) => ({ ...field, require: true }));
  const id = await addForm(office.administrator, [
    ...fields,
    input("own", "自定", { require: true, ruleError: "填它" }),
  ]);
  expect(await texts(addRecord(office.agent, id, {}))).toEqual({
    "values.title": "该字段不能为空",
    "values.detail": "该字段不能为空",
    "values.level": "请选择",
    "values.kind": "请选择",
    "values.tags": "该选项不能为空",
    "values.day": "该选项不能为空",
    "values.pictures": "请上传图片",
    "values.area": "请选择",
    "values.own": "填它",
  });
});

test("F34 wrong types in every field are refused by name, and nothing is kept", async () => {
  const { agent } = office;
  const id = await addForm(office.administrator, everyField);
  const wrong: readonly unknown[] = [{}, [{}], [[1]], { a: 1 }, true, ["x", 5], { ids: 5 }, { ids: ["x"], labels: [] }];
  for (const value of wrong)
    for (const { name } of everyField)
      expect([name, value, await refused(addRecord(agent, id, { title: `值`, [name]: value }))]).toMatchObject([
        name,
        value,
        { code: 400, fields: [{ path: expect.stringMatching(`^values.${name}`) }] },
      ]);
  for (const values of ["x", [], 7, [{}]])
    expect(await refused(addRecord(agent, id, values as never))).toMatchObject({ code: 400 });
  expect(await texts(addRecord(agent, id, { strange: "x" }))).toEqual({ "values.strange": "表单没有字段“strange”" });
  expect((await listRecords(office.administrator, id)).total).toBe(0);
});

test("F35 the customer's code is the server's, one for each", async () => {
  const { administrator, agent } = office;
  const { id } = await administrator.call(customerFormConfApi.add, { body: { name: "编号", formType: "customer" } });
  const values = (phone: string) => ({ customerName: "王一", phone });
  const saved = await Promise.all(Array.from({ length: 5 }, (_, n) => addRecord(agent, id, values(`0208888000${n}`))));
  const codes = saved.map(({ code }) => code);
  expect(new Set(codes).size).toBe(5);
  for (const code of codes) expect(code).toMatch(/^KH\d{8}000\d$/);
  expect((await findById(saved[0]!.id)).values).toEqual({ ...values("02088880000"), customerCode: codes[0] });
  expect(await texts(addRecord(agent, id, { phone: "12" }))).toMatchObject({
    "values.customerName": "该字段不能为空",
    "values.phone": expect.any(String),
  });
});

test("F36 of 50 writers of one value one wins; the same value stands in another form, and again when it is free", async () => {
  const { administrator } = office;
  const fields = [input("a", "甲", { distinct: true })];
  const [id, other] = [await addForm(administrator, fields), await addForm(administrator, fields)];
  const all = await Promise.allSettled(Array.from({ length: 50 }, () => addRecord(administrator, id, { a: "同" })));
  const won = all.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const lost = await Promise.all(
    all.filter((one) => one.status === "rejected").map(({ reason }) => refused(Promise.reject(reason))),
  );
  expect([won.length, lost.length]).toEqual([1, 49]);
  for (const one of lost) expect(one.fields).toMatchObject([{ path: "values.a", message: "甲已存在" }]);
  await addRecord(administrator, other, { a: "同" });
  // In the recycle bin it is free; what comes back must not meet another.
  await administrator.call(api.delete, { body: { ids: [won[0]!.id] } });
  const second = await addRecord(administrator, id, { a: "同" });
  expect(await refused(administrator.call(api.restore, { body: { ids: [won[0]!.id] } }))).toMatchObject({
    fields: [{ path: "values.a", message: "甲已存在" }],
  });
  await administrator.call(api.update, { body: { id: second.id, version: 1, values: { a: "异" } } });
  expect(await administrator.call(api.restore, { body: { ids: [won[0]!.id] } })).toEqual({ count: 1 });
});

test("F37 of two with one version the second is told field, mine and theirs; nothing is lost", async () => {
  const { administrator, agent } = office;
  const form = await addForm(administrator, [input("a", "甲"), input("b", "乙")]);
  const { id } = await addRecord(agent, form, { a: "1", b: "2" });
  const change = (person: typeof agent, values: object) =>
    person.call(api.update, { body: { id, version: 1, values: values as never } });
  expect(await change(agent, { a: "我" })).toMatchObject({ version: 2 });
  const refusal = await refused(change(administrator, { a: "他", b: "2" }));
  expect(refusal).toMatchObject({
    code: 409,
    data: {
      version: 2,
      field: "values.a",
      mine: "他",
      theirs: "我",
      conflicts: [{ field: "values.a", label: "甲", mine: "他", theirs: "我" }],
    },
  });
  expect((await findById(id)).values).toEqual({ a: "我", b: "2" });
  // What is so already is no conflict.
  expect(await change(administrator, { a: "我" })).toMatchObject({ version: 2 });
  expect(await administrator.call(api.updateField, { body: { id, version: 2, fields: { b: "" } } })).toMatchObject({
    version: 3,
  });
  expect((await findById(id)).values).toEqual({ a: "我" });
  const both = await Promise.allSettled(
    ["x", "y"].map((b) => administrator.call(api.update, { body: { id, version: 3, values: { b } } })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("F38 a thousand records over a change of version lose no value", async () => {
  const { administrator } = office;
  const before = [input("a", "甲"), input("b", "乙"), input("c", "丙")];
  const id = await addForm(administrator, before);
  const valuesOf = (n: number) => ({ a: `甲${n}`, b: `乙${n}`, c: `丙${n}` });
  const ids = new Map<string, number>();
  for (let n = 0; n < 1_000; n += 1) ids.set((await addRecord(administrator, id, valuesOf(n))).id, n);
  const after = [input("a", "甲改名"), input("c", "丙"), input("d", "丁", { require: true })];
  await administrator.call(customerFormConfApi.update, { body: { id, name: "改版", fields: after } });
  let seen = 0;
  let next = "";
  do {
    const page = await listRecords(administrator, id, { pageSize: 200, ...(next && { after: next }) });
    for (const row of page.list) {
      expect(row).toMatchObject({ formVersion: 1, values: valuesOf(ids.get(row.id)!) });
      seen += 1;
    }
    next = page.next;
  } while (next !== "");
  expect(seen).toBe(1_000);
  const [one] = ids.keys();
  const found = await administrator.call(formDataApi.find, { body: { id: one! } });
  expect(found).toMatchObject({ history: [{ name: "b", label: "乙" }], record: { formVersion: 1 } });
  expect(found.form.fields).toEqual(after);
  const change = (values: object) =>
    administrator.call(api.update, { body: { id: one!, version: 1, values: values as never } });
  expect(await texts(change({ a: "新" }))).toEqual({ "values.d": "该字段不能为空" });
  expect(await texts(change({ b: "改", d: "丁" }))).toEqual({ "values.b": "表单没有字段“b”" });
  expect(await change({ a: "新", d: "丁" })).toMatchObject({ version: 2, formVersion: 2 });
  expect((await findById(one!)).values).toEqual({ a: "新", b: "乙0", c: "丙0", d: "丁" });
});

test("F39 files of a value belong to who saves it or to the record", async () => {
  const { administrator, agent, monitor } = office;
  const form = await addForm(administrator, [{ type: "uploads", name: "f", label: "附件", amount: 2 }]);
  const file = (owner: string, id: string, compId = "100001") =>
    office.ports.database.tenant(compId, (trx) =>
      trx
        .insertInto("file")
        .values({
          ...{ compId, id, ownerId: owner, ownerName: "x", name: "a.png", bytes: 10, type: "png" },
          ...{ contentType: "image/png", sha256: "", blobKey: `files/x/${id}`, at: new Date(0) },
        })
        .execute(),
    );
  const account = await office.ports.database.system((trx) =>
    trx
      .selectFrom("account")
      .select("id")
      .where("compId", "=", "100001")
      .where("agentId", "=", "1001")
      .executeTakeFirst(),
  );
  await file(account!.id, "mine");
  await file("somebody", "theirs");
  const value = (...names: string[]) => ({ f: names.map((name) => ({ name, fileName: "a.png" })) });
  const { id } = await addRecord(agent, form, value("mine"));
  for (const name of ["theirs", "none"])
    expect(await texts(addRecord(agent, form, value(name)))).toEqual({ "values.f": "文件不存在或不是您上传的" });
  // Of the record: whoever changes it may leave it there.
  expect(await administrator.call(api.update, { body: { id, version: 1, values: value("mine") } })).toMatchObject({
    version: 2,
  });
  expect(await texts(addRecord(monitor, form, value("mine")))).toEqual({ "values.f": "文件不存在或不是您上传的" });
  expect(await texts(addRecord(agent, form, value("a", "b", "c")))).toEqual({ "values.f": "最多上传2个文件" });
});

test("F40 the recycle bin: deleted by its keepers, found by nothing, back as it was, or gone", async () => {
  const { administrator, agent } = office;
  const form = await addForm(administrator, [
    input("a", "甲", { query: true }),
    input("phone", "电话", { query: true }),
  ]);
  const { id } = await addRecord(agent, form, { a: "甲乙丙", phone: "02012345678" });
  const bin = () => administrator.call(api.recycleList, { body: { formId: form, pageNo: 1, pageSize: 10 } });
  const asked = { filters: [{ name: "a", op: "contains", value: "乙丙" }] };
  const calls = async () => (await agent.call(api.queryByNoAuth, { body: { phone: "02012345678" } })).list.length;
  expect(await refused(agent.call(api.delete, { body: { ids: [id] } }))).toMatchObject({ status: 403 });
  expect(await calls()).toBe(1);
  expect(await administrator.call(api.delete, { body: { ids: [id] } })).toEqual({ count: 1 });
  expect((await listRecords(administrator, form)).total).toBe(0);
  expect((await listRecords(administrator, form, asked)).total).toBe(0);
  expect(await calls()).toBe(0);
  expect(await refused(findById(id))).toMatchObject({ code: 404 });
  expect((await bin()).list).toMatchObject([{ id, deleteTime: expect.stringMatching(/^\d{4}-/) }]);
  await administrator.call(api.restore, { body: { ids: [id] } });
  expect((await listRecords(administrator, form, asked)).list).toMatchObject([{ id, deleteTime: "" }]);
  expect(await calls()).toBe(1);
  expect(await refused(administrator.call(api.purge, { body: { ids: [id] } }))).toMatchObject({ code: 404 });
  await administrator.call(api.delete, { body: { ids: [id] } });
  expect(await administrator.call(api.purge, { body: { ids: [id] } })).toEqual({ count: 1 });
  expect((await bin()).total).toBe(0);
});

test("sub-orders stand under their order", async () => {
  const { administrator, agent } = office;
  const form = await addForm(administrator, [input("a", "甲")], "workOrder");
  const parent = await addRecord(agent, form, { a: "上" });
  const child = await agent.call(api.add, { body: { formId: form, values: { a: "下" }, parentId: parent.id } });
  const found = await agent.call(formDataApi.queryByParentId, {
    body: { parentId: parent.id, pageNo: 1, pageSize: 10 },
  });
  expect(found.list).toMatchObject([{ id: child.id, parentId: parent.id }]);
  expect(
    await refused(agent.call(api.add, { body: { formId: form, values: { a: "下" }, parentId: "none" } })),
  ).toMatchObject({ fields: [{ path: "parentId" }] });
});

test("the log has what changed in the words of the form, cards masked", async () => {
  const { administrator } = office;
  const form = await addForm(administrator, [
    input("customerName", "客户姓名"),
    input("card", "身份证", { ext: { content: "idcard" } }),
  ]);
  const { id } = await addRecord(administrator, form, { customerName: "王一", card: "11010519491231002X" });
  await administrator.call(api.update, { body: { id, version: 1, values: { customerName: "王二" } } });
  const log = await administrator.call(operateLogApi.list, { body: { pageNo: 1, pageSize: 2 } });
  expect(log.list).toMatchObject([
    { objectText: "表单数据", actionText: "编辑", objectName: "王二" },
    { objectText: "表单数据", actionText: "新增", objectName: "王一" },
  ]);
  const { list } = log;
  expect(JSON.stringify(list)).not.toContain("11010519491231002X");
});
