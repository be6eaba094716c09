/** V2 to V8, V10, V11: from the trigger to the order's history, through the whole server. */
import { errors, formatTime } from "@liantai/api/contract";
import { timeRuleApi } from "@liantai/api/contract/admin";
import {
  customerFormConfApi,
  customerFormDataApi,
  followUpConfigApi,
  followUpSettingsApi,
  handFollowUpApi,
  reminderApi,
} from "@liantai/api/contract/workorder";
import { formStreamApi } from "@liantai/api/contract/work-orders";
import { refused } from "../../testing/office.ts";
import { createReminders } from "../reminders/index.ts";
import { createDialRefs } from "../dial-refs/index.ts";
import { FollowUpSweep } from "./sweep.ts";
import { againIn, dueIn, minute, openFollowUps, type FollowUpStage, type Task } from "../../testing/follow-ups.ts";

let s: FollowUpStage;
beforeAll(async () => {
  s = await openFollowUps();
});
afterAll(() => s?.close());
beforeEach(() => s.clear());

/** And a second: what falls due is told within one. */
const later = (minutes: number) => s.floor.office.ports.clock.advance(minutes * minute + 1_000);
const now = () => s.floor.office.ports.clock.now();
const find = (id: string, by = s.floor.people.admin) =>
  by.call(followUpConfigApi.findById, { params: { id }, query: {} });
const update = (task: Pick<Task, "id" | "version">, body: object, by = s.floor.people["1001"]) =>
  by.call(followUpConfigApi.update, { body: { id: task.id, version: task.version, ...body } as never });
const answers = { satisfaction: "10", isResolved: "1" };
const one = async () => (await s.tasks(s.floor.people.admin))[0]!;

test("V2 an order that ends makes one, due by working time; the setting may go, it stays", async () => {
  const { people } = s.floor;
  const { id: timeRuleId } = await people.admin.call(timeRuleApi.add, {
    body: {
      ...{ name: "上午", remark: "", holidays: [], specials: [] },
      weekly: [{ days: [1, 2, 3, 4, 5], ranges: [{ from: "09:00", to: "12:00" }] }],
    },
  });
  // Tuesday 10:00 and three hours of mornings: Wednesday 10:00.
  const setting = await s.setting({ minutes: 180, timeRuleId });
  const { id, recordId, workCode } = await s.ended();
  expect(await s.tasks(people.admin)).toMatchObject([
    {
      ...{ state: "open", dueTime: "2026-11-25 10:00:00", tries: 0, mostTries: 2, title: "宽带报障", workCode },
      ...{ orderId: id, recordId, agentId: "1001", source: "setting", endTime: null },
    },
  ]);
  await people.admin.call(followUpSettingsApi.delete, { params: { id: setting }, query: {} });
  expect(await s.tasks(people.admin)).toHaveLength(1);
});

test("V2 a node is left by going on, once: not by going back", async () => {
  const { people } = s.floor;
  await s.setting({ trigger: "nodeLeft", flowId: s.flowId, nodeId: "受理", who: "handler" });
  const { id } = await s.floor.create(people["1003"], s.flowId, { level: "urgent" });
  await s.floor.handle(people["1001"], id, "claim");
  await s.floor.handle(people["1001"], id, "returnCreator");
  expect(await s.tasks(people.admin)).toEqual([]);
  await s.floor.handle(people["1003"], id, "submit");
  await s.floor.handle(people["1001"], id, "claim");
  await s.floor.handle(people["1001"], id, "approve");
  const [task] = await s.tasks(people.admin);
  expect(task).toMatchObject({ agentId: "1001", dueTime: formatTime(now() + dueIn * minute) });
  await s.floor.handle(people["1002"], id, "returnPrevious");
  await s.floor.handle(people["1001"], id, "approve");
  expect(await s.tasks(people.admin)).toHaveLength(1);
  // The order goes on: that it was followed up stands in no event of it.
  await update(task!, { command: "done", answers });
  expect(await s.floor.codes(id)).not.toContain(13);
});

test("V2 V3 a new record makes one with its customer; what was deleted by then is given up", async () => {
  const { people } = s.floor;
  const { id: formId } = await people.admin.call(customerFormConfApi.add, {
    body: { name: "会员", formType: "customer" },
  });
  await s.setting({ formId, trigger: "recordMade" });
  const add = (values: Readonly<Record<string, string>>) =>
    people["1001"].call(customerFormDataApi.add, { body: { formId, values } });
  const { id } = await add({ customerName: "王女士", phone: "15400000801" });
  const gone = await add({ customerName: "李先生", phone: "15400000802" });
  const [mine, other] = await s.tasks(people["1001"]);
  // The enterprise hides numbers from agents.
  expect(mine).toMatchObject({ title: "王女士", customerName: "王女士", phone: "154****0801", agentId: "1001" });
  expect(mine!.subNumber).not.toBe("");
  const { version } = await people.admin.call(customerFormDataApi.findById, { body: { id } });
  await people.admin.call(customerFormDataApi.update, { body: { id, version, values: { phone: "15400000899" } } });
  await people.admin.call(customerFormDataApi.delete, { body: { ids: [gone.id] } });
  await later(dueIn);
  expect(await find(mine!.id)).toMatchObject({ phone: "15400000899", state: "open" });
  expect(await find(other!.id)).toMatchObject({ state: "gaveUp", history: [{ command: "lost" }] });
  expect(s.take().map(({ message }) => message.content.id)).toEqual([mine!.id]);
});

test("V4 it is told when it is due, once by however many processes, without name and number", async () => {
  await s.setting();
  const { workCode } = await s.ended();
  const { ports, sealer } = s.floor.office;
  await later(dueIn - 1);
  expect(s.take()).toEqual([]);
  const other = createReminders({ ports, refs: createDialRefs({ sealer, clock: ports.clock }) });
  const sweeps = [1, 2].map(() => new FollowUpSweep({ ports, reminders: other }));
  other.start();
  for (const sweep of sweeps) sweep.start();
  await later(1);
  const { id, dueTime } = await one();
  const [told, ...more] = s.take();
  expect(more).toEqual([]);
  expect(told).toMatchObject({
    to: 1,
    message: {
      reminder: `followUp/${id}/${Date.parse(`${dueTime.replace(" ", "T")}+08:00`)}/1001`,
      content: { title: "回访提醒", des: `工单${workCode}「宽带报障」请回访（第1次，共2次）`, id },
    },
  });
  await Promise.all(sweeps.map((sweep) => sweep.stop()));
  other.stop();
  await later(10);
  expect(s.take()).toEqual([]);
});

test("V6 tries are counted, the last one gives up, and an arrangement begins anew", async () => {
  await s.setting();
  await s.ended();
  await later(dueIn);
  const first = await one();
  s.take();
  expect(await update(first, { command: "noAnswer", text: "无人接听" })).toEqual({ state: "open", version: 2 });
  expect(await one()).toMatchObject({ tries: 1, dueTime: formatTime(now() + againIn * minute) });
  expect(await refused(update(first, { command: "noAnswer" }))).toMatchObject({ code: errors.conflict.code });
  await later(againIn);
  expect(s.take()).toMatchObject([{ message: { content: { des: expect.stringContaining("第2次，共2次") } } }]);
  expect(await update(await one(), { command: "noAnswer" })).toEqual({ state: "gaveUp", version: 3 });
  await later(dueIn);
  expect(s.take()).toEqual([]);
  expect(await refused(update(await one(), { command: "done", answers }))).toMatchObject({
    msg: "该回访已放弃，不能再次完成",
  });
  const nextTime = formatTime(now() + 5 * minute);
  const { admin } = s.floor.people;
  expect(await refused(update(await one(), { command: "arrange", nextTime, agentId: "1002" }))).toMatchObject({
    status: 403,
  });
  await update(await one(), { command: "arrange", nextTime, agentId: "1002" }, admin);
  await later(5);
  expect(s.take()).toHaveLength(1);
  expect(await one()).toMatchObject({ state: "open", tries: 0, agentId: "1002", endTime: null });
  expect((await find(first.id)).history).toMatchObject([
    { command: "noAnswer", text: "无人接听", by: "李晓雯" },
    { command: "noAnswer", text: "" },
    { command: "arrange", by: "张建国" },
  ]);
});

test("V7 what was answered is checked, kept with its questions and stands in the order's history", async () => {
  await s.setting();
  const { id } = await s.ended();
  await later(dueIn);
  const task = await one();
  expect(await refused(update(task, { command: "done", answers: { satisfaction: "10" } }))).toMatchObject({
    fields: [{ path: "answers.isResolved", message: "请选择" }],
  });
  await update(task, { command: "done", answers: { ...answers, reason: "很好" }, text: "次日再看" });
  expect(await find(task.id)).toMatchObject({
    ...{ state: "done", tries: 1, endedBy: "李晓雯", result: "满意度：非常满意；是否解决：已解决；客户意见：很好" },
    answers: { ...answers, reason: "很好" },
  });
  const history = await s.floor.people.admin.call(formStreamApi.history, { body: { id } });
  expect(history.at(-1)).toMatchObject({
    ...{ event: 13, by: "1001" },
    text: "满意度：非常满意；是否解决：已解决；客户意见：很好；次日再看",
  });
});

test("V8 by hand: 13 ends what waits, 14 changes what was found; an order that goes on has neither", async () => {
  const { people } = s.floor;
  await s.setting();
  const { id, recordId } = await s.ended();
  const hand = (body: object) => people["1001"].call(handFollowUpApi.hand, { body: { id: recordId, ...body } });
  const field = (body: object) =>
    people["1001"].call(handFollowUpApi.field, { body: { id: recordId, ...body } as never });
  const waiting = await one();
  expect(await hand({ answers, text: "顺便回访" })).toEqual({ id: waiting.id });
  expect(await find(waiting.id)).toMatchObject({ state: "done", answers, history: [{ text: "顺便回访" }] });
  await field({ fields: { satisfaction: "5" }, text: "客户改口" });
  expect(await find(waiting.id)).toMatchObject({ answers: { satisfaction: "5", isResolved: "1" }, mayCorrect: true });
  const again = await hand({ text: "再次致电" });
  expect(again.id).not.toBe(waiting.id);
  expect(await find(again.id)).toMatchObject({ state: "done", source: "manual", result: "", agentId: "1001" });
  expect(await find(waiting.id)).toMatchObject({ mayCorrect: false });
  expect((await s.floor.codes(id)).slice(-3)).toEqual([13, 14, 13]);
  await later(dueIn);
  expect(s.take()).toEqual([]);
  const { id: openId } = await s.floor.create(people["1001"], s.flowId);
  const { order } = await people["1001"].call(formStreamApi.find, { body: { id: openId } });
  const tooSoon = people["1001"].call(handFollowUpApi.hand, { body: { id: order.recordId, text: "太早" } });
  expect(await refused(tooSoon)).toMatchObject({ msg: "工单待领取，不能回访" });
});

test("V10 an agent has his own alone; administrators arrange and delete; V11 it waits among the to-dos", async () => {
  const { people } = s.floor;
  const { workCode } = await s.ended();
  const dueTime = formatTime(now() + 20 * minute);
  const add = (by = people["1001"], more: object = {}) =>
    by.call(followUpConfigApi.add, { body: { workCode, dueTime, remark: "问网速", ...more } });
  expect(await refused(add(people["1001"], { agentId: "1002" }))).toMatchObject({ status: 403 });
  expect(await refused(add(people["1001"], { workCode: "GD0" }))).toMatchObject({ fields: [{ path: "workCode" }] });
  const { id } = await add();
  const { id: other } = await add(people.admin, { agentId: "1002" });
  expect((await s.tasks(people["1001"])).map((task) => task.id)).toEqual([id]);
  expect(await s.tasks(people.admin)).toHaveLength(2);
  expect(await refused(find(other, people["1001"]))).toMatchObject({ code: errors.notFound.code });
  expect(await find(other, people["1002"])).toMatchObject({ remark: "问网速", source: "added", mayOpen: false });
  const { todos, total } = await people["1001"].call(reminderApi.mine, { body: {} });
  expect([todos, total]).toMatchObject([[{ kind: "followUp", id, des: "宽带报障", subTime: dueTime, due: 0 }], 1]);
  await later(20);
  expect(
    s
      .take()
      .map(({ message }) => message.content.id)
      .sort(),
  ).toEqual([id, other].sort());
  expect(await people.admin.call(followUpConfigApi.delete, { params: { id }, query: {} })).toEqual({ count: 1 });
  expect((await people["1001"].call(reminderApi.mine, { body: {} })).total).toBe(0);
});

test("V4 of a group the least busy gets it; without anybody the administrators are told", async () => {
  const { people, groupId, office } = s.floor;
  await s.setting({ who: "group", groupId });
  await s.ended();
  await s.ended();
  expect((await s.tasks(people.admin)).map(({ agentId }) => agentId)).toEqual(["", ""]);
  await later(dueIn);
  expect((await s.tasks(people.admin)).map(({ agentId }) => agentId).sort()).toEqual(["1001", "1002"]);
  s.take();
  await s.ended();
  // The last test: nobody of them is signed in after this.
  await office.ports.database.tenant("100001", (trx) =>
    trx.updateTable("account").set({ enabled: 0 }).where("compId", "=", "100001").where("roleType", "=", 2).execute(),
  );
  await later(dueIn);
  const told = s.take().filter(({ message }) => message.content.title === "回访待分配");
  expect(told).toMatchObject([{ to: 1, message: { content: { des: expect.stringContaining("没有可分配的坐席") } } }]);
  expect(await s.tasks(people.admin, { unassigned: "1" })).toHaveLength(1);
});
