/** F74: two records become one, and two again. */
import { operateLogApi } from "@liantai/api/contract/admin";
import {
  customerFormConfApi,
  customerFormDataApi,
  formDataApi,
  formTagApi,
  recordDuplicateApi as api,
  recordNumberApi,
} from "@liantai/api/contract/workorder";
import { isRefused } from "../auth/index.ts";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";
import { addForm, addRecord, input, listRecords } from "./testing/forms.ts";

const compId = "100001";
let office: Office;
let formId: string;
const tags: string[] = [];
beforeAll(async () => {
  office = await openOffice();
  formId = await addForm(office.administrator, [
    input("customerCode", "客户编号", { require: true, distinct: true, query: true, config: true }),
    input("customerName", "客户姓名", { query: true }),
    input("phone", "电话号码", { query: true, ext: { content: "phone", mask: "phone" } }),
    input("email", "邮箱", { distinct: true }),
    input("remark", "备注"),
  ]);
  for (const name of ["重点", "投诉过"])
    tags.push((await office.administrator.call(formTagApi.add, { body: { formId, name, color: "red" } })).id);
}, 60_000);
afterAll(() => office?.close());

const find = (id: string, person: Person = office.administrator) => person.call(formDataApi.find, { body: { id } });
const whose = async (phone: string) =>
  (
    await office.administrator.call(customerFormDataApi.queryByNoAuth, { body: { phone, formType: "customer" } })
  ).list.map(({ id }) => id);
const call = (callId: string, caller: string) =>
  office.ports.database.tenant(compId, async (trx) => {
    await trx
      .insertInto("call_record")
      .values({
        ...{ compId, callId, direction: "inbound", caller, callee: "4001", accessNumber: "4001", agentId: "1001" },
        ...{ startAt: new Date(office.ports.clock.now()), waitMs: 0, ringMs: 0, talkMs: 0, holdMs: 0, result: 200 },
        ...{ cause: null, recordingKey: null, recordingMs: null, skillGroupId: null, appliedSeq: 1 },
      })
      .execute();
  });
const timeline = async (id: string) =>
  (await office.administrator.call(customerFormDataApi.timeline, { body: { id } })).list
    .map(({ contactId }) => contactId)
    .sort();

let made = 0;
/** Two customers, each with a number beside the main one, a tag and a call. */
async function two() {
  const n = (made += 1);
  const number = (of: number) => `139${String(n).padStart(4, "0")}${String(of).padStart(4, "0")}`;
  const { administrator } = office;
  const pair = [];
  for (const side of [1, 2]) {
    await call(`call-${n}-${side}`, number(side));
    const values = {
      customerName: `客户${n}${side === 1 ? "甲" : "乙"}`,
      phone: number(side),
      email: `${n}-${side}@x.cn`,
    };
    const { id, code } = await addRecord(
      administrator,
      formId,
      side === 1 ? values : { ...values, remark: "只有乙有" },
    );
    await administrator.call(recordNumberApi.add, { body: { id, number: number(side + 2), note: `备用${side}` } });
    await administrator.call(formTagApi.set, { body: { ids: [id], add: [tags[side - 1]!] } });
    pair.push({ id, code, values });
  }
  return { a: pair[0]!, b: pair[1]!, number, calls: [1, 2].map((of) => `call-${n}-${of}`) };
}
interface Choice {
  readonly choices?: Readonly<Record<string, "mine" | "theirs">>;
  readonly phones?: "mine" | "theirs" | "both";
  readonly tags?: "mine" | "theirs" | "both";
}
const merge = (survivorId: string, loserId: string, more: Choice = {}, [survivorVersion, loserVersion] = [1, 1]) =>
  office.administrator.call(api.merge, {
    body: { survivorId, survivorVersion: survivorVersion!, loserId, loserVersion: loserVersion!, ...more },
  });
const undo = (id: string, person: Person = office.administrator) => person.call(api.undo, { body: { id } });
/** Without what a change leaves: version and times, history. */
const stateOf = async (id: string) => {
  const { record } = await find(id);
  const { values, phones, tags: marks, formVersion, ownerId, createTime } = record;
  const numbers = phones?.map(({ number, note }) => ({ number, note }));
  return { id: record.id, values, numbers, marks, formVersion, ownerId, createTime, contacts: await timeline(id) };
};

test("F74 field by field: the survivor has what was chosen, both's numbers and tags, and the contacts of both", async () => {
  const { a, b, number, calls } = await two();
  const saved = await merge(a.id, b.id, { choices: { customerName: "theirs" } });
  expect(saved).toMatchObject({ id: a.id, version: 2 });
  const { record, changes } = await find(a.id);
  expect(record.values).toEqual({
    ...{ customerCode: a.code, customerName: b.values.customerName, phone: number(1), email: a.values.email },
    // Not named, and empty with the survivor: the other's.
    remark: "只有乙有",
  });
  expect(record.phones?.map((one) => one.number).sort()).toEqual([number(2), number(3), number(4)]);
  expect(record.phones?.find((one) => one.number === number(4))?.note).toBe("备用2");
  expect(record.tags?.map(({ name }) => name)).toEqual(["重点", "投诉过"]);
  expect(await timeline(a.id)).toEqual(calls);
  for (const side of [1, 2, 3, 4]) expect(await whose(number(side))).toEqual([a.id]);
  expect(changes.find(({ action }) => action === "合并")?.fields).toMatchObject([
    { label: "合并来", after: b.values.customerName },
  ]);
  // The other's id leads on; no list, no recycle bin has it, and its distinct value is free.
  expect((await find(b.id)).record.id).toBe(a.id);
  expect((await office.administrator.call(customerFormDataApi.findById, { body: { id: b.id } })).id).toBe(a.id);
  expect(await timeline(b.id)).toEqual(calls);
  expect((await listRecords(office.administrator, formId, { phone: number(2) })).total).toBe(1);
  const bin = await office.administrator.call(customerFormDataApi.recycleList, { body: { formId } });
  expect(bin.list.map(({ id }) => id)).not.toContain(b.id);
  expect(
    await refused(office.administrator.call(customerFormDataApi.restore, { body: { ids: [b.id] } })),
  ).toMatchObject({
    code: 404,
  });
  await addRecord(office.administrator, formId, { customerName: "后来的", email: b.values.email });
  const log = await office.administrator.call(operateLogApi.list, { body: { pageNo: 1, pageSize: 20 } });
  expect(log.list.find(({ actionText }) => actionText === "合并")).toMatchObject({ objectName: b.values.customerName });
  // Somebody took its address meanwhile: that stands against undoing it, by name.
  expect(await refused(undo(saved.mergeId))).toMatchObject({
    fields: [{ path: "values.email", message: "邮箱已存在" }],
  });
});

test("F74 numbers and tags of one alone", async () => {
  const first = await two();
  await merge(first.a.id, first.b.id, { phones: "mine", tags: "mine" });
  expect(await stateOf(first.a.id)).toMatchObject({
    numbers: [{ number: first.number(3) }],
    marks: [{ name: "重点" }],
  });
  expect(await whose(first.number(2))).toEqual([]);
  const second = await two();
  await merge(second.a.id, second.b.id, { choices: { phone: "theirs" }, phones: "theirs", tags: "theirs" });
  const { numbers, marks, values } = await stateOf(second.a.id);
  expect(values["phone"]).toBe(second.number(2));
  expect(numbers).toEqual([{ number: second.number(4), note: "备用2" }]);
  expect(marks).toMatchObject([{ name: "投诉过" }]);
  expect(await whose(second.number(1))).toEqual([]);
});

test("F74 undone, both are exactly as they were", async () => {
  const { a, b, number } = await two();
  const before = [await stateOf(a.id), await stateOf(b.id)];
  const { mergeId } = await merge(a.id, b.id, {
    choices: { customerName: "theirs", phone: "theirs", email: "theirs" },
  });
  expect(await refused(undo(mergeId, office.agent))).toMatchObject({ code: 403 });
  await undo(mergeId);
  expect([await stateOf(a.id), await stateOf(b.id)]).toEqual(before);
  for (const [side, id] of [
    [1, a.id],
    [2, b.id],
    [3, a.id],
    [4, b.id],
  ] as const)
    expect(await whose(number(side))).toEqual([id]);
  expect(await refused(undo(mergeId))).toMatchObject({ msg: "这次合并已撤销" });
  const { list } = await office.administrator.call(api.merges, { body: { formId } });
  expect(list.find(({ id }) => id === mergeId)).toMatchObject({ mayUndo: false, loserTitle: b.values.customerName });
  expect(list.find(({ id }) => id === mergeId)?.undoneTime).not.toBe("");
  // And they can be merged again.
  await merge(a.id, b.id, {}, [3, 1]);
});

test("F74 what of the survivor was changed since is named, and nothing is undone", async () => {
  const { administrator } = office;
  const { a, b } = await two();
  const { mergeId } = await merge(a.id, b.id);
  await administrator.call(customerFormDataApi.update, {
    body: { id: a.id, version: 2, values: { remark: "后来写的" } },
  });
  await administrator.call(formTagApi.set, { body: { ids: [a.id], remove: [tags[0]!] } });
  expect(await refused(undo(mergeId))).toMatchObject({
    ...{ code: 409, msg: "合并后备注、标签已被张建国修改，不能撤销" },
  });
  expect((await find(b.id)).record.id).toBe(a.id);
  // As it was again, it can be undone.
  await administrator.call(customerFormDataApi.update, {
    body: { id: a.id, version: 3, values: { remark: "只有乙有" } },
  });
  await administrator.call(formTagApi.set, { body: { ids: [a.id], add: [tags[0]!] } });
  await undo(mergeId);
  expect((await find(b.id)).record.id).toBe(b.id);
});

test("F74 of two merges at once one wins, and a stale version is told so", async () => {
  const [{ a, b }, { a: c }] = [await two(), await two()];
  const all = await Promise.allSettled([merge(a.id, b.id), merge(b.id, a.id), merge(c.id, b.id), merge(a.id, c.id)]);
  const won = all.filter(({ status }) => status === "fulfilled");
  expect(won.length).toBeGreaterThanOrEqual(1);
  const ids = await Promise.all([a, b, c].map(async ({ id }) => (await find(id)).record.id));
  const lists = (await listRecords(office.administrator, formId, { pageSize: 100 })).list.map(({ id }) => id);
  // Each id leads to a record that is there, and each one that won took one away.
  for (const id of ids) expect(lists).toContain(id);
  expect(new Set(ids).size).toBe(3 - won.length);
  const next = await two();
  await office.administrator.call(customerFormDataApi.update, {
    body: { id: next.b.id, version: 1, values: { remark: "改过" } },
  });
  expect(await refused(merge(next.a.id, next.b.id))).toMatchObject({ code: 409 });
  expect(await refused(merge(next.a.id, next.a.id))).toMatchObject({ code: 400 });
});

test("F74 over a chain of merges each id leads to the last; undone from its end", async () => {
  const [{ a, b }, { a: c }] = [await two(), await two()];
  const first = await merge(a.id, b.id);
  const second = await merge(c.id, a.id, {}, [1, 2]);
  expect((await find(b.id)).record.id).toBe(c.id);
  expect(await refused(undo(first.mergeId))).toMatchObject({ code: 409 });
  await undo(second.mergeId);
  expect((await find(b.id)).record.id).toBe(a.id);
  await undo(first.mergeId);
  expect((await find(b.id)).record.id).toBe(b.id);
});

test("F74 after 30 days a merge stands", async () => {
  const { a, b } = await two();
  const { mergeId } = await merge(a.id, b.id);
  const at = new Date(office.ports.clock.now() - 30 * 86_400_000 - 1_000);
  await office.ports.database.tenant(compId, (trx) =>
    trx.updateTable("record_merge").set({ at }).where("id", "=", mergeId).execute(),
  );
  expect(await refused(undo(mergeId))).toMatchObject({ msg: "合并已超过30天，不能撤销" });
});

test("F91 what who merges may not see or type is not his choice: kept, taken only where nothing was; no title tells it", async () => {
  const { administrator, monitor } = office;
  const caller = await office.composition.auth.sessions.resolve(monitor.token);
  if (isRefused(caller)) throw new Error("no caller");
  const form = await addForm(administrator, [
    input("customerName", "客户姓名"),
    input("score", "内部评分"),
    input("note", "内部备注"),
    input("level", "等级"),
    input("source", "渠道", { permission: true }),
    input("remark", "备注"),
  ]);
  const add = (values: object) => addRecord(administrator, form, values as never);
  const [mine, theirs] = [
    await add({ customerName: "甲机密", score: "甲等", level: "金", remark: "一" }),
    await add({ customerName: "乙机密", score: "乙等", note: "只有乙有", level: "银", remark: "二" }),
  ];
  const limit = (render: object) =>
    administrator.call(customerFormConfApi.saveRoleFields, {
      body: { id: form, roleId: caller.roleId, fields: render as never },
    });
  await limit({
    ...{ customerName: { hidden: true }, score: { hidden: true }, note: { hidden: true, require: true } },
    level: { enable: false },
  });
  await office.ports.database.tenant(compId, (trx) =>
    trx.updateTable("form_record").set({ ownerId: caller.userId }).where("id", "in", [mine.id, theirs.id]).execute(),
  );
  const join = (choices: Choice["choices"]) =>
    monitor.call(api.merge, {
      body: { survivorId: mine.id, survivorVersion: 1, loserId: theirs.id, loserVersion: 1, choices: choices! },
    });
  for (const [name, label] of [
    ["score", "内部评分"],
    ["note", "内部备注"],
    ["level", "等级"],
    ["source", "渠道"],
  ] as const)
    for (const side of ["mine", "theirs"] as const) {
      const refusal = await refused(join({ [name]: side }));
      expect(refusal).toMatchObject({ fields: [{ path: "choices", message: `您不能选择“${label}”取哪一条的` }] });
      expect(JSON.stringify(refusal)).not.toMatch(/甲等|乙等|只有乙有/);
    }
  const saved = await join({ remark: "theirs" });
  expect(JSON.stringify(saved)).not.toMatch(/甲等|只有乙有|机密/);
  expect((await find(mine.id)).record.values).toEqual({
    ...{ customerName: "甲机密", score: "甲等", note: "只有乙有", level: "金", remark: "二" },
  });
  // Titles that were kept are made of the name, which he does not see.
  const told = [await monitor.call(api.merges, { body: { formId: form } }), await find(mine.id, monitor)];
  expect(JSON.stringify(told)).not.toMatch(/机密|甲等|乙等|只有乙有/);
  expect((await administrator.call(api.merges, { body: { formId: form } })).list).toMatchObject([
    { survivorTitle: "甲机密", loserTitle: "乙机密" },
  ]);
  await undo(saved.mergeId, monitor);
  expect((await find(theirs.id)).record.values).toMatchObject({ score: "乙等", note: "只有乙有" });
  expect((await find(mine.id)).record.values).toMatchObject({ score: "甲等" });
});
