/** Recipes on the screen: rows of conditions and one action, what is wrong at its field, and what a task shows of them. */
import {
  accessNumApi,
  taskButton,
  taskPages,
  taskVerbs,
  type TaskType,
  type TaskVerb,
} from "@liantai/api/contract/admin";
import { pressItem, refusal, type FakeServer } from "@liantai/ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, page, signIn } from "../../testing/screen.tsx";
import { furnish, monitored, paths, task } from "../testing/rows.ts";

let server: FakeServer;
const verbs = Object.keys(taskVerbs) as TaskVerb[];

function begin(ftype: TaskType) {
  server = signIn({}, { page: taskPages[ftype].list, buttons: verbs.map((verb) => taskButton(ftype, verb)) });
  furnish(server);
}
async function edit(ftype: TaskType, title: string, over: Parameters<typeof task>[0] = {}) {
  const user = userEvent.setup();
  begin(ftype);
  server.on(paths.list, page([task({ ftype, agentIds: ["1001"], ...over })]));
  await openTab(taskPages[ftype].list);
  await user.click(await screen.findByRole("button", { name: "更多" }));
  await pressItem(user, "编辑");
  return { user, form: await screen.findByRole("dialog", { name: `编辑${title}` }) };
}

const recipe = {
  ...{ name: "未接转通知", action: "task" as const, taskId: "t5", smsId: "", flowId: "", seat: "talked" as const },
  ...{ agentId: "", afterMin: 60, field: "", text: "" },
  conditions: [{ of: "code" as const, name: "", op: "in" as const, values: ["594"], count: 1 }],
};

test("a recipe after a result is set by the keyboard, and its faults stand at the fields", async () => {
  const { user, form } = await edit(4, "IVR外呼任务");
  const part = within(form).getByRole("group", { name: "结果后策略" });
  within(part).getByText("添加结果后策略").focus();
  await user.keyboard("{Enter}");
  within(part).getByText("添加结果后策略 1 的条件").focus();
  await user.keyboard("{Enter}");
  await user.click(within(form).getByText("保存"));
  for (const fault of ["请输入策略名称", "请填写呼叫结果"]) expect(await within(part).findByText(fault)).toBeVisible();
  await user.type(within(part).getByLabelText(/^策略名称/), "未接转通知");
  await user.click(within(part).getByRole("checkbox", { name: "无人接听" }));
  await user.click(within(form).getByText("保存"));
  expect(await within(part).findByText("请选择转入的任务", { selector: ":not(option)" })).toBeVisible();
  await user.selectOptions(within(part).getByLabelText(/^转入任务/), "语音通知一期（语音通知）");
  server.on(paths.update, () => null);
  await user.click(within(form).getByText("保存"));
  await waitFor(() => expect(server.bodies(paths.update)).toHaveLength(1));
  expect(server.bodies(paths.update)[0]).toMatchObject({ recipesBefore: [], recipesAfter: [recipe] });
}, 60_000);

test("what the server refuses of a recipe stands at its field", async () => {
  const { user, form } = await edit(4, "IVR外呼任务", { recipesAfter: [recipe] });
  const circle = "拨打策略形成循环：甲 → 乙 → 甲";
  server.on(paths.update, () =>
    refusal("invalid", circle, [{ path: "recipesAfter.0.taskId", label: "转入任务", message: circle }]),
  );
  await user.click(within(form).getByText("保存"));
  expect(await within(within(form).getByLabelText("结果后策略")).findByText(circle)).toBeVisible();
}, 60_000);

test("another question begins anew; what an action needs is asked for and nothing else", async () => {
  const { user, form } = await edit(4, "IVR外呼任务");
  const part = within(form).getByRole("group", { name: "拨打前策略" });
  await user.click(within(part).getByText("添加拨打前策略"));
  await user.type(within(part).getByLabelText(/^策略名称/), "夜间不拨");
  expect(within(part).getByLabelText(/^跳过原因/)).toBeVisible();
  await user.selectOptions(within(part).getByLabelText(/^动作/), "调整优先级");
  expect(within(part).queryByLabelText(/^跳过原因/)).toBeNull();
  expect(within(part).getByLabelText(/^优先级/)).toHaveValue("5");
  await user.click(within(part).getByText("添加拨打前策略 1 的条件"));
  await user.type(within(part).getByLabelText(/^变量名/), "等级");
  await user.type(within(part).getByLabelText(/^号码变量/), "VIP\n普通");
  await user.selectOptions(within(part).getByLabelText(/^条件/), "已拨次数");
  expect(within(part).queryByLabelText(/^变量名/)).toBeNull();
  expect(within(part).getByLabelText(/^比较/)).toHaveDisplayValue("不少于");
  server.on(paths.update, () => null);
  await user.click(within(form).getByText("保存"));
  await waitFor(() => expect(server.bodies(paths.update)).toHaveLength(1));
  expect(server.bodies(paths.update)[0]).toMatchObject({
    recipesBefore: [
      {
        ...{ name: "夜间不拨", action: "priority", priority: 5 },
        conditions: [{ of: "attempts", op: "atLeast", values: [], count: 1 }],
      },
    ],
  });
}, 60_000);

test("D25 a message before a call asks for its interface and the time until the call, and a task says both", async () => {
  const { user, form } = await edit(4, "IVR外呼任务");
  const part = within(form).getByRole("group", { name: "拨打前策略" });
  await user.click(within(part).getByText("添加拨打前策略"));
  await user.type(within(part).getByLabelText(/^策略名称/), "先短信");
  await user.selectOptions(within(part).getByLabelText(/^动作/), "发送短信");
  expect(within(part).queryByLabelText(/^跳过原因/)).toBeNull();
  server.on(paths.update, () => null);
  await user.click(within(form).getByText("保存"));
  expect(await within(part).findByText("请选择短信接口", { selector: ":not(option)" })).toBeVisible();
  await user.selectOptions(within(part).getByLabelText(/^短信接口/), "短信网关");
  const wait = within(part).getByLabelText(/^等待时间/);
  await user.clear(wait);
  await user.type(wait, "30");
  await user.click(within(form).getByText("保存"));
  await waitFor(() => expect(server.bodies(paths.update)).toHaveLength(1));
  const saved = { name: "先短信", action: "sms", smsId: "m1", waitMin: 30 };
  expect(server.bodies(paths.update)[0]).toMatchObject({ recipesBefore: [saved] });
}, 60_000);

test("previews have recipes after a result alone", async () => {
  const { form } = await edit(2, "预览外呼任务");
  expect(within(form).getByRole("group", { name: "结果后策略" })).toBeVisible();
  expect(within(form).queryByRole("group", { name: "拨打前策略" })).toBeNull();
});

test("a task says its recipes in sentences", async () => {
  const user = userEvent.setup();
  begin(4);
  const before = { name: "外地", action: "skip" as const, reason: "只拨本地", priority: 5, smsId: "", waitMin: 10 };
  const place = { of: "place" as const, name: "", op: "notContains" as const, values: ["浙江", "上海"], count: 1 };
  const reserve = { ...recipe, name: "约回访", action: "reserve" as const, conditions: [] };
  server.on(
    paths.list,
    page([task({ recipesBefore: [{ ...before, conditions: [place] }], recipesAfter: [recipe, reserve] })]),
  );
  server.on(paths.monitor, () => ({ at: Date.now(), task: monitored({ ftype: 4 }), seats: [], codes: [] }));
  await openTab(taskPages[4].list);
  await user.click(await screen.findByRole("button", { name: "更多" }));
  await pressItem(user, "监控");
  const drawer = await screen.findByRole("dialog", { name: "监控：十一月回访" });
  for (const text of [
    "外地：归属地不包含浙江、上海，跳过：只拨本地",
    "未接转通知：呼叫结果是无人接听，转入其他任务“语音通知一期（语音通知）”",
    "约回访：每次，创建预约：60 分钟后，通话的坐席",
  ])
    expect(await within(drawer).findByText(text)).toBeVisible();
});

test("指定坐席 says that it is loading until the enterprise's seats are here, with those that are chosen kept", async () => {
  const user = userEvent.setup();
  begin(2);
  const choices = { skillGroup: [], seat: [{ id: "1001", label: "1001 张建国" }], flow: [], timeRule: [] };
  let arrive: () => void = () => undefined;
  const waiting = new Promise<void>((resolve) => (arrive = resolve));
  server.on(accessNumApi.choices.path, async () => {
    await waiting;
    return choices;
  });
  server.on(paths.list, page([task({ ftype: 2, agentIds: ["1001"] })]));
  await openTab(taskPages[2].list);
  await user.click(await screen.findByRole("button", { name: "更多" }));
  await pressItem(user, "编辑");
  const form = within(await screen.findByRole("dialog", { name: "编辑预览外呼任务" }));
  const seats = within(await form.findByRole("group", { name: /^指定坐席/ }));
  expect(seats.getByText("正在加载…")).toBeVisible();
  expect(seats.queryByText("没有可选项")).toBeNull();
  arrive();
  expect(await seats.findByRole("option", { name: "1001 张建国", selected: true })).toBeVisible();
  expect(seats.queryByText("正在加载…")).toBeNull();
}, 60_000);
