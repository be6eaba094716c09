/** What each kind of experiment compares, and what it does not. */
import type { experimentKinds } from "@liantai/api/contract/admin";
import { operateLogApi, taskExperimentApi, voiceNoticeApi } from "@liantai/api/contract/admin";
import { openOffice, refused, type Office, type Person } from "../../../testing/office.ts";
import { addTask, page } from "../tasks/testing.ts";

let office: Office;
let admin: Person;
beforeAll(async () => {
  office = await openOffice();
  admin = office.administrator;
});
afterAll(() => office?.close());

const none = { numbers: [], text: "", flowId: "", templateId: "", tts: "", from: "", to: "" };
const half = (more: object) => ({ ...none, ...more });
type Half = Partial<typeof none>;
const start = (taskId: string, kind: keyof typeof experimentKinds, a: Half, b: Half, who = admin) =>
  who.call(taskExperimentApi.start, {
    body: { taskId, kind, metric: "answered", wanted: "", goesOn: 1, most: 5_000, a: half(a), b: half(b) },
  });
const faults = async (work: Promise<unknown>) =>
  (await refused(work)).fields.map(({ path, message }) => [path, message]);
const hours = (from: string, to: string) => ({ from, to });
const voice = (engineId: string) => JSON.stringify({ engineId, voice: "zh-f2", speed: 0, volume: 0, pitch: 0 });

test("D32 voices: of what the task says, by engines of the enterprise", async () => {
  const silent = await addTask(admin, { taskIdentity: "无问候语" });
  expect(await faults(start(silent, "voice", {}, { tts: voice("") }))).toEqual([
    ["kind", "任务没有接通问候语，不能比较音色"],
  ]);
  const id = await addTask(admin, { taskIdentity: "音色", greeting: "您好" });
  expect(await faults(start(id, "voice", {}, {}))).toEqual([["b.tts", "两组的音色不能相同"]]);
  expect(await faults(start(id, "voice", { tts: "{" }, {}))).toEqual([["a.tts", "音色格式有误"]]);
  expect(await faults(start(id, "voice", {}, { tts: voice("foreign") }))).toEqual([
    ["b.tts", "所选的合成引擎没有分配给本企业"],
  ]);
  await start(id, "voice", { text: "不是它的" }, { tts: voice("") });
  const found = await admin.call(taskExperimentApi.find, { body: { taskId: id } });
  expect(found).toMatchObject({ kind: "voice", a: half({}), b: half({ tts: voice("") }) });
  const log = await admin.call(operateLogApi.list, { body: page });
  expect(JSON.stringify(log.list[0])).toContain("音色");
});

test("D32 times of day: two that do not meet, within the hours of the task", async () => {
  const id = await addTask(admin, {
    ...{ taskIdentity: "时段", untilAt: "2026-03-02 20:00:00" },
    windows: [
      { from: "09:00", to: "12:00" },
      { from: "14:00", to: "19:00" },
    ],
  });
  const time = (a: Half, b: Half) => faults(start(id, "time", a, b));
  expect(await time({}, hours("14:00", "15:00"))).toEqual([["a.from", "请输入甲组开始时间"]]);
  expect(await time(hours("9点", "10:00"), hours("14:00", "15:00"))).toEqual([
    ["a.from", "甲组开始时间格式应为 HH:mm"],
  ]);
  expect(await time(hours("10:00", "11:00"), { from: "14:00" })).toEqual([["b.to", "请输入乙组结束时间"]]);
  expect(await time(hours("11:00", "10:00"), hours("14:00", "15:00"))).toEqual([
    ["a.to", "甲组结束时间应晚于开始时间"],
  ]);
  expect(await time(hours("10:00", "12:00"), hours("11:00", "12:00"))).toEqual([["b.from", "两组的拨打时段不能重叠"]]);
  expect(await time(hours("07:00", "09:00"), hours("14:00", "15:00"))).toEqual([
    ["a.from", "甲组拨打时段应在允许外呼的时间 08:00-21:00 内"],
  ]);
  expect(await time(hours("10:00", "11:00"), hours("11:30", "14:30"))).toEqual([
    ["b.from", "乙组拨打时段应在任务的拨打时段 09:00-12:00、14:00-19:00 内"],
  ]);
  const over = await addTask(admin, { taskIdentity: "时段已过", untilAt: "2026-03-02 15:00:00" });
  expect(await faults(start(over, "time", hours("10:00", "11:00"), hours("16:00", "17:00")))).toEqual([
    ["b.from", "乙组拨打时段在任务余下的日期里没有可拨打的时间"],
  ]);
  await start(id, "time", hours("10:00", "11:00"), hours("14:00", "15:00"));
});

test("D32 notice templates: of notifications alone, there, and not the same; each half's counts among 使用任务 while it runs", async () => {
  const template = async (name: string) =>
    (await admin.call(voiceNoticeApi.add, { body: { name, text: "您好", repeats: 1 } as never })).id;
  const [one, two] = [await template("实验一"), await template("实验二")];
  const other = await addTask(admin, { taskIdentity: "不是通知" });
  expect(await faults(start(other, "template", { templateId: one }, { templateId: two }))).toEqual([
    ["kind", "此类任务不能比较通知模板"],
  ]);
  const id = await addTask(admin, { taskIdentity: "通知", ftype: 5, templateId: one });
  const compared = (a: string, b: string) => faults(start(id, "template", { templateId: a }, { templateId: b }));
  expect(await compared("", two)).toEqual([["a.templateId", "请选择甲组通知模板"]]);
  expect(await compared(one, one)).toEqual([["b.templateId", "两组的通知模板不能相同"]]);
  expect(await compared(one, "foreign")).toEqual([["b.templateId", "乙组通知模板不存在"]]);
  expect(await refused(start(id, "template", { templateId: one }, { templateId: two }, office.agent))).toMatchObject({
    status: 403,
  });
  const used = async () =>
    (await admin.call(voiceNoticeApi.list, { body: { ...page, name: "实验", sortBy: "name" } })).list
      .map(({ name, tasks }) => [name, tasks])
      .sort();
  expect(await used()).toEqual([
    ["实验一", 1],
    ["实验二", 0],
  ]);
  await start(id, "template", { templateId: one }, { templateId: two });
  // The first is the task's own and a half's: one task.
  expect(await used()).toEqual([
    ["实验一", 1],
    ["实验二", 1],
  ]);
  await admin.call(taskExperimentApi.stop, { body: { taskId: id } });
  expect(await used()).toEqual([
    ["实验一", 1],
    ["实验二", 0],
  ]);
});
