/** Tasks as dialling will fill them, and what seats and supervisors ask of them over HTTP and the CTI link's gate. */
import { taskSeatApi, taskSupervisionApi, operateLogApi } from "@liantai/api/contract/admin";
import type { Caller } from "../../http/routes.ts";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { seatCaller } from "../../testing/who.ts";
import { createAudit } from "../audit/index.ts";
import { subscribe } from "../topics.ts";
import { createTaskGate, createTaskRegister, reopenTask, type Task } from "./index.ts";

const compId = "100001";
let office: Office;
let register: ReturnType<typeof createTaskRegister>;
let gate: ReturnType<typeof createTaskGate>;
const callers: Record<string, Caller> = {
  morning: seatCaller({ sessionId: "morning" }),
  noon: seatCaller({ sessionId: "noon" }),
  admin: seatCaller({ sessionId: "admin", roleType: 1, agentId: null }),
};
const told: unknown[] = [];

beforeAll(async () => {
  office = await openOffice();
  register = createTaskRegister(office.ports);
  gate = createTaskGate({
    ports: office.ports,
    audit: createAudit(office.ports),
    mayDo: async () => true,
    preview: { begin: async () => ({ code: -404 }), withdraw: async () => undefined },
    caller: async (sessionId) => callers[sessionId],
  });
  await subscribe(office.ports.broker, "message.send", (sent) => void told.push(sent));
});
afterAll(() => office?.close());

const made = async (id: string, more: Partial<Task> = {}, agentIds: readonly string[] = ["1001"]) => {
  const task: Task = { compId, id, taskIdentity: `任务${id}`, ftype: 3, fromAt: null, untilAt: null, ...more };
  await office.ports.database.tenant(compId, async (trx) => {
    await register.put(trx, task);
    await register.allot(trx, compId, id, agentIds);
  });
  return task;
};
const stateOf = async (id: string) => {
  const row = await office.ports.database.tenant(compId, (trx) => register.lock(trx, compId, id));
  return row?.state;
};
const mine = async (ftype: 2 | 3) =>
  (await office.agent.call(taskSeatApi.auto, { query: { ftype } })).map(({ id, state }) => `${id} ${state}`);

test("C14 without a task the commands say so in their own words; without a number they say -401", async () => {
  const said = (command: Parameters<typeof gate.order>[1], taskId = "none") =>
    gate.order(command.startsWith("taskS") ? "admin" : "morning", command, taskId);
  expect(await said("taskStart", "")).toEqual({ code: -401 });
  expect(await said("taskJoin", "")).toEqual({ code: -401 });
  expect(await said("taskStart")).toEqual({ code: -404, msg: "启动外呼任务失败：任务不存在" });
  expect(await said("taskStop")).toEqual({ code: -404, msg: "停止外呼任务失败：任务不存在" });
  expect(await said("taskJoin")).toEqual({ code: -403, msg: "加入任务失败：该任务未分配给您" });
  expect(await said("taskExit")).toEqual({ code: -403, msg: "退出任务失败：该任务未分配给您" });
  expect(await gate.ofCall("morning", "none", "")).toEqual({ code: -403, msg: "您未参与该任务" });
});

test("C14 joining: 36 before the start, 40 twice in a session, again in the next one, 35 when it is over", async () => {
  await made("a");
  const join = (session: string) => gate.order(session, "taskJoin", "a");
  expect(await join("morning")).toEqual({ code: 36, msg: "任务未启动，无法加入" });
  await gate.order("admin", "taskStart", "a");
  expect(await join("morning")).toEqual({ code: 1 });
  expect(await join("morning")).toEqual({ code: 40, msg: "您已在该任务中" });
  expect(await gate.ofCall("morning", "a", "")).toEqual({ type: 3, id: "a", identity: "任务a" });
  expect(await gate.ofCall("noon", "a", "")).toMatchObject({ code: -403 });
  expect(await join("noon")).toEqual({ code: 1 });
  await gate.order("admin", "taskStop", "a");
  expect(await join("noon")).toEqual({ code: 35, msg: "任务已过期，无法加入" });
  expect(await gate.order("noon", "taskExit", "a")).toEqual({ code: 1, msg: "任务标识[任务a]退出成功" });
  expect(await gate.order("noon", "taskExit", "a")).toEqual({ code: -403, msg: "退出任务失败：您未参与该任务" });
});

test("C14 a task past its last day is expired, one before its first cannot be joined, one without seats never", async () => {
  const now = office.ports.clock.now();
  await made("past", { untilAt: now });
  await made("later", { fromAt: now + 60_000 });
  await made("ivr", { ftype: 4 });
  expect(await gate.order("admin", "taskStart", "past")).toEqual({
    code: -403,
    msg: "启动自动外呼任务失败：任务已过期",
  });
  expect(await gate.order("morning", "taskJoin", "past")).toMatchObject({ code: 35 });
  for (const id of ["later", "ivr"]) expect(await gate.order("admin", "taskStart", id)).toEqual({ code: 1 });
  expect(await gate.order("morning", "taskJoin", "later")).toMatchObject({ code: 36 });
  expect(await gate.order("morning", "taskJoin", "ivr")).toMatchObject({ code: -403 });
  expect(await gate.order("admin", "taskStart", "ivr")).toEqual({
    code: -403,
    msg: "启动IVR外呼任务失败：任务运行中",
  });
});

test("C14 a seat sees where it takes part until the task is over or it leaves, and its own alone", async () => {
  const { agent, administrator } = office;
  await made("p", { ftype: 2 });
  await gate.order("admin", "taskStart", "p");
  expect(await mine(2)).toEqual([]);
  await gate.order("morning", "taskJoin", "p");
  expect(await mine(2)).toEqual(["p running"]);
  const seat = { agentId: "1001", compid: compId };
  const [row] = await agent.call(taskSeatApi.joinable, { body: { ...seat, ftype: 2 } });
  // The session of the test's own seat has not joined: that is what the page asks about.
  expect(row).toEqual({
    ...seat,
    id: "p",
    taskIdentity: "任务p",
    ftype: 2,
    state: "running",
    participateStatus: 1,
    joined: 0,
  });
  const leave = { ...seat, id: "p", taskIdentity: "任务p", participateStatus: 0 };
  for (const wrong of [{ agentId: "1002" }, { compid: "200002" }, { taskIdentity: "别的" }, { participateStatus: 1 }])
    await refused(agent.call(taskSeatApi.update, { body: { ...leave, ...wrong } }));
  expect((await refused(administrator.call(taskSeatApi.update, { body: leave }))).status).toBe(403);
  expect(await agent.call(taskSeatApi.update, { body: leave })).toBeNull();
  expect(await mine(2)).toEqual([]);
  expect(await refused(agent.call(taskSeatApi.update, { body: leave }))).toMatchObject({ msg: "您未参与该任务" });
});

test("C14 a task that is done lets its seats go and tells them; who is not allotted any more is out", async () => {
  await made("done", {}, ["1001", "1002"]);
  await gate.order("admin", "taskStart", "done");
  await gate.order("morning", "taskJoin", "done");
  const done = () => register.complete(compId, "done", async () => true);
  expect(await done()).toBe(true);
  const finished = { type: "taskFinished", taskId: "done", taskIdentity: "任务done", ftype: 3 };
  expect(told).toEqual([{ to: { compId, agentId: "1001" }, message: finished }]);
  expect(await mine(3)).toEqual([]);
  expect(await done()).toBe(false);
  await made("moved");
  await gate.order("admin", "taskStart", "moved");
  await gate.order("morning", "taskJoin", "moved");
  await made("moved", { taskIdentity: "新名" }, ["1002"]);
  expect(await mine(3)).toEqual([]);
  await made("moved", {}, ["1001", "1002"]);
  expect(await gate.order("morning", "taskJoin", "moved")).toEqual({ code: 1 });
});

test("D49 a completed task that got numbers waits for its start; one that was started since goes on", async () => {
  await made("again");
  const reopen = async () => {
    await office.ports.database.tenant(compId, (trx) => reopenTask(trx, compId, "again"));
    return stateOf("again");
  };
  await gate.order("admin", "taskStart", "again");
  expect(await reopen()).toBe("running");
  await register.complete(compId, "again", async () => true);
  expect(await reopen()).toBe("paused");
});

test("C14 starting and stopping are lines of the operation log, refusals are none", async () => {
  await made("logged");
  await gate.order("admin", "taskStart", "logged");
  await gate.order("admin", "taskStart", "logged");
  await gate.order("admin", "taskStop", "logged");
  const log = await office.administrator.call(operateLogApi.list, { body: { pageNo: 1, pageSize: 10 } });
  const own = log.list.filter(({ objectName }) => objectName === "任务logged");
  expect(own.map(({ actionText }) => actionText)).toEqual(["停止任务", "启动任务"]);
});

test("R6 C14 a monitor lists the tasks of his seats that are not over, an administrator all; nobody else any", async () => {
  const { monitor, administrator, agent, ports } = office;
  // 1005 monitors the group of 1001; nobody does that of 1004.
  await ports.database.tenant(compId, (trx) =>
    trx.updateTable("seat").set({ groupId: null }).where("compId", "=", compId).where("agentId", "=", "1004").execute(),
  );
  await made("own", { taskIdentity: "名单一", ftype: 2 }, ["1001", "1004"]);
  await made("runs", { taskIdentity: "名单二" }, ["1001"]);
  await made("others", { taskIdentity: "名单三" }, ["1004"]);
  await made("flow", { taskIdentity: "名单四", ftype: 4 }, []);
  await made("gone", { taskIdentity: "名单五", untilAt: ports.clock.now() });
  await made("over", { taskIdentity: "名单六" });
  for (const id of ["runs", "over"]) await gate.order("admin", "taskStart", id);
  await gate.order("morning", "taskJoin", "runs");
  await gate.order("admin", "taskStop", "over");
  const body = { pageNo: 1, pageSize: 20, taskIdentity: "名单" };
  const { list, total } = await monitor.call(taskSupervisionApi.list, { body });
  expect(list).toEqual([
    { id: "runs", taskIdentity: "名单二", ftype: 3, state: "running", seats: 1, joined: 1 },
    { id: "own", taskIdentity: "名单一", ftype: 2, state: "notStarted", seats: 1, joined: 0 },
  ]);
  expect(total).toBe(2);
  const all = await administrator.call(taskSupervisionApi.list, { body });
  expect(all.list.map(({ id, seats }) => [id, seats])).toEqual([
    ["runs", 1],
    ["own", 2],
    ["others", 1],
    ["flow", 0],
  ]);
  const second = await administrator.call(taskSupervisionApi.list, { body: { ...body, pageNo: 2, pageSize: 3 } });
  expect([second.list.map(({ id }) => id), second.total]).toEqual([["flow"], 4]);
  expect((await refused(agent.call(taskSupervisionApi.list, { body }))).status).toBe(403);
});
