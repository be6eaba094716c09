/** Tasks through the whole server: what is set, who may, starting and stopping, deleting. */
import {
  dialTaskApi,
  operateLogApi,
  roleApi,
  skillGroupMemberApi,
  taskAccessNumApi,
  taskSeatApi,
} from "@liantai/api/contract/admin";
import { formatTime, type BodyOf } from "@liantai/api/contract";
import { openOffice, refused, type Office, type Person } from "../../../testing/office.ts";
import { seatCaller } from "../../../testing/who.ts";
import { createAudit } from "../../audit/index.ts";
import { createTaskGate } from "../../tasks/index.ts";
import { subscribe } from "../../topics.ts";
import { createDialHooks, createPreviewGate } from "../index.ts";
import { addPhones, addTask, compId, demoThings, joinTask, page } from "./testing.ts";

let office: Office;
let admin: Person;
let things: Awaited<ReturnType<typeof demoThings>>;
const told: unknown[] = [];

beforeAll(async () => {
  office = await openOffice();
  admin = office.administrator;
  things = await demoThings(office);
  await subscribe(office.ports.broker, "task.changed", (change) => void told.push(change));
});
afterAll(() => office?.close());

type Body = BodyOf<typeof dialTaskApi.add>;
/** Whatever is typed, wrong types too. */
const typed = (body: object) => admin.call(dialTaskApi.add, { body: { ftype: 3, ...body } as Body });
const find = (id: string) => admin.call(dialTaskApi.findById, { body: { id } });
const logOf = async (name: string) =>
  (await admin.call(operateLogApi.list, { body: page })).list.filter(({ objectName }) => objectName === name);
const start = (id: string, who = admin) => who.call(dialTaskApi.start, { body: { id } });

test("a task is added with its defaults, found, listed by kind, name and state, and changed; the log has before and after", async () => {
  const id = await addTask(admin, { taskIdentity: "满意度回访", priority: 2, remark: "一期" });
  expect(told).toContainEqual({ compId, taskId: id });
  expect(await find(id)).toMatchObject({
    ...{ id, taskIdentity: "满意度回访", ftype: 3, state: "notStarted", waitsFor: "", priority: 2, remark: "一期" },
    ...{ perDay: 3, inAll: 6, agentIds: ["1001"], fromAt: "", untilAt: "", joined: 0, startedAt: null, endedAt: null },
    ...{ createdBy: "张建国" },
    progress: { total: 0, waiting: 0, live: 0, attempts: 0, talkS: 0 },
  });
  const other = await addTask(admin, { taskIdentity: "节日问候", ftype: 4, flowId: things.flowId });
  const listed = async (body: object) =>
    (await admin.call(dialTaskApi.list, { body: { ...page, ...body } as never })).list.map((row) => row.taskIdentity);
  expect(await listed({ ftype: 3 })).toEqual(["满意度回访"]);
  expect(await listed({ ftype: 4, taskIdentity: "问候" })).toEqual(["节日问候"]);
  expect(await listed({ ftype: 4, state: "running" })).toEqual([]);
  const { state, waitsFor, createdAt, createdBy, startedAt, endedAt, joined, progress, ...set } = await find(id);
  expect([state, waitsFor, createdAt, createdBy, startedAt, endedAt, joined, progress]).toHaveLength(8);
  await admin.call(dialTaskApi.update, { body: { ...set, priority: 7, agentIds: ["1001", "1002"] } });
  expect(await find(id)).toMatchObject({ priority: 7, agentIds: ["1001", "1002"] });
  const lines = await logOf("满意度回访");
  expect(lines.map(({ actionText }) => actionText)).toEqual(["编辑", "新增"]);
  expect(JSON.stringify(lines[0])).toContain("优先级");
  await admin.call(dialTaskApi.delete, { body: { ids: [id, other] } });
  expect(await refused(find(id))).toMatchObject({ code: 404, msg: "任务不存在或已被删除" });
});

test("what is wrong or not there is refused at its field", async () => {
  await addTask(admin, { taskIdentity: "已有" });
  const cases: readonly (readonly [object, string, string])[] = [
    [{ taskIdentity: "已有", agentIds: ["1001"] }, "taskIdentity", "任务标识已存在"],
    [{ taskIdentity: "" }, "taskIdentity", ""],
    [{ taskIdentity: "x".repeat(31), agentIds: ["1001"] }, "taskIdentity", ""],
    [{ taskIdentity: "无坐席" }, "groupId", "请选择技能组或坐席"],
    [{ taskIdentity: "组", groupId: "foreign" }, "groupId", "技能组不存在"],
    [{ taskIdentity: "席", agentIds: ["1001", "9999"] }, "agentIds", "坐席 9999 不存在"],
    [{ taskIdentity: "规", agentIds: ["1001"], timeRuleId: "foreign" }, "timeRuleId", "时间规则不存在"],
    [{ taskIdentity: "号", agentIds: ["1001"], accessNumbers: ["95588"] }, "accessNumbers", "95588 不是本企业"],
    [{ taskIdentity: "表", agentIds: ["1001"], formId: "foreign" }, "formId", "表单不存在或未发布"],
    [{ taskIdentity: "流", ftype: 4 }, "flowId", "请选择流程"],
    [{ taskIdentity: "流", ftype: 4, flowId: "foreign" }, "flowId", "流程不存在、未发布或已停用"],
    [{ taskIdentity: "版", ftype: 4, flowId: things.flowId, flowVersion: 99 }, "flowVersion", "流程没有这个版本"],
    [{ taskIdentity: "人", ftype: 1, robotId: "foreign" }, "robotId", "机器人不存在或已停用"],
    [{ taskIdentity: "转", ftype: 1, robotId: "r", handOverLevels: ["A"] }, "handOverGroupId", "请选择转人工技能组"],
    [
      { taskIdentity: "转", agentIds: ["1001"], handOverLevels: ["A"], handOverGroupId: "foreign" },
      "handOverGroupId",
      "转人工技能组不存在",
    ],
    [{ taskIdentity: "转", agentIds: ["1001"], handOverLevels: "A" }, "handOverLevels", "转人工等级"],
    [{ taskIdentity: "通", ftype: 5, templateId: "foreign" }, "templateId", "通知模板不存在"],
    [{ taskIdentity: "类", ftype: 6 }, "ftype", ""],
    [{ taskIdentity: "类", agentIds: ["1001"], concurrency: "很多" }, "concurrency", "最大并发"],
    [{ taskIdentity: "类", agentIds: "1001" }, "agentIds", "坐席"],
    [{ taskIdentity: "类", agentIds: ["1001"], retries: [{ codes: [1], afterMin: 1, times: 1 }] }, "retries", ""],
    [
      { taskIdentity: "窗", agentIds: ["1001"], windows: [{ from: "10:00", to: "09:00" }] },
      "windows",
      "结束时间应晚于",
    ],
    [
      { taskIdentity: "日", agentIds: ["1001"], fromAt: "2026-03-03 00:00:00", untilAt: "2026-03-02 00:00:00" },
      "untilAt",
      "结束时间应晚于开始时间",
    ],
    // A rule for them would do nothing.
    ...[100, 180, 200].map((code): readonly [object, string, string] => [
      { taskIdentity: "重拨", agentIds: ["1001"], retries: [{ codes: [594, code], afterMin: 5, times: 1 }] },
      "retries",
      "该呼叫结果不能设置重拨",
    ]),
  ];
  for (const [body, path, said] of cases) {
    const { fields, code } = await refused(typed(body));
    expect({ body, code, path: fields[0]?.path.split(/[.[]/)[0] }).toEqual({ body, code: 400, path });
    expect(fields[0]?.message).toContain(said);
  }
  // Two at once: one name.
  const both = await Promise.allSettled([1, 2].map(() => addTask(admin, { taskIdentity: "同名" })));
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("B14 a start is refused with its reason, twice at once starts once, a stop is final", async () => {
  const id = await addTask(admin, { taskIdentity: "启动", ftype: 2 });
  expect((await refused(start(id))).msg).toBe("启动外呼任务失败：任务没有外显号码");
  const accessNumbers = [things.numbers[0]!];
  const auto = await addTask(admin, { taskIdentity: "自动", accessNumbers });
  const database = office.ports.database;
  const arrears = (forbidden: number) =>
    database.system((trx) => trx.updateTable("enterprise").set({ forbidden }).where("compId", "=", compId).execute());
  await arrears(0);
  expect((await refused(start(auto))).msg).toBe("启动自动外呼任务失败：企业已欠费！");
  await arrears(1);
  const ivr = await addTask(admin, { taskIdentity: "流程", ftype: 4, flowId: things.flowId, accessNumbers });
  const now = office.ports.clock.now();
  await admin.call(dialTaskApi.update, {
    body: { id: ivr, ftype: 4, taskIdentity: "流程", flowId: things.flowId, accessNumbers, untilAt: formatTime(now) },
  });
  expect((await refused(start(ivr))).msg).toBe("启动IVR外呼任务失败：任务已过期");
  expect(await find(ivr)).toMatchObject({ state: "expired" });
  // Without a number to dial it may start: it waits.
  const both = await Promise.allSettled([start(auto), start(auto)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect((await refused(start(auto))).msg).toBe("启动自动外呼任务失败：任务运行中");
  expect(await find(auto)).toMatchObject({ state: "running", startedAt: formatTime(now), endedAt: null });
  await admin.call(dialTaskApi.pause, { body: { id: auto, cancelRinging: true } });
  expect(told.at(-1)).toEqual({ compId, taskId: auto, cancelRinging: true });
  expect((await refused(admin.call(dialTaskApi.pause, { body: { id: auto } }))).msg).toBe(
    "暂停自动外呼任务失败：任务已暂停",
  );
  await start(auto);
  await admin.call(dialTaskApi.stop, { body: { id: auto } });
  expect(told.at(-1)).toEqual({ compId, taskId: auto });
  expect(await find(auto)).toMatchObject({ state: "stopped", endedAt: formatTime(now) });
  expect((await refused(start(auto))).msg).toBe("启动自动外呼任务失败：任务已停止");
  expect((await logOf("自动")).map(({ actionText }) => actionText)).toEqual(["停止", "启动", "暂停", "启动", "新增"]);
});

test("seats follow the skill group, at the start and while it changes; none is no start", async () => {
  const accessNumbers = [things.numbers[0]!];
  const { groupId } = things;
  const id = await addTask(admin, { taskIdentity: "随组", groupId, agentIds: [], accessNumbers });
  const allotted = async () => {
    const rows = await office.ports.database.tenant(compId, (trx) =>
      trx.selectFrom("task_seat").select("agentId").where("taskId", "=", id).orderBy("agentId").execute(),
    );
    return rows.map(({ agentId }) => agentId);
  };
  const before = await allotted();
  expect(before).toContain("1001");
  await admin.call(skillGroupMemberApi.delete, { body: { skillGroupId: groupId, agentIds: before } });
  for (let i = 0; i < 200 && (await allotted()).length > 0; i += 1) await office.ports.clock.settle();
  expect(await allotted()).toEqual([]);
  expect((await refused(start(id))).msg).toBe("启动自动外呼任务失败：任务没有分配坐席");
  await admin.call(skillGroupMemberApi.add, {
    body: { skillGroupId: groupId, agentIds: before, level: 1, priority: 1 } as never,
  });
  for (let i = 0; i < 200 && (await allotted()).length < before.length; i += 1) await office.ports.clock.settle();
  expect(await allotted()).toEqual(before);
  await start(id);
  expect(await find(id)).toMatchObject({ state: "running", joined: 0 });
  expect((await refused(admin.call(dialTaskApi.delete, { body: { ids: [id] } }))).msg).toBe(
    "任务“随组”运行中，不能删除",
  );
});

test("E10 over HTTP: 36 before the start, 1 after it, 40 twice, 35 at the end; another seat is refused at its field", async () => {
  const id = await addTask(admin, { taskIdentity: "加入", accessNumbers: [things.numbers[0]!] });
  expect(await refused(joinTask(office.agent, id))).toMatchObject({ code: 36, msg: "任务未启动，无法加入" });
  await start(id);
  expect((await refused(joinTask(office.agent, id, "1002"))).fields[0]?.path).toBe("agentId");
  await joinTask(office.agent, id);
  expect(await refused(joinTask(office.agent, id))).toMatchObject({ code: 40, msg: "您已在该任务中" });
  expect(await find(id)).toMatchObject({ joined: 1 });
  await admin.call(dialTaskApi.stop, { body: { id } });
  expect(await refused(joinTask(office.agent, id))).toMatchObject({ code: 35, msg: "任务已过期，无法加入" });
  expect((await refused(joinTask(office.agent, "none"))).msg).toBe("加入任务失败：该任务未分配给您");
  expect(
    await refused(office.administrator.call(taskSeatApi.join, { body: { id, agentId: "1001", compid: compId } })),
  ).toMatchObject({
    status: 403,
  });
});

test("E18 an order of the CTI link is asked the same before a start, and leaves the same behind", async () => {
  const gate = createTaskGate({
    ports: office.ports,
    audit: createAudit(office.ports),
    mayDo: async () => true,
    caller: async () => seatCaller({ roleType: 1, agentId: null }),
    hooks: createDialHooks(office.ports),
    preview: createPreviewGate(office.ports),
  });
  const id = await addTask(admin, { taskIdentity: "话务条", agentIds: ["1002"] });
  expect(await gate.order("s", "taskStart", id)).toEqual({
    code: -403,
    msg: "启动自动外呼任务失败：任务没有外显号码",
  });
  await admin.call(taskAccessNumApi.save, { body: { taskId: id, numbers: [things.numbers[0]!] } });
  expect(await gate.order("s", "taskStart", id)).toEqual({ code: 1 });
  const at = formatTime(office.ports.clock.now());
  expect(await find(id)).toMatchObject({ state: "running", startedAt: at, endedAt: null });
  expect(await gate.order("s", "taskStop", id)).toEqual({ code: 1 });
  expect(await find(id)).toMatchObject({ state: "stopped", endedAt: at });
});

test("a task with a call is not deleted, one that is over is not changed, a kind stays a kind", async () => {
  const id = await addTask(admin, { taskIdentity: "在呼" });
  await addPhones(office, id, [{ state: "ringing" }]);
  expect((await refused(admin.call(dialTaskApi.delete, { body: { ids: [id] } }))).msg).toBe(
    "任务“在呼”还有进行中的呼叫，不能删除",
  );
  const change = (ftype: 2 | 3) =>
    admin.call(dialTaskApi.update, { body: { id, ftype, taskIdentity: "在呼", agentIds: ["1001"] } });
  expect((await refused(change(2))).fields).toMatchObject([{ path: "ftype", message: "任务类型不能修改" }]);
  await change(3);
  await admin.call(dialTaskApi.stop, { body: { id } });
  expect((await refused(change(3))).msg).toBe("任务已停止，不能修改");
});

test("E22 a role sees the kinds whose pages it has and presses what it was given; another enterprise sees nothing", async () => {
  const id = await addTask(admin, { taskIdentity: "权限", accessNumbers: [things.numbers[0]!] });
  const { id: roleId } = await admin.call(roleApi.addDef, { body: { name: "预览专员", roleType: 1 } });
  await admin.call(roleApi.grant, { body: { id: roleId, menuIds: ["tab:previewoutbound"] } });
  await office.ports.database.system((trx) =>
    trx.updateTable("account").set({ roleId }).where("compId", "=", compId).where("roleType", "=", 1).execute(),
  );
  const limited = await office.signIn({ code: compId, roleType: 1, account: "admin" });
  const asked = (ftype: 2 | 3) => limited.call(dialTaskApi.list, { body: { ...page, ftype } });
  expect((await asked(2)).total).toBeGreaterThanOrEqual(0);
  expect(await refused(asked(3))).toMatchObject({ status: 403 });
  expect(await refused(start(id, limited))).toMatchObject({ status: 403 });
  expect(await refused(limited.call(dialTaskApi.findById, { body: { id } }))).toMatchObject({ status: 403 });
  expect(await limited.call(dialTaskApi.progress, { body: { ids: [id] } })).toEqual([]);
  const own = { ftype: 2 as const, taskIdentity: "无按钮", agentIds: ["1001"] };
  expect(await refused(limited.call(dialTaskApi.add, { body: own }))).toMatchObject({ status: 403 });
  expect(await refused(office.agent.call(dialTaskApi.list, { body: { ...page, ftype: 3 } }))).toMatchObject({
    status: 403,
  });
  await office.ports.database.system((trx) =>
    trx.insertInto("enterprise").values({ compId: "200002", name: "乙" }).execute(),
  );
  const foreign = await office.enter("200002");
  for (const call of [
    () => foreign.call(dialTaskApi.findById, { body: { id } }),
    () => foreign.call(dialTaskApi.start, { body: { id } }),
    () => foreign.call(dialTaskApi.delete, { body: { ids: [id] } }),
  ])
    expect(await refused(call())).toMatchObject({ code: 404 });
  expect(await refused(foreign.call(dialTaskApi.findById, { body: { id, compId } }))).toMatchObject({ status: 403 });
  const inside = await office.enter(compId);
  expect(await inside.call(dialTaskApi.findById, { body: { id } })).toMatchObject({ taskIdentity: "权限" });
});
