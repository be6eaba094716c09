/** W40 to W46, W49: triggers through the interface; time is the office's. */
import { formStreamApi, triggerApi } from "@liantai/api/contract/work-orders";
import { customerFormDataApi, formDataApi } from "@liantai/api/contract/workorder";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { addForm, addRecord, flowOf, input, openFloor, type Floor } from "../../testing/orders-and-forms.ts";
import { addTrigger, historyOf, on, ordersOf, sweepOver, traceOf } from "./testing/stage.ts";

let office: Office;
let floor: Floor;
const minute = 60_000;
const admin = () => floor.people.admin;
const sweep = () => sweepOver(office).sweep();

beforeAll(async () => {
  office = await openOffice();
  floor = await openFloor(office);
});
afterAll(() => office?.close());

let forms = 0;
const fresh = () => ordersOf(floor, `触发${(forms += 1)}`);
const found = (id: string) => admin().call(formStreamApi.find, { body: { id } });

test("W40 W41 W42 after the step a trigger does what it says, in its own name; what was submitted is not held up", async () => {
  const { formId, flowId } = await fresh();
  await addTrigger(admin(), formId, {
    name: "加急",
    condition: {
      all: [
        { field: "level", op: "eq", value: "urgent" },
        { field: "$state", op: "eq", value: "pooled" },
      ],
    },
    actions: [
      { do: "priority", priority: 1 },
      { do: "set", field: "result", value: "已加急" },
      { do: "assign", to: "1002" },
      { do: "comment", text: "请马上处理" },
    ],
  });
  const { id } = await floor.create(floor.people["1001"], flowId, { level: "urgent" });
  const other = await floor.create(floor.people["1001"], flowId, { level: "low" });
  expect((await found(id)).order).toMatchObject({ priority: 3, state: "pooled" });
  await sweep();
  await sweep();
  const after = await found(id);
  expect(after.order).toMatchObject({ priority: 1, state: "handling", holder: "1002" });
  expect(after.values).toMatchObject({ level: "urgent", result: "已加急" });
  expect((await historyOf(admin(), id)).slice(2)).toEqual([
    "prioritized 触发器「加急」",
    "saved 触发器「加急」",
    "assigned 触发器「加急」",
    "commented 触发器「加急」 请马上处理",
  ]);
  const [change] = (await admin().call(formDataApi.find, { body: { id: after.order.recordId } })).changes.filter(
    ({ fields = [] }) => fields.some(({ name }) => name === "result"),
  );
  expect(change).toMatchObject({ by: "触发器「加急」", fields: [{ name: "result", before: "", after: "已加急" }] });
  expect((await found(other.id)).order).toMatchObject({ priority: 3, state: "pooled" });
  expect(await traceOf(admin(), other.id)).toMatchObject([
    {
      ...{ trigger: "加急", event: "提交", state: "notMet", did: [] },
      why: [
        { text: "“级别”的值是low，条件“等于urgent”不成立", holds: false },
        { text: "“工单状态”的值是待领取，条件“等于待领取”成立", holds: true },
      ],
    },
  ]);
  expect(await traceOf(floor.people["1001"], id)).toMatchObject([
    {
      state: "fired",
      did: ["优先级改为紧急", "设置“结果”为“已加急”", "指派给1002 王志强", "添加备注：请马上处理"],
    },
  ]);
});

test("W42 what may not be done undoes the whole turn, and the trace says which action and why", async () => {
  const { formId, flowId } = await fresh();
  await addTrigger(admin(), formId, {
    name: "指派无人",
    actions: [
      { do: "priority", priority: 1 },
      { do: "assign", to: "9999" },
    ],
  });
  const { id } = await floor.create(floor.people["1001"], flowId);
  await sweep();
  expect((await found(id)).order).toMatchObject({ priority: 3, state: "pooled" });
  expect(await historyOf(admin(), id)).toHaveLength(2);
  expect(await traceOf(admin(), id)).toMatchObject([
    { state: "refused", did: [], text: "第2个动作：坐席不存在或已停用" },
  ]);
});

test("W40 triggers are run in their order, each sees what those before it did; the order can be changed", async () => {
  const { formId, flowId } = await fresh();
  const second = await addTrigger(admin(), formId, {
    name: "后",
    condition: { all: [{ field: "$priority", op: "eq", value: "2" }] },
    actions: [{ do: "comment", text: "优先级高" }],
  });
  const first = await addTrigger(admin(), formId, { name: "先", actions: [{ do: "priority", priority: 2 }] });
  const one = await floor.create(floor.people["1001"], flowId);
  await sweep();
  expect((await historyOf(admin(), one.id)).slice(2)).toEqual(["prioritized 触发器「先」"]);
  await admin().call(triggerApi.order, { body: { formId, ids: [first, second] } });
  expect((await admin().call(triggerApi.list, { body: { formId } })).map(({ name, fired }) => [name, fired])).toEqual([
    ["先", 1],
    ["后", 0],
  ]);
  const two = await floor.create(floor.people["1001"], flowId);
  await sweep();
  expect((await historyOf(admin(), two.id)).slice(2)).toEqual([
    "prioritized 触发器「先」",
    "commented 触发器「后」 优先级高",
  ]);
  expect(await refused(admin().call(triggerApi.order, { body: { formId, ids: [first] } }))).toMatchObject({
    code: 409,
  });
});

test("W40 a trigger that is off, or was deleted before its turn, does nothing", async () => {
  const { formId, flowId } = await fresh();
  await addTrigger(admin(), formId, { name: "停用", enabled: 0, actions: [{ do: "comment", text: "停用" }] });
  const gone = await addTrigger(admin(), formId, { name: "将删除", actions: [{ do: "comment", text: "删除" }] });
  const { id } = await floor.create(floor.people["1001"], flowId);
  await admin().call(triggerApi.delete, { body: { ids: [gone] } });
  await sweep();
  expect(await historyOf(admin(), id)).toHaveLength(2);
  expect(await traceOf(admin(), id)).toMatchObject([{ trigger: "将删除", state: "gone", text: "触发器已停用或删除" }]);
});

test("W45 a trace says nothing of a field that the node hides, and masks numbers for whom they are hidden", async () => {
  const { formId } = await fresh();
  const fields = { secret: { hidden: true } };
  const flowId = await floor.flow(`隐藏${forms}`, flowOf(floor.groupId, { fields }), formId);
  await addTrigger(admin(), formId, {
    name: "看内情",
    condition: {
      all: [
        { field: "secret", op: "eq", value: "甲方" },
        { field: "other", op: "notEmpty" },
      ],
    },
    actions: [{ do: "set", field: "secret", value: "已知" }],
  });
  const { id } = await floor.create(floor.people["1001"], flowId, { secret: "甲方", other: "13800001111" });
  await sweep();
  const [whole] = await traceOf(admin(), id);
  expect(whole).toMatchObject({
    why: [{ text: "“内情”的值是甲方，条件“等于甲方”成立" }, { text: "“其他”的值是13800001111，条件“不为空”成立" }],
    did: ["设置“内情”为“已知”"],
  });
  const [seen] = await traceOf(floor.people["1002"], id);
  const unsaid = "（含对您隐藏的字段）";
  expect(seen).toMatchObject({ state: "fired", why: [{ text: unsaid, holds: true }, {}], did: [unsaid] });
  await office.ports.database.system((trx) =>
    trx.updateTable("account").set({ isHiddenNum: 1 }).where("agentId", "=", "1004").execute(),
  );
  const masked = await office.signIn({ code: "100001", roleType: 2, account: "1004" });
  expect((await traceOf(masked, id))[0]?.why[1]?.text).toBe("“其他”的值是138****1111，条件“不为空”成立");
});

test("W43 what a trigger does fires others; who would fire itself again is cut, and the trace names the way", async () => {
  const { formId, flowId } = await fresh();
  const when = { on: "event", events: ["record.updated"], fields: ["fee"] } as const;
  const back = { on: "event", events: ["record.updated"], fields: ["amount"] } as const;
  await addTrigger(admin(), formId, { name: "甲", when, actions: [{ do: "set", field: "amount", value: "1" }] });
  await addTrigger(admin(), formId, { name: "乙", when: back, actions: [{ do: "set", field: "fee", value: "2" }] });
  const { id } = await floor.create(floor.people["1001"], flowId, {}, false);
  await floor.handle(floor.people["1001"], id, "save", { values: { fee: "9" } });
  await sweep();
  expect((await found(id)).values).toMatchObject({ fee: "2", amount: "1" });
  expect((await traceOf(admin(), id)).map(({ trigger, state, chain }) => [trigger, state, chain])).toEqual([
    ["甲", "cut", ["甲", "乙"]],
    ["乙", "fired", ["甲"]],
    ["甲", "fired", []],
  ]);
  const [cut] = await traceOf(admin(), id);
  expect(cut).toMatchObject({ text: "触发器又引起了自己，不再执行" });
});

test("W43 a chain ends after five", async () => {
  const { formId, flowId } = await fresh();
  const names = ["level", "address", "fee", "secret", "result", "other", "amount"] as const;
  for (const [at, name] of names.slice(0, -1).entries())
    await addTrigger(admin(), formId, {
      name: `第${at + 1}`,
      when: { on: "event", events: ["record.updated"], fields: [name] },
      actions: [{ do: "set", field: names[at + 1]!, value: "x" }],
    });
  const { id } = await floor.create(floor.people["1001"], flowId, {}, false);
  await floor.handle(floor.people["1001"], id, "save", { values: { level: "x" } });
  await sweep();
  expect((await found(id)).values).toEqual({
    level: "x",
    address: "x",
    fee: "x",
    secret: "x",
    result: "x",
    other: "x",
  });
  expect((await traceOf(admin(), id))[0]).toMatchObject({
    ...{ trigger: "第6", state: "cut", text: "触发器连续引起超过5层，不再执行" },
    chain: ["第1", "第2", "第3", "第4", "第5"],
  });
});

test("W44 a state that is kept for so many minutes fires once for each stay; orders that are in it already follow at once", async () => {
  const { formId, flowId } = await fresh();
  const { id } = await floor.create(floor.people["1001"], flowId);
  await office.ports.clock.advance(5 * minute);
  await addTrigger(admin(), formId, {
    name: "无人领取",
    when: { on: "timed", state: "pooled", minutes: 10 },
    actions: [
      { do: "comment", text: "十分钟无人领取" },
      { do: "remind", whom: ["monitors"], agentIds: [], text: "请安排领取" },
    ],
  });
  expect(await admin().call(formStreamApi.limits, { body: { id } })).toMatchObject([{ name: "触发器", minutes: 10 }]);
  await office.ports.clock.advance(4 * minute);
  await sweep();
  expect(await historyOf(admin(), id)).toHaveLength(2);
  await office.ports.clock.advance(2 * minute);
  await office.ports.clock.advance(minute);
  await sweep();
  await office.ports.clock.advance(30 * minute);
  await sweep();
  expect((await historyOf(admin(), id)).slice(2)).toEqual(["commented 触发器「无人领取」 十分钟无人领取"]);
  expect(await traceOf(admin(), id)).toMatchObject([{ event: "状态未变化", state: "fired" }]);
  await floor.handle(floor.people["1001"], id, "claim");
  await floor.handle(floor.people["1005"], id, "recycle");
  await office.ports.clock.advance(12 * minute);
  await sweep();
  expect((await historyOf(admin(), id)).filter((line) => line.startsWith("commented"))).toHaveLength(2);
});

test("W42 reminders are rows for whom the trigger names; urging and interfaces go their usual ways", async () => {
  const { formId, flowId } = await fresh();
  await addTrigger(admin(), formId, {
    name: "提醒",
    actions: [
      { do: "remind", whom: ["creator"], agentIds: ["1003"], text: "有新工单" },
      { do: "urge", text: "请尽快领取" },
    ],
  });
  await addTrigger(admin(), formId, { name: "推送", actions: [{ do: "push" }] });
  const { id, workCode } = await floor.create(floor.people["1001"], flowId);
  await sweep();
  const told = await office.ports.database.system((trx) =>
    trx
      .selectFrom("reminder as r")
      .innerJoin("account as a", "a.id", "r.accountId")
      .select(["a.agentId", "r.message"])
      .where("r.subject", "=", `order/${id}`)
      .where("r.key", "like", "trigger/%")
      .orderBy("a.agentId")
      .execute(),
  );
  const message = { type: "TICKETREMIND", caseId: id, event: 1, text: `工单${workCode}「宽带报障」：有新工单` };
  expect(told).toEqual(["1001", "1003"].map((agentId) => ({ agentId, message: expect.objectContaining(message) })));
  expect((await found(id)).order.urges).toBe(1);
  expect((await traceOf(admin(), id)).map(({ trigger, state, text }) => [trigger, state, text])).toEqual([
    ["推送", "refused", "没有接口订阅“表单数据推送”，请先在接口配置中启用"],
    ["提醒", "fired", ""],
  ]);
});

test("W40 W42 records of customers have triggers, too: checked as any save, in the trigger's name", async () => {
  const formId = await addForm(admin(), [
    input("name", "姓名"),
    input("grade", "等级"),
    input("size", "规模", { maxLength: 3 }),
  ]);
  await addTrigger(admin(), formId, {
    name: "评级",
    when: on("record.created"),
    condition: {
      all: [
        { field: "size", op: "eq", value: "大" },
        { field: "$source", op: "eq", value: "manual" },
      ],
    },
    actions: [{ do: "set", field: "grade", value: "甲" }],
  });
  const { id } = await addRecord(admin(), formId, { name: "某公司", size: "大" });
  await sweep();
  const record = await admin().call(customerFormDataApi.findById, { body: { id } });
  expect(record).toMatchObject({ version: 2, values: { name: "某公司", size: "大", grade: "甲" } });
  expect(await traceOf(admin(), id, "record")).toMatchObject([{ trigger: "评级", event: "新增数据", state: "fired" }]);
  const foreign = floor.people["1003"];
  expect(await refused(traceOf(foreign, id, "record"))).toMatchObject({ code: 404 });
});

test("W46 a trial over the last week says what would have been done by the values of then, and changes nothing", async () => {
  const { formId, flowId } = await fresh();
  const urgent = await floor.create(floor.people["1001"], flowId, { level: "urgent" });
  await floor.create(floor.people["1001"], flowId, { level: "low" });
  await office.ports.clock.advance(minute);
  // What it was then counts: since then it was claimed, and the level is another.
  await floor.handle(floor.people["1002"], urgent.id, "claim");
  await floor.handle(floor.people["1002"], urgent.id, "save", { values: { level: "low" } });
  const before = await historyOf(admin(), urgent.id);
  const trial = {
    ...{ formId, when: on("submitted") },
    condition: {
      all: [
        { field: "level", op: "eq", value: "urgent" },
        { field: "$state", op: "eq", value: "pooled" },
      ],
    },
    actions: [
      { do: "set", field: "result", value: "急" },
      { do: "assign", to: "1002" },
    ],
  } as const;
  const told = await admin().call(triggerApi.dryRun, { body: trial });
  expect(told).toMatchObject({
    ...{ looked: 2, fired: 1, more: false },
    list: [
      {
        ...{ kind: "order", id: urgent.id, event: "提交", asNow: false },
        title: expect.stringMatching(/^GD\d+ 宽带报障$/),
        changes: ["设置“结果”为“急”（原为空）", "指派给1002 王志强"],
      },
    ],
  });
  await sweep();
  expect(await historyOf(admin(), urgent.id)).toEqual(before);
  expect(await traceOf(admin(), urgent.id)).toEqual([]);
  const changed = await admin().call(triggerApi.dryRun, {
    body: { ...trial, when: { on: "event", events: ["record.updated"], fields: ["level"] }, condition: { all: [] } },
  });
  expect(changed).toMatchObject({ looked: 1, fired: 1, list: [{ id: urgent.id, event: "修改数据" }] });
  await office.ports.clock.advance(20 * minute);
  const timed = { on: "timed", state: "pooled", minutes: 10 } as const;
  expect(
    await admin().call(triggerApi.dryRun, { body: { ...trial, when: timed, condition: { all: [] } } }),
  ).toMatchObject({
    ...{ looked: 1, fired: 1 },
    list: [{ event: "状态未变化" }],
  });
  const made = { ...trial, when: on("record.created"), condition: { all: [] } };
  expect(await admin().call(triggerApi.dryRun, { body: made })).toMatchObject({ looked: 2 });
  const before8 = new Date(office.ports.clock.now() - 8 * 24 * 60 * minute);
  await office.ports.database.system((trx) =>
    trx.updateTable("form_record").set({ createdAt: before8 }).where("orderId", "=", urgent.id).execute(),
  );
  expect(await admin().call(triggerApi.dryRun, { body: made })).toMatchObject({ looked: 1 });
});

test("W49 a trigger is kept only without faults, each said", async () => {
  const { formId } = await fresh();
  const body = { formId, name: "错", enabled: 1, when: on("submitted"), condition: { all: [] }, actions: [] };
  const wrong = async (more: object) =>
    (await refused(admin().call(triggerApi.add, { body: { ...body, ...more } as never }))).msg;
  const set = (field: string, value: unknown) => ({ actions: [{ do: "set", field, value }] });
  expect(await wrong({})).toContain("请添加动作");
  expect(await wrong(set("nothing", "x"))).toContain("表单没有字段“nothing”");
  expect(await wrong(set("level", 5))).toContain("值格式有误");
  expect(
    await wrong({ ...set("level", "x"), condition: { all: [{ field: "gone", op: "eq", value: "1" }] } }),
  ).toContain("条件中没有字段“gone”");
  expect(await wrong({ ...set("level", "x"), when: on("nonsense" as never) })).toContain("时机");
  expect(await wrong({ ...set("level", "x"), when: "submitted" })).toContain("触发时机");
  expect(await wrong({ actions: [{ do: "remind", whom: [], agentIds: [], text: "x" }] })).toContain("请选择提醒对象");
  expect(await wrong({ actions: [{ do: "assign", to: { id: "1001" } }] })).toContain("请选择坐席");
  expect(await wrong({ actions: { do: "urge" } })).toContain("动作");
  const customers = await addForm(admin(), [input("name", "姓名")]);
  expect(await wrong({ formId: customers, actions: [{ do: "urge", text: "" }], when: on("record.created") })).toContain(
    "只有工单可以催办",
  );
  const ofAgent = floor.people["1001"].call(triggerApi.add, { body: { ...body, ...set("level", "x") } as never });
  expect(await refused(ofAgent)).toMatchObject({ status: 403 });
  expect(await admin().call(triggerApi.list, { body: { formId } })).toEqual([]);
});

test("W49 a change names the revision that was seen", async () => {
  const { formId } = await fresh();
  const id = await addTrigger(admin(), formId, { name: "改", actions: [{ do: "urge", text: "" }] });
  const [row] = await admin().call(triggerApi.list, { body: { formId } });
  const body = { ...{ id, formId, name: "改过", enabled: 0 as const, revision: row!.revision }, ...row! };
  const change = { ...body, name: "改过" };
  await admin().call(triggerApi.update, { body: change });
  expect(await refused(admin().call(triggerApi.update, { body: change }))).toMatchObject({ code: 409 });
  const twice = { ...change, id: undefined, revision: undefined };
  expect(await refused(admin().call(triggerApi.add, { body: twice }))).toMatchObject({
    fields: [{ path: "name", message: "触发器名称已存在" }],
  });
});
