/** W55 to W58: customers' links, and attacks on them. */
import { dictionarieApi } from "@liantai/api/contract/admin";
import { customerLinkApi, customerPageApi, formStreamApi, type LinkPurpose } from "@liantai/api/contract/work-orders";
import { customerFormConfApi, formDataApi } from "@liantai/api/contract/workorder";
import type { FormField } from "@liantai/api/forms";
import { createVirtualClock } from "../../testing/index.ts";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { flowOf, openFloor, type Floor } from "./testing/floor.ts";

const minute = 60_000;
const at = Date.parse("2026-11-20T10:00:00+08:00");
const nasty = `<img src=x onerror=a()>&"'`;
let office: Office;
let floor: Floor;
let formId: string;
let lastAddress = 1;

beforeAll(async () => {
  office = await openOffice({ clock: createVirtualClock(at) });
  floor = await openFloor(office);
  const fields: FormField[] = [
    { type: "input", name: "name", label: nasty, require: true },
    { type: "textarea", name: "wish", label: "希望上门时间", maxLength: 20 },
    {
      ...{ type: "radio", name: "again", label: "是否再次报修" },
      items: [
        { label_name: "是", label_value: "1" },
        { label_name: "否", label_value: "2" },
      ],
    },
    { type: "input", name: "inner", label: "内部评分", hidden: true },
    { type: "input", name: "locked", label: "锁定", permission: true },
  ];
  const { id } = await floor.people.admin.call(customerFormConfApi.add, {
    body: { name: "上门预约", formType: "task", fields },
  });
  formId = id;
});
afterAll(() => office?.close());

/** A stranger's machine of its own, so that no test waits for another's guesses. */
const address = () => `10.1.${Math.floor(lastAddress / 250)}.${(lastAddress++ % 250) + 1}`;
async function ask(verb: keyof typeof customerPageApi, body: object, from = address()) {
  const reply = await office.app.fastify.inject({
    ...{ method: "POST", url: customerPageApi[verb].path, remoteAddress: from, payload: body },
  });
  return { status: reply.statusCode, ...reply.json<{ code: number; msg: string; data: never }>() };
}
const open = (token: string, from?: string) => ask("open", { token }, from);

async function order(values: object = {}) {
  const flowId = await floor.flow(`报障${lastAddress++}`, flowOf(floor.groupId), ordersForm);
  return floor.create(floor.people["1001"], flowId, values as never);
}
let ordersForm: string;
beforeAll(async () => {
  const fields: FormField[] = [
    { type: "input", name: "level", label: "级别" },
    { type: "input", name: "phone", label: "电话", ext: { content: "phone", mask: "phone" } },
    { type: "input", name: "notes", label: "内部备注", listDisplay: false },
    { type: "input", name: "cost", label: "成本", detailDisplay: false },
    { type: "input", name: "deep", label: "隐藏字段", hidden: true },
    {
      ...{ type: "radio", name: "satisfaction", label: "满意度" },
      items: [
        { label_name: "非常满意", label_value: "10" },
        { label_name: "满意", label_value: "8" },
        { label_name: "一般", label_value: "5" },
        { label_name: "不满意", label_value: "1" },
      ],
    },
  ];
  ordersForm = (
    await floor.people.admin.call(customerFormConfApi.add, {
      body: { name: "客户报障", formType: "workOrder", fields },
    })
  ).id;
});

async function link(orderId: string, purpose: LinkPurpose = "follow", more: object = {}) {
  const body = { orderId, purpose, ...(purpose === "fill" && { formId }), ...more };
  const made = await floor.people["1001"].call(customerLinkApi.add, { body });
  return { ...made, token: made.url.split("/c/")[1]! };
}
const history = async (id: string) =>
  (await floor.people.admin.call(formStreamApi.history, { body: { id } })).map(({ event, type, byName, text }) => ({
    ...{ event, type, byName, text },
  }));

test("W55 the address is told once with the text to send; of its token the hash alone is kept, and no log has it", async () => {
  const { id } = await order();
  const made = await link(id);
  expect(made.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(made.expireTime).toBe("2026-11-27 10:00:00");
  expect(made.text).toContain(made.url);
  const rows = await office.ports.database.system((trx) => trx.selectFrom("order_link").selectAll().execute());
  expect(JSON.stringify(rows)).not.toContain(made.token);
  expect(rows.at(-1)!.tokenHash).toMatch(/^[0-9a-f]{64}$/);
  const { list } = await floor.people["1001"].call(customerLinkApi.list, { body: { orderId: id } });
  expect(list).toMatchObject([{ id: made.id, state: "open", openTime: "", useTime: "" }]);
  expect(JSON.stringify(list)).not.toContain(made.token);
});

test("W56 the page is the same bytes for every token, strict, and asks no third party", async () => {
  const { token } = await link((await order()).id);
  const [real, guessed] = await Promise.all(
    [token, "A".repeat(43)].map((one) => office.app.fastify.inject({ url: `/c/${one}` })),
  );
  expect(real!.statusCode).toBe(200);
  expect(real!.body).toBe(guessed!.body);
  expect(real!.headers).toMatchObject({
    ...{ "referrer-policy": "no-referrer", "cache-control": "no-store", "x-frame-options": "DENY" },
    "content-security-policy": expect.stringContaining("default-src 'none'; script-src 'self'; style-src 'self'"),
  });
  expect(real!.body).not.toMatch(/https?:|<script>|style=|onload/);
  for (const name of ["page.js", "page.css"])
    expect((await office.app.fastify.inject({ url: `/c/${name}` })).statusCode).toBe(200);
});

test("W57 a choice of a dictionary is called by its name", async () => {
  const { administrator } = office;
  const { id: dictionaryId } = await administrator.call(dictionarieApi.add, { body: { code: "kinds", name: "类别" } });
  const item = { dictionaryId, value: "k1", label: "宽带故障", sort: 1, enabled: 1 } as const;
  await administrator.call(dictionarieApi.itemAdd, { body: item });
  const kind = { type: "select", name: "kind", label: "类别", ext: { options: { from: "dictionary", code: "kinds" } } };
  const fields = [kind, { type: "input", name: "level", label: "级别" }];
  const body = { name: "分类报障", formType: "workOrder", fields } as never;
  const { id: kinds } = await floor.people.admin.call(customerFormConfApi.add, { body });
  const flowId = await floor.flow("分类报障", flowOf(floor.groupId), kinds);
  const { id } = await floor.create(floor.people["1001"], flowId, { kind: "k1" } as never);
  const { data } = await open((await link(id)).token);
  expect(data).toMatchObject({ order: { fields: [{ label: "类别", text: "宽带故障" }] } });
});

test("W57 shown are the marked fields, masked, and steps without names and notes", async () => {
  const values = { level: nasty, phone: "13800138000", notes: "难缠", cost: "88" };
  const { id, workCode } = await order(values);
  await floor.handle(floor.people["1002"], id, "claim");
  const { token } = await link(id);
  const reply = await open(token);
  expect(reply).toMatchObject({
    code: 1,
    data: {
      ...{ purpose: "follow", workCode, used: false, form: null },
      order: {
        ...{ state: "处理中", mayUrge: true, mayRate: false },
        fields: [
          { label: "级别", text: nasty },
          { label: "电话", text: "138****8000" },
        ],
        steps: [
          { time: "2026-11-20 10:00:00", text: "工单已提交" },
          { time: "2026-11-20 10:00:00", text: "已有人受理" },
        ],
      },
    },
  });
  const said = JSON.stringify(reply);
  for (const secret of ["难缠", "88", "13800138000", "1002", id]) expect(said).not.toContain(secret);
});

test("W58 urging is 9 by the customer, once in ten minutes by all links of the order", async () => {
  const { id } = await order();
  const [one, two] = [await link(id), await link(id)];
  expect(await ask("urge", { token: one.token, text: nasty })).toMatchObject({ code: 1 });
  expect(await ask("urge", { token: one.token })).toMatchObject({ status: 429 });
  expect(await ask("urge", { token: two.token })).toMatchObject({ msg: "您刚刚催办过，请10分钟后再试" });
  await office.ports.clock.advance(10 * minute);
  expect(await ask("urge", { token: two.token })).toMatchObject({ code: 1 });
  expect((await history(id)).filter(({ event }) => event === 9)).toEqual([
    { event: 9, type: "urged", byName: "客户（链接）", text: nasty },
    { event: 9, type: "urged", byName: "客户（链接）", text: "" },
  ]);
  expect(await ask("rate", { token: one.token, score: 10 })).toMatchObject({ code: 0 });
});

test("W58 rated once when it is done, of two at once one; the score stands in the order", async () => {
  const { id } = await order();
  await floor.handle(floor.people["1002"], id, "claim");
  await floor.handle(floor.people["1002"], id, "complete");
  const { token } = await link(id);
  expect(await ask("rate", { token, score: 9 })).toMatchObject({ msg: "请选择满意度" });
  const both = await Promise.all([8, 5].map((score) => ask("rate", { token, score, text: "还行" })));
  expect(both.filter(({ code }) => code === 1)).toHaveLength(1);
  expect(both.find(({ code }) => code !== 1)).toMatchObject({ msg: "您已评价过，谢谢" });
  expect((await history(id)).filter(({ type }) => type === "customerRated")).toMatchObject([{ text: "还行" }]);
  const { values } = await floor.people.admin.call(formStreamApi.find, { body: { id } });
  expect(["8", "5"]).toContain(values["satisfaction"]);
  // Looked at it can be until it is over.
  expect(await open(token)).toMatchObject({ data: { used: true, order: { state: "已办结", mayRate: false } } });
  expect(await ask("urge", { token })).toMatchObject({ code: 0 });
});

test("W57 a form is filled in once, of two at once one, by its own checks, as a record of source link under the order's", async () => {
  const { id } = await order();
  const { token } = await link(id, "fill");
  const opened = await open(token);
  expect(opened).toMatchObject({
    data: {
      order: null,
      form: {
        name: "上门预约",
        fields: [
          { name: "name", label: nasty, require: true },
          { name: "wish", type: "textarea", maxLength: 20 },
          {
            name: "again",
            options: [
              { label: "是", value: "1" },
              { label: "否", value: "2" },
            ],
          },
        ],
      },
    },
  });
  expect(JSON.stringify(opened)).not.toContain("内部评分");
  expect(await ask("fill", { token, values: {} })).toMatchObject({
    data: { fields: [{ path: "values.name", message: "该字段不能为空" }] },
  });
  for (const strange of ["inner", "locked", "none"])
    expect(await ask("fill", { token, values: { name: "a", [strange]: "1" } })).toMatchObject({
      data: { fields: [{ path: `values.${strange}` }] },
    });
  expect((await ask("fill", { token, values: { name: "a", again: "3" } })).code).not.toBe(1);
  const values = { name: nasty, again: "2" };
  const both = await Promise.all([1, 2].map(() => ask("fill", { token, values })));
  expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect(await ask("fill", { token, values })).toMatchObject({ msg: "您已提交过，不能重复提交" });
  const found = await floor.people.admin.call(formStreamApi.find, { body: { id } });
  const records = await floor.people.admin.call(formDataApi.queryByParentId, {
    body: { parentId: found.order.recordId, pageNo: 1, pageSize: 20 },
  });
  expect(records.list).toMatchObject([{ source: "link", values }]);
  expect((await history(id)).at(-1)).toMatchObject({ type: "customerFilled", byName: "客户（链接）" });
  const { list } = await floor.people["1001"].call(customerLinkApi.list, { body: { orderId: id } });
  expect(list).toMatchObject([{ state: "used", recordId: records.list[0]!.id }]);
  // A link to follow fills nothing in, and one to fill in urges nothing.
  expect(await ask("urge", { token })).toMatchObject({ msg: "链接无效或已过期" });
  const follow = await link(id);
  expect(await ask("fill", { token: follow.token, values })).toMatchObject({ msg: "链接无效或已过期" });
});

test("F92 the page is told what the rules say as somebody types: as at the save, nothing of the rules or of others' fields", async () => {
  const choice = (name: string, label: string): FormField => ({
    ...{ type: "radio", name, label },
    items: [
      { label_name: "报修", label_value: "1" },
      { label_name: "投诉", label_value: "2" },
    ],
  });
  const input = (name: string, label: string, more: Partial<FormField> = {}): FormField => ({
    ...{ type: "input", name, label },
    ...more,
  });
  const complains = { field: "kind", op: "eq", value: "2" };
  const rule = (id: string, when: object, ...then: object[]) => ({ id, name: `内部规则${id}`, when, then });
  const rules = [
    rule("r1", { not: complains }, { do: "hide", fields: ["why"] }),
    rule("r2", complains, { do: "require", fields: ["why"] }, { do: "options", field: "level", values: ["2"] }),
    rule(
      "r3",
      complains,
      { do: "set", field: "note", value: "'转投诉组'" },
      { do: "warn", text: "请安抚客户", field: "why" },
    ),
    rule("r4", { expression: "length(why) = 1" }, { do: "warn", text: "请写明原因", field: "why", stop: true }),
    rule("r5", { field: "inner", op: "notEmpty" }, { do: "hide", fields: ["note"] }),
  ];
  const { id: ruled } = await floor.people.admin.call(customerFormConfApi.add, {
    body: {
      ...{ name: "登记", formType: "task" },
      fields: [
        ...[choice("kind", "类别"), input("why", "原因"), choice("level", "级别"), input("note", "说明")],
        input("inner", "内部评分", { hidden: true }),
      ],
      ext: { rules } as never,
    },
  });
  const { token } = await link((await order()).id, "fill", { formId: ruled });
  const before = (await open(token)) as {
    data: { form: { fields: { name: string; live: boolean }[]; state: object } };
  };
  expect(before.data.form.fields.map(({ name, live }) => [name, live])).toEqual([
    ["kind", true],
    ["why", true],
    ["level", false],
    ["note", false],
  ]);
  const plain = { visible: true, required: false, locked: false, value: null, options: null, warnings: [] };
  expect(before.data.form.state).toMatchObject({ fields: [plain, { visible: false }, plain, plain], warnings: [] });
  const from = address();
  const typed = (values: object) => ask("state", { token, values }, from);
  const after = await typed({ kind: "2", why: "漏", level: "1", note: "我写的" });
  expect(after.data).toEqual({
    fields: [
      { name: "kind", ...plain },
      { name: "why", ...plain, required: true, warnings: ["请写明原因"] },
      { name: "level", ...plain, options: ["2"] },
      { name: "note", ...plain, locked: true, value: "转投诉组" },
    ],
    warnings: [],
  });
  for (const told of [before, after]) expect(JSON.stringify(told)).not.toMatch(/内部|inner|安抚|r[1-5]/);
  // As the save says.
  expect(await ask("fill", { token, values: { kind: "2" } })).toMatchObject({
    data: { fields: [{ path: "values.why", message: "该字段不能为空" }] },
  });
  for (const strange of ["inner", "none", "constructor"])
    expect(await typed(JSON.parse(`{"${strange}": "1"}`) as object)).toMatchObject({
      data: { fields: [{ path: `values.${strange}` }] },
    });
  for (const wrong of ["x", [], null, { kind: { a: 1 } }, { kind: ["1", "2"] }])
    expect((await typed(wrong as object)).status).toBeLessThan(500);
  // Typing uses up nothing of what the link is asked for otherwise.
  await office.ports.clock.advance(minute);
  for (let n = 0; n < 100; n += 1) expect((await typed({ kind: "2" })).code).toBe(1);
  const rest = await Promise.all(Array.from({ length: 40 }, () => ask("state", { token, values: {} })));
  expect(rest.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(20);
  expect((await open(token)).code).toBe(1);
  await office.ports.clock.advance(minute);
  expect(await ask("fill", { token, values: { kind: "2", why: "漏水严重" } })).toMatchObject({ code: 1 });
  expect(await typed({})).toMatchObject({ msg: "链接无效或已过期" });
  expect(await ask("state", { token: (await link((await order()).id)).token, values: {} })).toMatchObject({
    msg: "链接无效或已过期",
  });
});

test("W56 what does not hold is answered as what never was: over, taken back, order deleted, enterprise out of service", async () => {
  const never = await open("B".repeat(43));
  expect(never).toMatchObject({ code: 404, msg: "链接无效或已过期" });
  const same = async (token: string) => {
    const reply = await open(token);
    expect({ ...reply, data: null }).toEqual({ ...never, data: null });
  };
  const { id } = await order();
  const [old, back, gone] = [await link(id, "follow", { days: 1 }), await link(id), await link(id)];
  expect(old.expireTime.slice(0, 10)).toBe("2026-11-21");
  const system = office.ports.database.system.bind(office.ports.database);
  const expiresAt = new Date(office.ports.clock.now());
  await system((trx) => trx.updateTable("order_link").set({ expiresAt }).where("id", "=", old.id).execute());
  await same(old.token);
  expect((await open(back.token)).code).toBe(1);
  await floor.people["1001"].call(customerLinkApi.revoke, { body: { ids: [back.id] } });
  await same(back.token);
  await system((trx) => trx.updateTable("enterprise").set({ enabled: 0 }).where("compId", "=", "100001").execute());
  await same(gone.token);
  await system((trx) => trx.updateTable("enterprise").set({ enabled: 1 }).where("compId", "=", "100001").execute());
  expect((await open(gone.token)).code).toBe(1);
  await floor.handle(floor.people.admin, id, "remove");
  await same(gone.token);
});

test("W56 a thousand guesses from an address are limited, and so is one link; others go on", async () => {
  const { token } = await link((await order()).id);
  const from = address();
  const answered: Record<string, number> = {};
  for (let i = 0; i < 1_000; i += 1) {
    if (i % 50 === 49) await office.ports.clock.advance(minute);
    const { msg } = await open(`${"C".repeat(39)}${String(i).padStart(4, "0")}`, from);
    answered[msg] = (answered[msg] ?? 0) + 1;
  }
  expect(answered).toEqual({ 链接无效或已过期: 30, "操作过于频繁，请稍后再试": 970 });
  // Who guessed is not told of one that holds, either; everybody else is.
  expect((await open(token, from)).status).toBe(429);
  expect((await open(token)).code).toBe(1);
  const many = await Promise.all(Array.from({ length: 40 }, () => open(token)));
  expect(many.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(10);
});

test("W55 who does not see the order makes no link of it, a draft has none, and a form that cannot be filled in is refused", async () => {
  const { id } = await order();
  const add = (body: object, by = floor.people["1001"]) =>
    refused(by.call(customerLinkApi.add, { body: body as never }));
  expect(await add({ orderId: "none", purpose: "follow" })).toMatchObject({ msg: "工单不存在" });
  expect(await add({ orderId: id, purpose: "fill" })).toMatchObject({ msg: "请选择要客户填写的表单" });
  expect(await add({ orderId: id, purpose: "fill", formId: ordersForm })).toMatchObject({
    msg: "工单表单不能由客户填写",
  });
  const { id: hard } = await floor.people.admin.call(customerFormConfApi.add, {
    body: {
      name: "要附件",
      formType: "task",
      fields: [{ type: "uploads", name: "files", label: "附件", require: true }],
    },
  });
  expect((await add({ orderId: id, purpose: "fill", formId: hard })).msg).toContain("附件");
  const flowId = await floor.flow("草稿", flowOf(floor.groupId), ordersForm);
  const draft = await floor.create(floor.people["1001"], flowId, {}, false);
  expect(await add({ orderId: draft.id, purpose: "follow" })).toMatchObject({ msg: "工单提交后才能生成客户链接" });
});
