import { onFailure, searchChanged, store } from "@liantai/api/client";
import { emergencyApi } from "@liantai/api/contract/admin";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, signIn } from "../../testing/screen.tsx";
import { refusal, type FakeServer } from "@liantai/ui/testing";

const prefix = "/pbx/api/v1/accessNum";
let server: FakeServer;
let off: object[];
const bodies = (path: string) => server.bodies(`${prefix}${path}`);
const lead = (kind: string, id: string) => ({ target: { kind, id }, greeting: "", greetingVoice: "" });

beforeEach(() => {
  server = signIn({}, { page: "/skillgroupmonitor", buttons: ["skillgroupmonitor.emergency"] });
  off = [];
  server.on(`${prefix}/list`, () => ({
    list: [{ id: "4001", number: "4001", title: "热线" }],
    total: 1,
    pageNo: 1,
    pageSize: 9_999,
  }));
  server.on(`${prefix}/getSetting`, () => ({
    id: "4001",
    title: "热线",
    enabled: 1,
    rules: [
      { timeRuleId: "t1", ...lead("skillGroup", "g1") },
      { timeRuleId: "t2", ...lead("seat", "1001") },
    ],
    fallback: lead("none", ""),
    recordMode: 1,
    priorityMin: 0,
  }));
  server.on(`${prefix}/choices`, () => ({
    skillGroup: [{ id: "g1", label: "售后" }],
    dispatchQueue: [],
    seat: [{ id: "1001", label: "王芳（1001）" }],
    extension: [],
    voice: [{ id: "v1", label: "下班提示" }],
    timeRule: [
      { id: "t1", label: "白班" },
      { id: "t2", label: "晚班" },
    ],
    off,
  }));
  server.on(`${prefix}/saveSetting`, () => null);
  server.on(emergencyApi.list.path, () => []);
});

async function open() {
  await openTab("/setDnis", "id=4001");
  await screen.findByRole("group", { name: "第1条" });
  return userEvent.setup();
}
const part = (name: string) => within(screen.getByRole("group", { name }));

test("rules are ordered by keyboard, another kind asks for another target, and the whole is sent", async () => {
  const user = await open();
  await user.click(screen.getByRole("button", { name: "上移第2条" }));
  expect(part("第1条").getByLabelText(/^时间规则/)).toHaveValue("t2");
  await user.click(screen.getByRole("button", { name: "保存" }));
  expect(await part("其他时间").findByText("请选择转至的目标")).toBeVisible();
  expect(bodies("/saveSetting")).toEqual([]);
  await user.selectOptions(part("其他时间").getByLabelText(/^转至/), "播放语音后挂断");
  await user.selectOptions(part("其他时间").getByLabelText(/^语音/), "下班提示");
  await user.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(bodies("/saveSetting")).toEqual([
      {
        id: "4001",
        rules: [
          { timeRuleId: "t2", ...lead("seat", "1001") },
          { timeRuleId: "t1", ...lead("skillGroup", "g1") },
        ],
        fallback: lead("voice", "v1"),
        recordMode: 1,
        priorityMin: 0,
      },
    ]),
  );
});

test("Q18 messages and callbacks are a skill group's, a number outside is typed and must be one", async () => {
  const user = await open();
  await user.selectOptions(part("其他时间").getByLabelText(/^转至/), "外线号码");
  await user.type(part("其他时间").getByLabelText(/^号码/), "12");
  await user.selectOptions(part("第1条").getByLabelText(/^转至/), "留言");
  await user.selectOptions(part("第2条").getByLabelText(/^转至/), "预约回呼");
  await user.selectOptions(part("第2条").getByLabelText(/^技能组/), "售后");
  await user.click(screen.getByRole("button", { name: "保存" }));
  expect(
    await part("其他时间").findByText(/^外线号码/, { selector: "[id*=error], [data-part=error-text]" }),
  ).toBeVisible();
  expect(bodies("/saveSetting")).toEqual([]);
  await user.type(part("其他时间").getByLabelText(/^号码/), "{Backspace}{Backspace}13800138000");
  await user.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(bodies("/saveSetting")).toMatchObject([
      {
        rules: [
          // The group that the rule led to already.
          { timeRuleId: "t1", ...lead("voicemail", "g1") },
          { timeRuleId: "t2", ...lead("callback", "g1") },
        ],
        fallback: lead("outside", "13800138000"),
      },
    ]),
  );
});

test("Q28 a flow that is switched off is read by its name, and saved as it was", async () => {
  server.on(`${prefix}/getSetting`, () => ({
    ...{ id: "4001", title: "热线", enabled: 1, recordMode: 1, priorityMin: 0 },
    rules: [{ timeRuleId: "t1", ...lead("flow", "f1") }],
    fallback: lead("seat", "1001"),
  }));
  off = [
    { kind: "flow", id: "f1", label: "总机流程" },
    { kind: "flow", id: "f2", label: "旧流程" },
  ];
  const user = await open();
  expect(part("第1条").getByLabelText(/^流程/)).toHaveDisplayValue("总机流程（已停用）");
  expect(screen.queryByRole("option", { name: /旧流程/ })).toBeNull();
  await user.selectOptions(part("第1条").getByLabelText(/^时间规则/), "晚班");
  await user.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(bodies("/saveSetting")).toMatchObject([{ rules: [{ timeRuleId: "t2", ...lead("flow", "f1") }] }]),
  );
});

test("what the server refuses is said at its field, or in the form, and nowhere else", async () => {
  const elsewhere: string[] = [];
  const end = onFailure(({ text }) => elsewhere.push(text));
  const user = await open();
  server.on(`${prefix}/saveSetting`, () =>
    Response.json({
      code: 400,
      msg: "时间规则不存在",
      data: { fields: [{ path: "rules[1].timeRuleId", label: "时间规则", message: "时间规则不存在" }] },
    }),
  );
  await user.selectOptions(part("其他时间").getByLabelText(/^转至/), "直接挂断");
  await user.click(screen.getByRole("button", { name: "保存" }));
  expect(await part("第2条").findByText("时间规则不存在")).toBeVisible();
  server.on(`${prefix}/saveSetting`, () => refusal("refused", "号码已收回"));
  await user.click(screen.getByRole("button", { name: "保存" }));
  expect(await screen.findByText("号码已收回")).toBeVisible();
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  // What suites before this one in its world still wait for is not its own.
  expect(elsewhere.filter((text) => ["时间规则不存在", "号码已收回"].includes(text))).toEqual([]);
  end();
});

test("another number is chosen after a question while the setting is unsaved", async () => {
  server.on(`${prefix}/list`, () => ({
    list: ["4001", "4002"].map((number) => ({ id: number, number, title: "" })),
    ...{ total: 2, pageNo: 1, pageSize: 9_999 },
  }));
  const user = await open();
  await user.click(screen.getByRole("button", { name: "上移第2条" }));
  await user.selectOptions(screen.getByLabelText("接入号码"), "4002");
  expect(screen.getByRole("alertdialog")).toHaveTextContent("有未保存的内容，确定要离开吗？");
  await user.click(screen.getByRole("button", { name: "继续编辑" }));
  expect(part("第1条").getByLabelText(/^时间规则/)).toHaveValue("t2");
});

test("a list that opens the tab at another number does so after a question while the setting is unsaved", async () => {
  server.on(`${prefix}/list`, () => ({
    list: ["4001", "4002"].map((number) => ({ id: number, number, title: "" })),
    ...{ total: 2, pageNo: 1, pageSize: 9_999 },
  }));
  const user = await open();
  await user.click(screen.getByRole("button", { name: "上移第2条" }));
  const elsewhere = () => act(async () => void store.dispatch(searchChanged({ key: "/setDnis", search: "id=4002" })));
  await elsewhere();
  await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "继续编辑" }));
  expect(screen.getByLabelText("接入号码")).toHaveValue("4001");
  expect(part("第1条").getByLabelText(/^时间规则/)).toHaveValue("t2");
  await elsewhere();
  await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "放弃" }));
  expect(screen.getByLabelText("接入号码")).toHaveValue("4002");
  expect(screen.queryByRole("group", { name: "第1条" })).toBeNull();
});

test("the tester says where a call would go and why", async () => {
  const user = await open();
  server.on(`${prefix}/testSetting`, () => ({
    at: "2026-11-20 10:00:00",
    ok: true,
    text: "技能组：售后",
    greeting: "您好",
    steps: [{ title: "1. 白班", detail: "2026-11-20 周五 10:00：工作日 09:00-18:00", outcome: "matched" }],
  }));
  await user.type(screen.getByLabelText("来电时间（不填为现在）"), "2026-11-20 10:00");
  await user.click(screen.getByRole("button", { name: "测试" }));
  expect(await screen.findByText("技能组：售后")).toBeVisible();
  expect(screen.getByText("2026-11-20 周五 10:00：工作日 09:00-18:00")).toBeVisible();
  expect(bodies("/testSetting")).toEqual([{ id: "4001", at: "2026-11-20 10:00:00" }]);
});

test("Q13 the number's emergency switch is put on where the number is set up", async () => {
  const user = await open();
  server.on(emergencyApi.choices.path, () => ({ number: [], group: [], skillGroup: [], dispatchQueue: [], seat: [] }));
  server.on(emergencyApi.set.path, () => null);
  await user.click(await screen.findByRole("button", { name: "应急开关" }));
  const form = within(await screen.findByRole("dialog", { name: "启用应急开关：接入号码4001" }));
  await user.type(await form.findByLabelText(/^公告内容/), "线路检修");
  expect(form.queryByLabelText(/^对象类型/)).toBeNull();
  await user.click(form.getByRole("button", { name: "启用" }));
  await waitFor(() =>
    expect(server.bodies(emergencyApi.set.path)).toMatchObject([
      { subject: "number", id: "4001", action: "announce", text: "线路检修" },
    ]),
  );
});
