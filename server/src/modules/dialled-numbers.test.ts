/** Numbers pushed, listed, stopped, recalled, taken away with their batch, and exported; of records too. */
import { maskPhone, type ArgOf } from "@liantai/api/contract";
import { fileDownloadApi, taskPhoneApi as api } from "@liantai/api/contract/admin";
import { recordNumberApi, recordSheetApi } from "@liantai/api/contract/workorder";
import { openOffice, injection, refused, type Office, type Person } from "../testing/office.ts";
import { ended } from "../testing/exports.ts";
import { addForm, addRecord, input } from "./forms/testing/forms.ts";
import { readProgress } from "./dialling/progress-repository.ts";
import { cellsOf, importNumbers, imports } from "./dialling/testing/sheets.ts";
import { insertAttempts, insertTask } from "./dialling/testing/tasks.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const compId = "100001";
const digits = (n: number) => String(n).padStart(7, "0");
const list = async (taskId: string, body: object = {}, person: Person = office.administrator) =>
  person.call(api.list, { body: { taskId, pageSize: 200, ...body } });
const progress = async (taskId: string) =>
  (await office.ports.database.tenant(compId, (trx) => readProgress(trx, compId, [taskId])))[0];

/** As a system of the enterprise pushes. */
async function push(taskId: string, phones: readonly object[], key?: string) {
  const { headers, ...request } = await injection(
    api.add,
    { body: { taskId, phones } } as Partial<ArgOf<typeof api.add>> as never,
    office.administrator.token,
  );
  const reply = await office.app.fastify.inject({
    ...request,
    headers: { ...headers, ...(key && { "idempotency-key": key }) },
  });
  return reply.json<{ code: number; msg: string; data: Record<string, number> & { errors: unknown[] } }>();
}

test("a push is checked as an import, and a repeated one counts once", async () => {
  const taskId = await insertTask(office.ports);
  const phones = [
    { phone: "138 0000 0001", contact: "甲", variables: { 金额: "12.50" }, person: "p1" },
    { phone: "13800000001" },
    { phone: "abc" },
    { phone: "13800000002", priority: 1, person: "p1" },
  ];
  const first = await push(taskId, phones, "k1");
  expect(first.data).toMatchObject({ total: 4, succeed: 2, failing: 1, repetition: 1, blackList: 0 });
  expect(first.data.errors).toEqual([
    { row: 2, field: "号码", message: "号码在文件中重复" },
    { row: 3, field: "号码", message: "号码只能包含数字、+、*、#" },
  ]);
  expect((await push(taskId, phones, "k1")).data).toMatchObject({ total: 4, succeed: 2, repetition: 1 });
  expect(await push(taskId, [{ phone: "13800000009" }], "k1")).toMatchObject({
    msg: "该幂等键已用于另一次推送，请更换后重试",
  });
  const both = await Promise.all([1, 2].map(() => push(taskId, [{ phone: "13800000003" }], "k2")));
  expect(both.map(({ data }) => data["succeed"])).toEqual([1, 1]);
  expect((await push(taskId, [{ phone: "13800000003" }])).data).toMatchObject({ succeed: 0, repetition: 1 });
  expect((await office.administrator.call(api.batches, { body: { taskId } })).total).toBe(3);
  expect(await progress(taskId)).toMatchObject({ total: 3, waiting: 3 });
  const [one] = (await list(taskId)).list;
  expect(one).toMatchObject({
    phone: "13800000001",
    contact: "甲",
    variables: { 金额: "12.50" },
    batchNumber: expect.stringMatching(/-001$/),
  });
});

test.each([
  ["variables that are none", { phone: "13800000001", variables: ["x"] }],
  ["a variable that is no text", { phone: "13800000001", variables: { a: 1 } }],
  ["a variable that is too long", { phone: "13800000001", variables: { a: "x".repeat(291) } }],
  ["a priority of none", { phone: "13800000001", priority: 99 }],
  ["a number that is an object", { phone: { $gt: "" } }],
])("a push with %s is refused by its field", async (_what, phone) => {
  const taskId = await insertTask(office.ports);
  const reply = await push(taskId, [phone]);
  expect(reply.code).toBe(400);
  expect(JSON.stringify(reply.data)).toContain("phones[0]");
  expect((await list(taskId)).total).toBe(0);
});

async function filled(count: number) {
  const taskId = await insertTask(office.ports);
  await importNumbers(
    office.administrator,
    taskId,
    ["号码", "客户姓名", "说明"],
    Array.from({ length: count }, (_, n) => [`1391${digits(n)}`, `客户${n}`, n === 0 ? "回拨13712345678" : "=1+1"]),
  );
  return taskId;
}
const set = (taskId: string, phone: string, values: object) =>
  office.ports.database.tenant(compId, (trx) =>
    trx.updateTable("dial_phone").set(values).where("taskId", "=", taskId).where("phone", "=", phone).execute(),
  );

test("filters, keyset pages, and the export of the same", async () => {
  const { administrator, ports } = office;
  const taskId = await filled(50);
  await set(taskId, "13910000003", { state: "done", lastCode: 200, result: "成功", level: "A", attempts: 1 });
  expect(await list(taskId, { state: "done", code: "200", level: "A", result: "成功" })).toMatchObject({
    total: 1,
    more: false,
    list: [{ phone: "13910000003", level: "A" }],
    next: null,
  });
  expect((await list(taskId, { phone: "139100000" })).total).toBe(50);
  expect((await list(taskId, { phone: "1391000004%" })).total).toBe(0);
  const batch = (await list(taskId)).list[0]!.batchNumber;
  expect((await list(taskId, { batchNumber: batch, code: "200" })).total).toBe(1);
  expect((await list(taskId, { batchNumber: "none" })).total).toBe(0);
  const first = await list(taskId, { pageSize: 20 });
  const second = await list(taskId, { pageSize: 20, after: first.next });
  const byNumber = await list(taskId, { pageSize: 20, pageNo: 2 });
  expect(second.list.map(({ id }) => id)).toEqual(byNumber.list.map(({ id }) => id));
  expect(await refused(list(taskId, { pageNo: 1_000_000, pageSize: 200 }))).toMatchObject({ status: 200 });
  const [phone] = first.list;
  await insertAttempts(ports, taskId, ["13910000000"], { phoneId: phone!.id, answeredAt: new Date(ports.clock.now()) });
  expect(await administrator.call(api.attempts, { body: { taskId, id: phone!.id } })).toMatchObject([
    { attempt: 1, code: 200, abandoned: false, cost: 0 },
  ]);

  const { id } = await administrator.call(api.export, { body: { taskId } });
  await ended(administrator, id, "done");
  const sheet = async (job: string) =>
    cellsOf((await administrator.file(fileDownloadApi.down, { query: { id: job } })).bytes);
  const rows = await sheet(id);
  expect(rows).toHaveLength(51);
  const cells = (row: number, ...titles: string[]) => titles.map((title) => rows[row]![rows[0]!.indexOf(title)]);
  // Guarded: a spreadsheet would reckon it.
  expect(cells(2, "说明")).toEqual(["'=1+1"]);
  expect(cells(4, "号码", "客户姓名", "批次", "样本状态", "原因", "优先级", "呼叫次数", "呼叫结果")).toEqual([
    ...["13910000003", "客户3", batch, "已完成", "", "5", "1", "已接听"],
  ]);
});

test("D66 stopped, recalled, and a batch taken away: states and counters go together", async () => {
  const { administrator, agent } = office;
  const taskId = await filled(10);
  const rows = (await list(taskId)).list;
  const ids = rows.map(({ id }) => id);
  expect(await administrator.call(api.stop, { body: { taskId, ids: ids.slice(0, 4) } })).toEqual({ count: 4 });
  expect(await progress(taskId)).toMatchObject({ total: 10, waiting: 6, stopped: 4 });
  await set(taskId, rows[9]!.phone, { state: "dialling", attempts: 1 });
  expect(await administrator.call(api.stop, { body: { taskId, ids: [ids[9]!] } })).toEqual({ count: 1 });
  expect(await administrator.call(api.recall, { body: { taskId, ids: ids.slice(0, 2) } })).toEqual({
    count: 2,
    held: 0,
  });
  expect((await list(taskId, { state: "stopped" })).list).toMatchObject([
    { reason: "已手动停止" },
    { reason: "已手动停止" },
  ]);
  await set(taskId, rows[0]!.phone, { attempts: 2 });
  const [batch] = (await administrator.call(api.batches, { body: { taskId } })).list;
  expect((await refused(agent.call(api.batchDelete, { body: { taskId, ids: [batch!.id] } }))).status).toBe(403);
  expect(await administrator.call(api.batchDelete, { body: { taskId, ids: [batch!.id] } })).toEqual({ count: 8 });
  expect((await list(taskId)).list.map(({ state, reason }) => [state, reason])).toEqual([
    ["stopped", "批次已删除"],
    ["dialling", "已手动停止"],
  ]);
  // One of them stands as dialling by the test's own hand, which counts nothing.
  expect(await progress(taskId)).toMatchObject({ total: 2, waiting: 1, stopped: 1 });
});

test("records of a form go into a task with their ids, each number once, and the file says what came of it", async () => {
  const { administrator, agent } = office;
  const told = await imports(office);
  const formId = await addForm(administrator, [
    input("customerName", "姓名"),
    input("phone", "电话", { ext: { content: "mobile" } }),
    input("home", "座机", { ext: { content: "phone" } }),
  ]);
  const record = await addRecord(administrator, formId, {
    customerName: "赵甲",
    phone: "13700000001",
    home: "01088880000",
  });
  await addRecord(administrator, formId, { customerName: "钱乙", phone: "13700000001" });
  const taskId = await insertTask(office.ports, { taskIdentity: "表单回访", ftype: 3 });
  const body = { formId, name: "本月客户", taskId };
  const { id } = await administrator.call(recordSheetApi.phonesToTask, { body });
  await ended(administrator, id, "done");
  const { bytes } = await administrator.file(fileDownloadApi.down, { query: { id } });
  const rows = await cellsOf(bytes);
  expect(rows[0]).toEqual(["电话号码", "客户姓名", "数据编号", "结果"]);
  expect(
    rows
      .slice(1)
      .map((cells) => cells[3])
      .sort(),
  ).toEqual(["号码在文件中重复", "已加入任务", "已加入任务"].sort());
  expect(told).toEqual([
    {
      ...{ type: "fileImportExcel", code: 1, ftype: "3", taskIdentity: "表单回访" },
      ...{ count: 3, succeed: 2, failing: 0, repetition: 1, blackList: 0 },
    },
  ]);
  expect((await administrator.call(api.batches, { body: { taskId } })).list).toMatchObject([
    { source: "form", fileName: "本月客户", succeed: 2, repetition: 1, count: 3 },
  ]);
  const kept = await office.ports.database.tenant(compId, (trx) =>
    trx.selectFrom("dial_phone").select(["phone", "formDataId", "person"]).where("taskId", "=", taskId).execute(),
  );
  expect(kept).toContainEqual({ phone: "01088880000", formDataId: record.id, person: record.id });
  const one = await administrator.call(recordSheetApi.phonesToTask, {
    body: { formId, name: "一位", ids: [record.id] },
  });
  await ended(administrator, one.id, "done");
  const chosen = await cellsOf((await administrator.file(fileDownloadApi.down, { query: { id: one.id } })).bytes);
  expect(chosen.slice(1).map(([phone]) => phone)).toEqual(["13700000001", "01088880000"]);
  expect(await refused(agent.call(recordSheetApi.phonesToTask, { body }))).toMatchObject({ status: 403 });
  expect(
    await refused(administrator.call(recordSheetApi.phonesToTask, { body: { ...body, taskId: "none" } })),
  ).toMatchObject({ msg: "任务不存在" });
});

test("D58 a form's field says since when its customer agrees, and whose number it is; a task that asks refuses without", async () => {
  const { administrator } = office;
  const formId = await addForm(administrator, [
    input("customerName", "姓名"),
    input("phone", "电话", { ext: { content: "mobile" } }),
    { type: "datepicker", name: "agreed", label: "同意营销日期", format: "yyyy-MM-dd" },
    {
      ...{ type: "select", name: "channel", label: "渠道" },
      items: [{ label_name: "官网", label_value: "web" }],
    },
    input("seat", "跟进工号"),
  ]);
  await addRecord(administrator, formId, {
    ...{ customerName: "赵甲", phone: "13700000021", agreed: "2026-01-05", channel: "web", seat: "1001" },
  });
  await addRecord(administrator, formId, { customerName: "钱乙", phone: "13700000022" });
  const send = (body: object) =>
    administrator.call(recordSheetApi.phonesToTask, { body: { formId, name: "名单", ...body } });
  const outcomes = async (body: object) => {
    const { id } = await send(body);
    await ended(administrator, id, "done");
    const rows = await cellsOf((await administrator.file(fileDownloadApi.down, { query: { id } })).bytes);
    return rows
      .slice(1)
      .map((cells) => `${cells[0]} ${cells[3]}`)
      .sort();
  };
  const kept = (taskId: string) =>
    office.ports.database.tenant(compId, (trx) =>
      trx
        .selectFrom("dial_phone")
        .select(["phone", "consentSource", "consentAt", "agentId"])
        .where("taskId", "=", taskId)
        .execute(),
    );
  const sells = await insertTask(office.ports, { ftype: 3, settings: { kind: "marketing" } });
  expect(await refused(send({ taskId: sells }))).toMatchObject({
    fields: [{ path: "consentAtField", message: "该任务为营销类，请选择表单中记录用户同意时间的字段" }],
  });
  expect(await refused(send({ taskId: sells, consentAtField: "phone" }))).toMatchObject({
    fields: [{ path: "consentAtField", message: "同意时间字段不存在，或类型不对" }],
  });
  const fields = { consentAtField: "agreed", consentSourceField: "channel" };
  const lacks = "13700000022 营销类任务的号码缺少用户同意（同意来源、同意时间）";
  expect(await outcomes({ taskId: sells, ...fields })).toEqual(["13700000021 已加入任务", lacks]);
  const consentAt = new Date("2026-01-05T00:00:00+08:00");
  expect(await kept(sells)).toEqual([{ phone: "13700000021", consentSource: "官网", consentAt, agentId: "" }]);
  const other = await insertTask(office.ports, { ftype: 3, settings: { kind: "marketing" } });
  await outcomes({ taskId: other, consentAtField: "agreed" });
  expect(await kept(other)).toMatchObject([{ consentSource: "表单字段“同意营销日期”", consentAt }]);

  const seats = await insertTask(office.ports, { ftype: 2, settings: { allotment: "byColumn", agentIds: ["1001"] } });
  expect(await refused(send({ taskId: seats }))).toMatchObject({
    fields: [{ path: "agentField", message: "该任务按工号列分配，请选择表单中填写工号的字段" }],
  });
  expect(await outcomes({ taskId: seats, agentField: "seat" })).toEqual([
    "13700000021 已加入任务",
    "13700000022 工号不能为空",
  ]);
  expect(await kept(seats)).toMatchObject([{ agentId: "1001" }]);
});

test("F62 F71 telephones and numbers beside the fields go into the task and stand in the list, masked for who sees none", async () => {
  const { administrator, agent } = office;
  const formId = await addForm(administrator, [
    input("phone", "电话", { ext: { content: "mobile" } }),
    input("office", "单位电话", { ext: { content: "telephone" } }),
  ]);
  const { id: record } = await addRecord(agent, formId, { phone: "13700000011", office: "4008123123" });
  await administrator.call(recordNumberApi.add, { body: { id: record, number: "13700000012", note: "家人" } });
  const taskId = await insertTask(office.ports, { taskIdentity: "全部号码", ftype: 3 });
  const list = async (who: Person, body: object) => {
    const { id } = await who.call(recordSheetApi.phonesToTask, { body: { formId, name: "名单", ...body } });
    await ended(who, id, "done");
    const rows = await cellsOf((await who.file(fileDownloadApi.down, { query: { id } })).bytes);
    return rows.slice(1).map((cells) => cells[0]);
  };
  await list(administrator, { taskId });
  const kept = await office.ports.database.tenant(compId, (trx) =>
    trx.selectFrom("dial_phone").select("phone").where("taskId", "=", taskId).orderBy("phone").execute(),
  );
  const all = ["13700000011", "13700000012", "4008123123"];
  expect(kept.map(({ phone }) => phone)).toEqual(all);
  expect((await list(administrator, {})).sort()).toEqual(all);
  expect((await list(agent, {})).sort()).toEqual(all.map((number) => maskPhone(number)).sort());
});

test("batches are found by a part of their number, on the server", async () => {
  const taskId = await insertTask(office.ports);
  for (let n = 1; n <= 12; n += 1) await push(taskId, [{ phone: `1390000${String(n).padStart(4, "0")}` }]);
  const batches = async (batchNumber: string) =>
    (await office.administrator.call(api.batches, { body: { taskId, pageSize: 1, batchNumber } })).total;
  expect(await batches("-01")).toBe(3);
  expect(await batches("-001")).toBe(1);
  expect(await batches("%")).toBe(0);
  expect(await batches("")).toBe(12);
});

test("numbers are found by the levels of the task's own rule, or the usual ones, and by those they have still", async () => {
  const band = (name: string, minScore: number, maxScore: number) => ({ name, minScore, maxScore });
  const { ports, administrator } = office;
  const ruleOf = (id: string, levels: readonly object[]) =>
    ports.database.tenant(compId, (trx) =>
      trx
        .insertInto("intention_rule")
        .values({
          ...{ compId, id, name: id, levels: JSON.stringify(levels) },
          wins: JSON.stringify([
            { kind: "keyword", text: "签约", intentId: null, least: null, level: "已成交" },
            { kind: "keyword", text: "办卡", intentId: null, least: null, level: "高意向" },
          ]),
        })
        .execute(),
    );
  await ruleOf("own", [band("高意向", 60, 100), band("无意向", 0, 59)]);
  const levels = (taskId: string) => administrator.call(api.levels, { body: { taskId } });
  const usual = await insertTask(ports, { ftype: 1 });
  expect(await levels(usual)).toEqual(["A", "B", "C", "D", "E", "F"]);
  const own = await insertTask(ports, { ftype: 1, settings: { intentionRuleId: "own" } });
  await push(own, [{ phone: "13900000001" }, { phone: "13900000002" }, { phone: "13900000003" }]);
  await ports.database.tenant(compId, async (trx) => {
    const numbers = await trx.selectFrom("dial_phone").select("id").where("taskId", "=", own).execute();
    for (const [n, { id }] of numbers.entries())
      await trx
        .updateTable("dial_phone")
        .set({ level: ["旧等级", "无意向", ""][n]! })
        .where("compId", "=", compId)
        .where("id", "=", id)
        .execute();
  });
  expect(await levels(own)).toEqual(["高意向", "无意向", "已成交", "E", "F", "旧等级"]);
  expect((await list(own, { level: "旧等级" })).total).toBe(1);
  expect((await refused(office.monitor.call(api.levels, { body: { taskId: own } }))).status).toBe(403);
});

test("whoever may not see numbers sees them masked, finds them whole only, and exports them masked", async () => {
  const { ports } = office;
  const taskId = await filled(5);
  await ports.database.system((trx) =>
    trx.updateTable("account").set({ isHiddenNum: 1 }).where("compId", "=", compId).where("roleType", "=", 1).execute(),
  );
  const hidden = await office.signIn({ code: compId, roleType: 1, account: "admin" });
  const masked = await list(taskId, {}, hidden);
  expect(JSON.stringify(masked)).not.toMatch(/1391000\d{4}|13712345678/);
  expect((await list(taskId, { phone: "139100000" }, hidden)).total).toBe(0);
  expect((await list(taskId, { phone: "13910000004" }, hidden)).total).toBe(1);
  const job = await hidden.call(api.export, { body: { taskId } });
  await ended(hidden, job.id, "done");
  const file = (await hidden.file(fileDownloadApi.down, { query: { id: job.id } })).bytes;
  expect(JSON.stringify(await cellsOf(file))).not.toMatch(/1391000\d{4}|13712345678/);
});
