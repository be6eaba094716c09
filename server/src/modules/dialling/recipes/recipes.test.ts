/** Recipes through the whole server: what may be set, what each action leaves behind, what a number's detail says of it. */
import { formatTime, minuteMs, type BodyOf } from "@liantai/api/contract";
import { dialTaskApi, interfaceConfigApi, previewTaskApi, taskPhoneApi } from "@liantai/api/contract/admin";
import { formStreamApi } from "@liantai/api/contract/work-orders";
import { formDataApi, subscribesApi } from "@liantai/api/contract/workorder";
import { openOffice, refused, type Office } from "../../../testing/office.ts";
import { addForm, addRecord, flowOf, input, openFloor, until } from "../../../testing/orders-and-forms.ts";
import { closeAttempt } from "../attempts/closing-repository.ts";
import { lockPhone, openAttempt } from "../attempts/opening-repository.ts";
import { addPhones, addTask, compId, page } from "../tasks/testing.ts";
import { join, sessionOf } from "../testing/preview-task.ts";

let office: Office;
type Task = BodyOf<typeof dialTaskApi.add>;
type After = NonNullable<Task["recipesAfter"]>[number];

beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const recipe = (more: Partial<After>): After => ({
  ...{ name: "策略", conditions: [], action: "task", taskId: "", smsId: "", flowId: "", seat: "talked", agentId: "" },
  ...{ afterMin: 60, field: "", text: "" },
  ...more,
});
const made = (taskIdentity: string, fields: Partial<Task> = {}) =>
  addTask(office.administrator, { taskIdentity, ...fields });
const update = (id: string, taskIdentity: string, fields: Partial<Task>) =>
  office.administrator.call(dialTaskApi.update, {
    body: { id, taskIdentity, ftype: 3, agentIds: ["1001"], ...fields },
  });

/** A call to the number that is over; one that was answered is on record. */
async function called(phoneId: string, code: number, agentId = "1001", ftype = 3): Promise<void> {
  const { ports } = office;
  const id = ports.random.id();
  const now = ports.clock.now();
  const at = code === 200 ? now : null;
  await ports.database.tenant(compId, async (trx) => {
    const start = new Date(now);
    if (at !== null)
      await trx
        .insertInto("call_record")
        .values({
          ...{ compId, callId: id, direction: "outbound", caller: "4001", callee: "", agentId, startAt: start },
          ...{ accessNumber: null, skillGroupId: null, queuedAt: null, ringAt: start, answerAt: start, endAt: start },
          ...{ waitMs: 0, ringMs: 0, talkMs: 0, holdMs: 0, result: code, cause: "completed", appliedSeq: 1 },
          ...{ recordingKey: null, recordingMs: null },
        })
        .execute();
    const phone = (await lockPhone(trx, compId, phoneId, now))!;
    await openAttempt(trx, phone, { attemptId: id, callId: id, ftype, now });
    await closeAttempt(
      trx,
      {
        ...{ compId, attemptId: id, code, cause: "completed", answeredAt: at, connectedAt: at, endedAt: now },
        ...{ agentId, abandoned: false, answerer: at === null ? "" : "person", witness: "engine" },
      },
      office.ports.dialHours,
    );
  });
}
const actions = (taskId: string, id: string) =>
  office.administrator.call(taskPhoneApi.actions, { body: { taskId, id } });
const settled = async (taskId: string, id: string) => {
  await until(office, async () => (await actions(taskId, id)).every(({ state }) => state !== "waiting"));
  return actions(taskId, id);
};

test("D28 what a recipe names is there, a chain that comes back is named, a task that one names is not deleted", async () => {
  const [first, second, third] = [await made("首呼"), await made("次呼"), await made("末呼")];
  const to = (taskId: string, name = "未接转出") => ({ recipesAfter: [recipe({ name, taskId })] });
  expect((await refused(update(first, "首呼", to("nobody")))).fields).toEqual([
    { path: "recipesAfter.0.taskId", label: "转入任务", message: "转入的任务不存在" },
  ]);
  expect((await refused(update(first, "首呼", to(first)))).msg).toBe("不能转入本任务");
  await update(first, "首呼", to(second));
  await update(second, "次呼", to(third));
  expect((await refused(update(third, "末呼", to(first)))).fields).toEqual([
    {
      path: "recipesAfter.0.taskId",
      label: "转入任务",
      message: "拨打策略形成循环：末呼 → 首呼 → 次呼 → 末呼",
    },
  ]);
  const wrong = async (more: Partial<After>) =>
    (await refused(update(third, "末呼", { recipesAfter: [recipe(more)] }))).msg;
  expect(await wrong({ action: "sms", smsId: "x" })).toBe("短信接口不存在或已停用");
  const message = { name: "先短信", conditions: [], action: "sms" as const, reason: "", priority: 5, waitMin: 10 };
  const before = (smsId: string) => refused(update(third, "末呼", { recipesBefore: [{ ...message, smsId }] }));
  expect((await before("x")).fields).toMatchObject([
    { path: "recipesBefore.0.smsId", message: "短信接口不存在或已停用" },
  ]);
  expect((await before("")).fields).toMatchObject([{ path: "recipesBefore[0].smsId", message: "请选择短信接口" }]);
  expect(await wrong({ action: "order", flowId: "x" })).toBe("工单流程不存在、已停用或尚未发布");
  expect(await wrong({ action: "reserve", seat: "named", agentId: "9999" })).toBe("坐席 9999 不存在");
  const remove = (...ids: string[]) => office.administrator.call(dialTaskApi.delete, { body: { ids } });
  expect((await refused(remove(second))).msg).toBe("任务“次呼”被任务“首呼”的拨打策略“未接转出”使用，不能删除");
  const copied = await office.administrator.call(dialTaskApi.copy, {
    body: { id: first, taskIdentity: "首呼-副本", numbers: false },
  });
  expect(await office.administrator.call(dialTaskApi.findById, { body: { id: copied.id } })).toMatchObject(to(second));
  const { tasks } = await office.administrator.call(dialTaskApi.recipeChoices, { body: {} });
  expect(tasks.map(({ name }) => name)).toContain("次呼（自动外呼）");
  expect((await refused(office.agent.call(dialTaskApi.recipeChoices, { body: {} }))).status).toBe(403);
  await remove(first, second, third, copied.id);
});

test("D26 D29 after a result: message, order, reservation, field and next task are there; the number says what came of each", async () => {
  const { administrator: admin, ports } = office;
  const floor = await openFloor(office);
  const flowId = await floor.flow("回访单", flowOf(floor.groupId));
  const formId = await addForm(admin, [input("wish", "意愿"), input("name", "姓名")]);
  const { id: recordId } = await addRecord(admin, formId, { name: "王一" });
  const sms = await admin.call(interfaceConfigApi.add, {
    body: {
      ...{ name: "短信网关", events: ["sms"], method: "POST", signed: 0, secret: "", sendFullNumbers: 1, enabled: 1 },
      ...{ url: "http://127.0.0.1:9/sms", timeoutS: 5, maxTries: 3, headers: [], mapping: [] },
    } as never,
  });
  const next = await made("语音通知");
  const reached = { of: "code", name: "", op: "in", values: ["200"], count: 1 } as const;
  const on = (more: Partial<After>) => recipe({ ...more, conditions: [{ ...reached, values: ["200"] }] });
  const id = await made("满意度", {
    recipesAfter: [
      on({ name: "转通知", taskId: next }),
      on({ name: "发短信", action: "sms", smsId: sms.id }),
      on({ name: "建工单", action: "order", flowId, text: "客户回访" }),
      on({ name: "约回访", action: "reserve", afterMin: 30, text: "再次联系" }),
      on({ name: "记意愿", action: "field", field: "意愿", text: "有意向" }),
      recipe({
        ...{ name: "未接", action: "order", flowId, seat: "named", agentId: "1002" },
        conditions: [{ ...reached, values: ["594"] }],
      }),
      on({ name: "无字段", action: "field", field: "不存在", text: "x" }),
    ],
  });
  const variables = JSON.stringify({ address: "西湖区1号", 产品: "宽带" });
  const [phoneId] = await addPhones(office, id, [{ contact: "王一", formDataId: recordId, variables }]);
  const at = ports.clock.now();
  await called(phoneId!, 200);
  const told = await settled(id, phoneId!);
  const said = Object.fromEntries(told.map(({ recipe: name, state, outcome }) => [name, `${state} ${outcome}`]));
  expect(said).toEqual({
    转通知: "done 已转入任务“语音通知”",
    发短信: "done 短信已提交发送",
    建工单: expect.stringMatching(/^done 已创建工单 \S+$/),
    约回访: "done 已为坐席 1001 创建预约",
    记意愿: "done 字段“意愿”已填写",
    无字段: "refused 表单中没有字段“不存在”",
  });
  expect(told.every(({ attempt, tries }) => attempt === 1 && tries === 1)).toBe(true);
  const numbers = await admin.call(taskPhoneApi.list, { body: { taskId: next } });
  expect(numbers.list).toMatchObject([{ contact: "王一", state: "waiting", variables: { 产品: "宽带" } }]);
  expect((await admin.call(taskPhoneApi.batches, { body: { taskId: next } })).list).toMatchObject([
    { source: "recipe", fileName: "满意度", count: 1, succeed: 1, createdBy: "拨打策略" },
  ]);
  const deliveries = await ports.database.tenant(compId, (trx) =>
    trx.selectFrom("interface_delivery").selectAll().where("interfaceId", "=", sms.id).execute(),
  );
  expect(deliveries).toHaveLength(1);
  const orders = await admin.call(formStreamApi.list, { body: { ...page, title: "客户回访" } });
  expect(orders.list).toMatchObject([{ title: "客户回访", state: "pooled" }]);
  const order = await admin.call(formStreamApi.find, { body: { id: orders.list[0]!.id } });
  expect(order.values).toMatchObject({ address: "西湖区1号" });
  const { list } = await admin.call(subscribesApi.list, { body: { ...page, customerName: "王一" } });
  expect(list).toMatchObject([{ agentId: "1001", des: "再次联系", createdBy: "拨打策略「约回访」", state: 0 }]);
  expect(Date.parse(list[0]!.subTime.replace(" ", "T") + "+08:00")).toBeGreaterThanOrEqual(
    Date.parse(formatTime(at + 30 * minuteMs).replace(" ", "T") + "+08:00"),
  );
  const { record, changes } = await admin.call(formDataApi.find, { body: { id: recordId } });
  expect(record.values).toMatchObject({ wish: "有意向", name: "王一" });
  expect(changes.map(({ by }) => by)).toContain("拨打策略「记意愿」");
  const [silent] = await addPhones(office, id, [{ contact: "李二" }], "B2");
  await called(silent!, 594);
  // The record of its call is waited for.
  expect(await settled(id, silent!)).toMatchObject([{ recipe: "未接", state: "done", tries: 2 }]);
}, 30_000);

test("D26 a seat's word comes after the call: what asks about it is done then, once", async () => {
  const { ports } = office;
  const next = await made("复呼");
  const refuses = { of: "result", name: "", op: "in", values: ["考虑"], count: 1 } as const;
  const recipesAfter = [recipe({ name: "考虑的", taskId: next, conditions: [{ ...refuses, values: ["考虑"] }] })];
  const id = await made("预览", { ftype: 2, recipesAfter });
  await ports.database.tenant(compId, (trx) =>
    trx.updateTable("task").set({ state: "running" }).where("id", "=", id).execute(),
  );
  const [phoneId] = await addPhones(office, id, [{ contact: "赵三" }]);
  const seat = await office.signIn({ code: compId, roleType: 2, account: "1001" });
  await join(ports, compId, id, await sessionOf(ports, "1001"), "1001");
  expect((await seat.call(previewTaskApi.take, { body: { taskId: id } })).number).toMatchObject({
    id: phoneId,
  });
  await called(phoneId!, 200, "1001", 2);
  expect(await actions(id, phoneId!)).toEqual([]);
  await seat.call(previewTaskApi.result, { body: { taskId: id, id: phoneId!, result: "考虑" } });
  expect(await settled(id, phoneId!)).toMatchObject([{ recipe: "考虑的", state: "done", action: "task" }]);
}, 30_000);

test("D25 为什么没拨 says what a recipe makes of the number", async () => {
  const recipesBefore: Task["recipesBefore"] = [
    {
      ...{ name: "外地", action: "skip", reason: "只拨本地", priority: 5, smsId: "", waitMin: 10 },
      conditions: [{ of: "place", name: "", op: "notContains", values: ["杭州"], count: 1 }],
    },
  ];
  const id = await made("本地回访", { recipesBefore });
  const [far, near] = await addPhones(office, id, [{ place: "广东深圳" }, { place: "浙江杭州" }]);
  const why = async (phoneId: string) =>
    (await office.administrator.call(dialTaskApi.why, { body: { id, phoneId } })).steps.find(
      ({ check }) => check === "recipe",
    );
  expect(await why(far!)).toEqual({ check: "recipe", passed: false, detail: "只拨本地（策略“外地”）" });
  expect(await why(near!)).toMatchObject({ passed: true });
});
