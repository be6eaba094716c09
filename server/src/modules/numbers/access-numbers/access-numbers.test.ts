import { accessNumApi, timeRuleApi } from "@liantai/api/contract/admin";
import { openOffice, refused, type Office, type Person } from "../../../testing/office.ts";
import { demoEnterprise } from "../../system/index.ts";
import { createNumbers } from "../index.ts";

const { compId } = demoEnterprise;
let office: Office;
/** An operator inside the enterprise may press what its administrator may. */
let administrator: Person;
beforeAll(async () => {
  office = await openOffice();
  administrator = await office.enter(compId);
});
afterAll(() => office.close());

const fields = { title: "售前热线", concurrency: 5, price: 0.125, enabled: 1 };
const list = async (who: "operator" | "administrator", filters: object = {}) =>
  (
    await (who === "operator" ? office.operator : administrator).call(accessNumApi.list, {
      body: { pageNo: 1, pageSize: 40, ...filters },
    })
  ).list;
const log = () =>
  office.ports.database.system((trx) =>
    trx
      .selectFrom("operation_log")
      .select(["compId", "action", "objectId", "before", "after"])
      .where("object", "=", "accessNum")
      .orderBy("id")
      .execute(),
  );
const callPlan = (number: string) =>
  createNumbers(office.ports.database, office.ports.broker, office.ports.random).callPlan(
    number,
    office.ports.clock.now(),
  );

test("an operator keeps numbers, gives one to an enterprise and takes it back with all that was set up", async () => {
  await office.operator.call(accessNumApi.add, { body: { number: "4009", ...fields } });
  expect(await refused(office.operator.call(accessNumApi.add, { body: { number: "4009", ...fields } }))).toMatchObject({
    code: 400,
    msg: "接入号码已存在",
  });
  expect((await list("operator", { allocated: "0" }))[0]).toMatchObject({
    number: "4009",
    compId: null,
    compName: null,
    concurrency: 5,
    price: 0.125,
    state: "unallocated",
    leadsTo: "",
  });
  expect((await list("administrator")).map((n) => n.number)).toEqual(["4001", "4002"]);
  expect(await callPlan("4009")).toBeUndefined();

  await office.operator.call(accessNumApi.allocate, { body: { ids: ["4009"], toCompId: compId } });
  expect((await list("administrator", { number: "4009" }))[0]).toMatchObject({
    compId,
    compName: demoEnterprise.name,
    state: "unset",
    leadsTo: "未设置",
    isDefault: 0,
  });
  expect((await refused(office.operator.call(accessNumApi.delete, { body: { ids: ["4009"] } }))).msg).toBe(
    "号码4009已分配给企业，请先收回再删除",
  );
  await administrator.call(accessNumApi.addOwners, { body: { id: "4009", kind: "seat", ownerIds: ["1001"] } });
  await administrator.call(accessNumApi.saveSetting, {
    body: {
      id: "4009",
      rules: [],
      fallback: { target: { kind: "seat", id: "1002" }, greeting: "您好", greetingVoice: "" },
    },
  });
  expect((await list("administrator", { number: "4009" }))[0]).toMatchObject({
    state: "idle",
    seats: 1,
    leadsTo: "坐席：王志强（1002）",
  });

  await office.operator.call(accessNumApi.allocate, { body: { ids: ["4009"], toCompId: "" } });
  expect((await list("operator", { number: "4009" }))[0]).toMatchObject({ state: "unallocated", seats: 0, rules: 0 });
  expect(await office.operator.call(accessNumApi.delete, { body: { ids: ["4009"] } })).toEqual({ count: 1 });
  expect((await log()).map((l) => [l.compId, l.action])).toEqual([
    ["000000", "add"],
    [compId, "allocate"],
    [compId, "allot"],
    [compId, "set"],
    [compId, "withdraw"],
    ["000000", "delete"],
  ]);
});

test("an enterprise names and switches its numbers; limit and price are the operator's", async () => {
  expect(
    await refused(
      administrator.call(accessNumApi.update, { body: { id: "4001", title: "热线", enabled: 1, concurrency: 9 } }),
    ),
  ).toMatchObject({ code: 403, msg: "并发上限和资费由运营人员设置" });
  await administrator.call(accessNumApi.update, { body: { id: "4001", title: "客服热线", enabled: 0 } });
  expect((await list("administrator"))[0]).toMatchObject({ title: "客服热线", state: "disabled" });
  expect(await callPlan("4001")).toBeUndefined();
  await office.operator.call(accessNumApi.update, {
    body: { id: "4001", title: "客服热线", enabled: 1, concurrency: 1, price: 0.2 },
  });
  expect((await list("administrator"))[0]).toMatchObject({
    state: "idle",
    concurrency: 1,
    price: 0.2,
    leadsTo: "流程：演示导航",
  });
  const at = new Date(office.ports.clock.now());
  await office.ports.database.system((trx) =>
    trx
      .insertInto("call_record")
      .values({
        compId,
        callId: "live",
        direction: "inbound",
        caller: "13800138000",
        callee: "4001",
        accessNumber: "4001",
        skillGroupId: null,
        agentId: null,
        startAt: at,
        waitMs: 0,
        ringMs: 0,
        talkMs: 0,
        holdMs: 0,
        result: 0,
        cause: null,
        recordingKey: null,
        recordingMs: null,
        appliedSeq: 1,
      })
      .execute(),
  );
  expect((await list("administrator"))[0]).toMatchObject({ state: "full", activeCalls: 1 });
  expect((await refused(office.agent.call(accessNumApi.list, { body: { pageNo: 1, pageSize: 10 } }))).status).toBe(403);
  expect((await refused(administrator.call(accessNumApi.add, { body: { number: "4003", ...fields } }))).status).toBe(
    403,
  );
});

test("the default number: of the seat before its group before the enterprise", async () => {
  const { operator, agent } = office;
  for (const number of ["4101", "4102", "4103"])
    await operator.call(accessNumApi.add, { body: { compId, number, ...fields } });
  const groups = ["g1", "g2"];
  await office.ports.database.system(async (trx) => {
    await trx
      .insertInto("agent_group")
      .values([
        { compId, id: "g1", parentId: null, name: "一部" },
        { compId, id: "g2", parentId: "g1", name: "一组" },
      ])
      .execute();
    await trx.updateTable("seat").set({ groupId: "g2" }).where("agentId", "=", "1001").execute();
  });
  const mine = () => agent.call(accessNumApi.getDefaultGroup, { query: { userId: "1001", isAcc: 0 } });
  expect(await mine()).toMatchObject({ number: "4001", source: "enterprise" });
  expect(
    (
      await refused(
        administrator.call(accessNumApi.setDefault, {
          body: { id: "4101", kind: "group", ownerId: "g1", isDefault: 1 },
        }),
      )
    ).msg,
  ).toBe("请先把号码分配给该对象，再设为默认");
  for (const [i, id] of groups.entries()) {
    await administrator.call(accessNumApi.addOwners, { body: { id: `410${i + 1}`, kind: "group", ownerIds: [id] } });
    await administrator.call(accessNumApi.setDefault, {
      body: { id: `410${i + 1}`, kind: "group", ownerId: id, isDefault: 1 },
    });
    expect(await mine()).toMatchObject({ number: `410${i + 1}`, source: "group" });
  }
  expect(
    await administrator.call(accessNumApi.addOwners, {
      body: { id: "4103", kind: "seat", ownerIds: ["1001", "1002"] },
    }),
  ).toEqual({ count: 2 });
  await administrator.call(accessNumApi.setDefault, {
    body: { id: "4103", kind: "seat", ownerId: "1001", isDefault: 1 },
  });
  expect(await mine()).toMatchObject({ number: "4103", source: "seat" });
  const { members, available } = await administrator.call(accessNumApi.owners, { body: { id: "4103", kind: "seat" } });
  expect(members).toEqual([
    { id: "1001", label: "李晓雯", detail: "1001", isDefault: 1 },
    { id: "1002", label: "王志强", detail: "1002", isDefault: 0 },
  ]);
  expect(available.map((s) => s.id)).toEqual(["1003", "1004", "1005"]);
  const account = await office.ports.database.system((trx) =>
    trx.selectFrom("account").select("id").where("agentId", "=", "1001").executeTakeFirstOrThrow(),
  );
  expect(
    await administrator.call(accessNumApi.getDefaultGroup, { query: { userId: account.id, isAcc: 1 } }),
  ).toMatchObject({ number: "4103" });
  await administrator.call(accessNumApi.deleteOwners, { body: { id: "4103", kind: "seat", ownerIds: ["1001"] } });
  expect(await mine()).toMatchObject({ number: "4102", source: "group" });
  await administrator.call(accessNumApi.setDefault, { body: { id: "4103", kind: "enterprise", isDefault: 1 } });
  expect(await administrator.call(accessNumApi.getDefault, { query: {} })).toMatchObject({
    number: "4103",
    source: "enterprise",
  });
  expect((await list("administrator")).filter((n) => n.isDefault === 1).map((n) => n.number)).toEqual(["4103"]);
});

test("where a number leads: by time rule, effective on the next call, and the tester says why", async () => {
  const at = (time: string) =>
    administrator.call(accessNumApi.testSetting, { body: { id: "4001", at: `2026-11-20 ${time}` } });
  const { id: timeRuleId } = await administrator.call(timeRuleApi.add, {
    body: {
      name: "白班",
      remark: "",
      weekly: [{ days: [1, 2, 3, 4, 5], ranges: [{ from: "09:00", to: "18:00" }] }],
      holidays: [],
      specials: [],
    },
  });
  const group = await office.ports.database.system((trx) =>
    trx.selectFrom("skill_group").select("id").executeTakeFirstOrThrow(),
  );
  const day = { timeRuleId, target: { kind: "skillGroup", id: group.id }, greeting: "", greetingVoice: "" };
  const night = { target: { kind: "hangup", id: "" }, greeting: "现在是下班时间", greetingVoice: "" };
  await administrator.call(accessNumApi.saveSetting, { body: { id: "4001", rules: [day], fallback: night } as never });
  expect(await administrator.call(accessNumApi.getSetting, { body: { id: "4001" } })).toMatchObject({
    rules: [day],
    fallback: night,
  });
  expect(await at("10:00:00")).toMatchObject({
    ok: true,
    text: "技能组：客服一组",
    steps: [{ title: "1. 白班", detail: "2026-11-20 周五 10:00：工作日 09:00-18:00", outcome: "matched" }],
  });
  expect(await at("18:00:00")).toMatchObject({
    ok: true,
    text: "直接挂断",
    greeting: "现在是下班时间",
    steps: [{ outcome: "skipped" }, { title: "其他时间", detail: "以上规则都不适用", outcome: "matched" }],
  });
  expect(
    (await refused(administrator.call(accessNumApi.testSetting, { body: { id: "4001", at: "2026-02-30 10:00:00" } })))
      .msg,
  ).toBe("时间格式应为 yyyy-MM-dd HH:mm:ss");

  const wrong = await refused(
    administrator.call(accessNumApi.saveSetting, {
      body: {
        id: "4001",
        rules: [{ ...day, timeRuleId: "none" }],
        fallback: { ...night, target: { kind: "seat", id: "9999" } },
      } as never,
    }),
  );
  expect(wrong.fields).toMatchObject([
    { path: "rules[0].timeRuleId", message: "时间规则不存在" },
    { path: "fallback.target.id", message: "所选的对象不存在或已停用" },
  ]);
  expect(
    (
      await refused(
        administrator.call(accessNumApi.saveSetting, {
          body: { id: "4001", rules: [], fallback: { ...night, target: { kind: "none", id: "" } } },
        }),
      )
    ).code,
  ).toBe(400);
  // Q18
  const leadsTo = (kind: string, id: string) =>
    administrator.call(accessNumApi.saveSetting, {
      body: { id: "4001", rules: [day], fallback: { ...night, target: { kind, id } } } as never,
    });
  const own = { compId, number: "4008009000", title: "二线", targetKind: "none", targetId: "", greeting: "" } as const;
  await office.ports.database.system((trx) => trx.insertInto("access_number").values(own).execute());
  expect((await refused(leadsTo("outside", own.number))).fields).toMatchObject([
    { path: "fallback.target.id", message: "不能转到本企业的接入号码" },
  ]);
  expect((await refused(leadsTo("outside", "12"))).code).toBe(400);
  expect((await refused(leadsTo("voicemail", "none"))).fields).toMatchObject([{ path: "fallback.target.id" }]);
  await leadsTo("outside", "13800138000");
  expect(await at("18:00:00")).toMatchObject({ ok: true, text: "外线号码：13800138000" });
  await leadsTo("voicemail", group.id);
  expect(await at("18:00:00")).toMatchObject({ ok: true, text: "留言：客服一组" });
  expect((await list("administrator", { number: "4001" }))[0]).toMatchObject({ leadsTo: "留言：客服一组" });
  expect((await refused(administrator.call(timeRuleApi.delete, { body: { ids: [timeRuleId] } }))).msg).toBe(
    "时间规则“白班”正在使用，不能删除。使用它的接入号码：4001",
  );
  // The demonstration's flow asks for its hours.
  const { list: rules } = await administrator.call(timeRuleApi.list, {
    body: { name: "服务时间", pageNo: 1, pageSize: 20 },
  });
  expect((await refused(administrator.call(timeRuleApi.delete, { body: { ids: [rules[0]!.id] } }))).msg).toBe(
    "时间规则“服务时间”正在使用，不能删除。使用它的流程：演示导航",
  );
});

test("two operators add one number at once: one wins, the other is told", async () => {
  const both = await Promise.allSettled(
    [1, 2].map(() => office.operator.call(accessNumApi.add, { body: { number: "4900", ...fields } })),
  );
  expect(both.map((r) => r.status).sort()).toEqual(["fulfilled", "rejected"]);
  expect((both.find((r) => r.status === "rejected") as PromiseRejectedResult).reason.message).toBe("接入号码已存在");
});

test("the place of a number", async () => {
  expect(await office.agent.call(accessNumApi.mobileArea, { body: { phone: "+86 13510000000" } })).toMatchObject({
    province: "广东省",
    city: "深圳市",
    operator: "中国移动",
    areaCode: "0755",
    text: "广东省深圳市 中国移动",
  });
  expect(await office.agent.call(accessNumApi.phoneArea, { body: { phone: "021-88886666" } })).toMatchObject({
    text: "上海市",
  });
  expect(await refused(office.agent.call(accessNumApi.mobileArea, { body: { phone: "4001" } }))).toMatchObject({
    code: 400,
    msg: "请输入正确的11位手机号码",
  });
});
