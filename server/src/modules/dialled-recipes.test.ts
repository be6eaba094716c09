/** Recipes while tasks dial: before a call, and numbers that go on into another task after a result; actions fail, and processes die. */
import { AppError } from "@liantai/api/contract";
import type { AfterRecipe, BeforeRecipe } from "@liantai/api/contract/admin";
import { stagesOf, type Stage } from "./telephony/testing/stage.ts";
import type { RecipeWorld } from "./dialling/index.ts";
import { createRecipeSweep } from "./dialling/recipes/sweep.ts";
import { diallers, joins, ledger, makeTask, phones, progress, taskRow, told } from "../testing/dial-floor.ts";

let s: Stage;
const stage = stagesOf((made) => (s = made), { diallers, group: { wrapUpS: 0 } });
const [one, two, three] = ["13800138001", "13800138002", "13800138003"] as const;
const minute = 60_000;
const ringing = (user: string) => s.sw.at(user)[0]!;
let sent: string[];
let fails: (() => Error) | undefined;

const nothing = () => Promise.reject(new AppError("refused", "没有"));
/** Message centres are not up at all times. */
const effects: RecipeWorld["effects"] = {
  ...{ order: nothing, reserve: nothing, field: nothing },
  sms: async ({ id, phone }) => {
    if (fails) throw fails();
    sent.push(`${phone} ${id}`);
    return async () => "短信已提交发送";
  },
};
const sweeps = () => createRecipeSweep({ ports: s.ports, effects });
const sweep = async () => {
  await sweeps().sweep();
  await s.settle();
};

beforeEach(async () => {
  [sent, fails] = [[], undefined];
  await stage();
});

const before = (more: Partial<BeforeRecipe>): BeforeRecipe => ({
  ...{ name: "策略甲", conditions: [], action: "skip", reason: "", priority: 5, smsId: "", waitMin: 10 },
  ...more,
});
const noAnswer = { of: "code", name: "", op: "in", values: ["594"], count: 1 } as const;
const after = (more: Partial<AfterRecipe>): AfterRecipe => ({
  ...{ name: "未接转出", conditions: [{ ...noAnswer, values: ["594"] }], action: "task", taskId: "", smsId: "" },
  ...{ flowId: "", seat: "talked", agentId: "", afterMin: 60, field: "", text: "" },
  ...more,
});
const actions = (taskId: string) =>
  s.ports.database.tenant(s.compId, (trx) =>
    trx.selectFrom("dial_action").selectAll().where("taskId", "=", taskId).orderBy("at").orderBy("id").execute(),
  );
const change = async (taskId: string, phone: string, set: { person?: string; variables?: string }) =>
  s.ports.database.tenant(s.compId, (trx) =>
    trx.updateTable("dial_phone").set(set).where("id", "=", `${taskId}-${phone}`).execute(),
  );
async function agent(taskId: string, agentId = "1001") {
  const page = await s.ready(agentId);
  await joins(s, taskId, agentId);
  return page;
}
async function unanswered(user: string): Promise<void> {
  s.sw.leave(ringing(user), "no-answer", { sipCode: 480, rang: true });
  await s.settle();
}

test("D25 before a call: what fits is skipped with its reason and dialled by nobody, the ledger and the number say so", async () => {
  const [first, second] = [await s.called(one), await s.called(two)];
  const vip = { of: "variable", name: "等级", op: "in", values: ["停用"], count: 1 } as const;
  const recipesBefore = [before({ conditions: [{ ...vip, values: ["停用"] }], reason: "客户已停用" })];
  const id = await makeTask(s, { agents: ["1001"], phones: [one, two], recipesBefore });
  await change(id, one, { variables: JSON.stringify({ 等级: "停用" }) });
  await agent(id);
  await s.advance(1_000);
  expect([s.sw.at(first).length, s.sw.at(second).length]).toEqual([0, 1]);
  expect(await phones(s, id)).toMatchObject([
    { state: "skipped", reason: "客户已停用（策略“策略甲”）", attempts: 0 },
    { state: "ringing" },
  ]);
  expect(await progress(s, id)).toMatchObject({ skipped: 1, live: 1, waiting: 0 });
  expect((await ledger(s)).map(({ kind, body }) => [kind, JSON.parse(body).check])[0]).toEqual(["skipped", "recipe"]);
  expect(await actions(id)).toMatchObject([{ recipe: "策略甲", state: "done", outcome: "客户已停用（策略“策略甲”）" }]);
});

test("D25 another priority puts a number back once, behind the others; of a person's two numbers the other one is dialled", async () => {
  const users = [await s.called(one), await s.called(two), await s.called(three)];
  const never = { of: "lastCode", name: "", op: "notIn", values: ["594"], count: 1 } as const;
  const later = before({
    action: "priority",
    priority: 9,
    conditions: [{ of: "variable", name: "晚", op: "filled", values: [], count: 1 }],
  });
  const id = await makeTask(s, { agents: ["1001"], phones: [one, two], recipesBefore: [later] });
  await change(id, one, { variables: JSON.stringify({ 晚: "是" }) });
  await agent(id);
  await s.advance(1_000);
  expect(users.map((user) => s.sw.at(user).length)).toEqual([0, 1, 0]);
  expect(await phones(s, id)).toMatchObject([{ state: "waiting", priority: 9 }, { state: "ringing" }]);
  await unanswered(users[1]!);
  await s.advance(1_000);
  expect(users.map((user) => s.sw.at(user).length)).toEqual([1, 0, 0]);
  expect(await actions(id)).toHaveLength(1);
  const other = before({ name: "换号", action: "otherNumber", conditions: [{ ...never, values: ["594"] }] });
  const persons = await makeTask(s, { agents: ["1002"], phones: [two, three], recipesBefore: [other] });
  for (const phone of [two, three]) await change(persons, phone, { person: "王" });
  await agent(persons, "1002");
  await s.advance(1_000);
  expect(await phones(s, persons)).toMatchObject([
    { state: "skipped", reason: "改拨同一客户的其他号码（策略“换号”）" },
    { state: "ringing" },
  ]);
});

test("D26 D28 no answer goes on into another task, once; that task waits for numbers and ends after the one they come from", async () => {
  const user = await s.called(one);
  const next = await makeTask(s, { agents: ["1002"] });
  const retries = [{ codes: [594], afterMin: 10, times: 1, otherSlot: 0, otherNumber: 0 }];
  const id = await makeTask(s, { agents: ["1001"], phones: [one], retries, recipesAfter: [after({ taskId: next })] });
  await agent(id);
  await unanswered(user);
  expect(await actions(id)).toMatchObject([{ state: "waiting", recipe: "未接转出" }]);
  expect(await phones(s, next)).toEqual([]);
  // Two processes look at the same moment.
  await Promise.all([sweeps().sweep(), sweeps().sweep()]);
  await s.settle();
  expect(await actions(id)).toMatchObject([
    { state: "done", outcome: `已转入任务“任务${next}”`, tries: 1, nextAt: null },
  ]);
  expect(await phones(s, next)).toMatchObject([{ phone: one, state: "waiting" }]);
  expect(await progress(s, next)).toMatchObject({ total: 1, waiting: 1 });
  await agent(next, "1002");
  await s.advance(500);
  s.sw.pickUp(ringing(user));
  await s.settle();
  s.sw.leave(ringing(user));
  await s.advance(2 * minute);
  expect(await phones(s, next)).toMatchObject([{ state: "done", lastCode: 200 }]);
  expect(await taskRow(s, next)).toMatchObject({ state: "running", waitsFor: "等待其他任务转入号码" });
  // Ten minutes after the first try.
  await s.advance(8 * minute);
  await unanswered(user);
  await sweep();
  expect(await actions(id)).toMatchObject([
    { state: "done" },
    { state: "refused", outcome: `任务“任务${next}”中已有该号码` },
  ]);
  await s.advance(2 * minute);
  expect(await taskRow(s, id)).toMatchObject({ state: "completed" });
  expect(await taskRow(s, next)).toMatchObject({ state: "completed", waitsFor: "" });
});

test("D27 an action that fails is tried again after 1 and 5 minutes, then it says why; a refusal says so at once", async () => {
  const user = await s.called(one);
  const recipesAfter = [after({ name: "短信", action: "sms", smsId: "x" }), after({ name: "转出", taskId: "gone" })];
  const id = await makeTask(s, { agents: ["1001"], phones: [one], retries: [], recipesAfter });
  await agent(id);
  await unanswered(user);
  fails = () => new Error("no route to host");
  await sweep();
  const first = async () => (await actions(id)).find(({ recipe }) => recipe === "短信");
  expect(await first()).toMatchObject({ state: "waiting", tries: 1, outcome: "第1次执行失败，稍后重试" });
  expect((await actions(id)).find(({ recipe }) => recipe === "转出")).toMatchObject({
    ...{ state: "refused", outcome: "转入的任务不存在或已被删除" },
  });
  await s.advance(minute - 1_000);
  await sweep();
  expect(await first()).toMatchObject({ tries: 1 });
  await s.advance(1_000);
  await sweep();
  await s.advance(5 * minute);
  await sweep();
  expect(await first()).toMatchObject({ state: "failed", tries: 3, nextAt: null, outcome: "系统错误，已尝试3次" });
  fails = undefined;
  await s.advance(60 * minute);
  await sweep();
  expect(sent).toEqual([]);
});

test("D27 kill -9 between the attempt's end and its action: the action is done once by whoever comes after", async () => {
  const user = await s.called(one);
  const recipesAfter = [after({ name: "短信", action: "sms", smsId: "x" })];
  const id = await makeTask(s, { agents: ["1001"], phones: [one], retries: [], recipesAfter });
  await agent(id);
  await unanswered(user);
  await s.kill();
  await stage({ after: s });
  await told(s, id);
  await sweep();
  await sweep();
  const [action] = await actions(id);
  expect(sent).toEqual([`${one} ${action!.id}`]);
  expect(action).toMatchObject({ state: "done", outcome: "短信已提交发送" });
});
