import {
  taskButton,
  taskPages,
  taskVerbs,
  voiceNoticeApi,
  type TaskType,
  type TaskVerb,
} from "@liantai/api/contract/admin";
import { asksToLeave, pressItem, refusal, type FakeServer } from "@liantai/ui/testing";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, page, signIn } from "../../testing/screen.tsx";
import { furnish, paths, task } from "../testing/rows.ts";

const verbs = Object.keys(taskVerbs) as TaskVerb[];
const none = { numbers: [], text: "", flowId: "", templateId: "", tts: "", from: "", to: "" };
const counts = { calls: 0, hits: 0, rate: null, low: 0, high: 100 };

let server: FakeServer;
/** As it runs, after it was started. */
let started: object | null;

async function open(ftype: TaskType) {
  server = signIn({}, { page: taskPages[ftype].list, buttons: verbs.map((verb) => taskButton(ftype, verb)) });
  furnish(server);
  server.on(paths.list, page([task({ ftype })]));
  server.on(voiceNoticeApi.voices.path, () => [
    { id: "e1", name: "云合成", voices: [{ name: "zh-f2", label: "小雅" }] },
  ]);
  started = null;
  server.on(paths.experiment, () => started);
  starts();
  await openTab(taskPages[ftype].list);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "更多" }));
  await pressItem(user, "实验");
  const drawer = within(await screen.findByRole("dialog", { name: "实验：十一月回访" }));
  await drawer.findByText("这个任务还没有做过实验。");
  return { user, drawer };
}

/** Whatever is asked for runs from then on. */
const starts = () =>
  server.on(paths.experimentStart, () => {
    const { taskId: _, ...asked } = server.bodies(paths.experimentStart).at(-1) as Record<string, unknown>;
    const runs = { state: "running", better: "", evidence: 0, startedAt: "2026-11-20 10:00:00", endedAt: null };
    started = { ...asked, ...runs, createdBy: "王芳", counts: { a: counts, b: counts } };
    return null;
  });

test.each<[TaskType, readonly string[]]>([
  [1, ["外显号码", "音色", "拨打时段"]],
  [3, ["外显号码", "接通问候语", "音色", "拨打时段"]],
  [4, ["外显号码", "流程", "音色", "拨打时段"]],
  [5, ["外显号码", "通知模板", "音色", "拨打时段"]],
])("a task of kind %i may compare %j", async (ftype, kinds) => {
  const { drawer } = await open(ftype);
  const group = within(drawer.getByRole("radiogroup", { name: /^实验内容/ }));
  expect(group.getAllByRole("radio").map((radio) => radio.closest("label")!.textContent)).toEqual(kinds);
});

test("times of day are typed; what the server refuses stands at its field, and the halves are named by their times", async () => {
  const { user, drawer } = await open(4);
  await user.click(drawer.getByRole("radio", { name: "拨打时段" }));
  await asksToLeave(user);
  expect(drawer.getByText(/各组只在自己的时段内拨打，不会超出任务的拨打时段/)).toBeVisible();
  for (const [label, time] of [
    ["甲组开始时间", "0900"],
    ["甲组结束时间", "11:00"],
    ["乙组开始时间", "10:00"],
    ["乙组结束时间", "16:00"],
  ] as const)
    await user.type(drawer.getByLabelText(new RegExp(`^${label}`)), time);
  await user.tab();
  const start = drawer.getByRole("button", { name: "开始实验" });
  const message = "两组的拨打时段不能重叠";
  server.on(paths.experimentStart, () =>
    refusal("invalid", message, [{ path: "b.from", label: "乙组开始时间", message }]),
  );
  await user.click(start);
  expect(await drawer.findByText(message)).toBeVisible();
  starts();
  await user.clear(drawer.getByLabelText(/^乙组开始时间/));
  await user.type(drawer.getByLabelText(/^乙组开始时间/), "14:00");
  await user.click(start);
  expect(await drawer.findByText("14:00–16:00")).toBeVisible();
  expect(server.bodies(paths.experimentStart).at(-1)).toMatchObject({
    ...{ kind: "time", a: { ...none, from: "09:00", to: "11:00" }, b: { ...none, from: "14:00", to: "16:00" } },
  });
}, 30_000);

test("a voice is chosen as for a notice, and is called by its engine and speaker", async () => {
  const { user, drawer } = await open(3);
  await user.click(drawer.getByRole("radio", { name: "音色" }));
  const half = within(drawer.getByRole("group", { name: "乙组音色" }));
  await half.findByRole("option", { name: "云合成" });
  await user.selectOptions(half.getByLabelText("合成引擎"), "云合成");
  await user.selectOptions(half.getByLabelText("发音人"), "小雅");
  await user.click(drawer.getByRole("button", { name: "开始实验" }));
  expect(await drawer.findByText("云合成，小雅")).toBeVisible();
  expect(drawer.getByText("任务原来的音色")).toBeVisible();
  const [body] = server.bodies(paths.experimentStart) as [{ kind: string; b: { tts: string } }];
  expect([body.kind, JSON.parse(body.b.tts)]).toEqual([
    "voice",
    { engineId: "e1", voice: "zh-f2", speed: 0, volume: 0, pitch: 0 },
  ]);
}, 30_000);

test("two templates of notices are compared by their names", async () => {
  const { user, drawer } = await open(5);
  const notice = (id: string, name: string) => ({
    ...{ id, name, text: "您好", tts: "", repeats: 1, confirmKey: "", replies: [], goodbye: "", remark: "" },
    ...{ variables: [], tasks: 0, updatedAt: "2026-11-20 09:00:00" },
  });
  server.on(voiceNoticeApi.list.path, page([notice("n1", "缴费提醒"), notice("n2", "到期提醒")]));
  await user.click(drawer.getByRole("radio", { name: "通知模板" }));
  const select = (word: string) => drawer.getByLabelText(new RegExp(`^${word}通知模板`), { selector: "select" });
  expect((await drawer.findAllByRole("option", { name: "到期提醒" })).length).toBe(2);
  await user.selectOptions(select("甲组"), "缴费提醒");
  await user.selectOptions(select("乙组"), "到期提醒");
  await user.click(drawer.getByRole("button", { name: "开始实验" }));
  expect(await drawer.findByText("到期提醒", { selector: ":not(option)" })).toBeVisible();
  expect(server.bodies(paths.experimentStart)).toMatchObject([
    { kind: "template", a: { templateId: "n1" }, b: { templateId: "n2" } },
  ]);
}, 30_000);
