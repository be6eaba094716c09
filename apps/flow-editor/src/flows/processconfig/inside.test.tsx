/** What a flow is made of and what calls get of it, from its row in 流程配置. */
import { onNotice } from "@liantai/api/client";
import {
  assignedVariableApi,
  engineApi,
  flowApi,
  flowResolvingApi,
  innerKnowledgeApi,
  intentApi,
  knowledgeClassApi,
  lookUpTableApi,
  sharedPromptApi,
  recordSetApi,
} from "@liantai/api/contract/flow-editor";
import { accessNumApi, customerFormConfApi, interfaceConfigApi } from "@liantai/api/contract/flow-surroundings";
import { openTabOf, page, pressItem, refusal, signIn, type FakeServer } from "@liantai/ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../../root.tsx";

let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;

const at = "2026-03-02 09:00:00";
const flow = {
  ...{ id: "f1", name: "总机流程", flowType: 1, enabled: 1, version: 2, versionId: "v2", changed: 1, revision: 3 },
  ...{ createTime: at, updateTime: at, updatedBy: "张建国", nodeCount: 7, usedBy: [] },
};
const draft = { ...flow, id: "f2", name: "草稿流程", version: 0, versionId: "" };

beforeEach(() => {
  user = userEvent.setup();
  server = signIn({});
  server.on(flowApi.list.path, page([flow, draft]));
});

const more = async (name: string, action: string) => {
  const row = within((await screen.findByRole("cell", { name })).closest("[role=row],tr") as HTMLElement);
  await user.click(row.getByRole("button", { name: /更多/ }));
  await pressItem(user, action);
};
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole("row")
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    );
const place = (nodeName: string, subProcessName = "主流程") => ({
  ...{ subProcessId: "main", subProcessName, nodeId: nodeName, nodeName },
});

test("变量: which nodes set and read them, what is never set, and of the engine's own those that are read", async () => {
  const variable = { vAlias: "", type: "text", value: "", system: 0, setBy: [], readBy: [] };
  server.on(assignedVariableApi.list.path, () => [
    { ...variable, vName: "phone", vAlias: "手机号", setBy: [place("按键收集")], readBy: [place("发短信", "退货")] },
    { ...variable, vName: "level", readBy: [place("条件判断")] },
    { ...variable, vName: "spare", type: "number" },
    { ...variable, vName: "caller", vAlias: "主叫号码", system: 1, readBy: [place("黑名单")] },
    { ...variable, vName: "city", vAlias: "城市", system: 1 },
  ]);
  await openTabOf(Root, "/processconfig");
  await more("总机流程", "变量");
  const drawer = within(await screen.findByRole("dialog", { name: "总机流程 的变量" }));
  expect(rowsOf(await drawer.findByRole("table", { name: "变量" }))).toEqual([
    ["手机号（phone）", "文字", "", "主流程 / 按键收集", "退货 / 发短信"],
    ["level没有赋值就被使用", "文字", "", "", "主流程 / 条件判断"],
    ["spare没有用到", "数字", "", "", ""],
    ["主叫号码（caller）", "文字", "", "系统", "主流程 / 黑名单"],
  ]);
  expect(server.bodies(assignedVariableApi.list.path)).toEqual([{ flowId: "f1" }]);
});

const wording = (talkKey: string, nodeName: string, text: string, audios: readonly object[] = []) => ({
  ...place(nodeName),
  ...{ talkKey, text, audios, sounds: 1, playType: audios.length > 0 ? "audio" : "tts" },
});

test("话术录音: all wordings in one list, and a recording chosen for one by the draft's revision", async () => {
  let revision = 3;
  server.on(recordSetApi.list.path, () => ({
    revision,
    list: [
      wording("a", "问候", "您好", [{ id: "w1", name: "欢迎", durationMs: 2_000 }]),
      wording("b", "挂机", "再见"),
      { ...wording("c", "菜单", "", [{ id: "gone", name: "", durationMs: 0 }]), sounds: 0 },
      { ...wording("d", "开头", "门店问候"), playType: "prompt" },
    ],
  }));
  const voice = [
    { id: "w1", label: "欢迎" },
    { id: "w2", label: "再见录音" },
  ];
  server.on(accessNumApi.choices.path, () => ({ voice }));
  for (const each of [
    customerFormConfApi,
    interfaceConfigApi,
    intentApi,
    knowledgeClassApi,
    innerKnowledgeApi,
    lookUpTableApi,
    sharedPromptApi,
  ])
    server.on(each.list.path, page([]));
  server.on(engineApi.options.path, page([]));
  await openTabOf(Root, "/processconfig");
  await more("总机流程", "话术录音");
  const drawer = within(await screen.findByRole("dialog", { name: "总机流程 的话术录音" }));
  expect(await drawer.findByText("共4条话术，2条有录音")).toBeVisible();
  const shown = () => rowsOf(drawer.getByRole("table", { name: "话术" })).map((cells) => cells.slice(0, 3));
  expect(shown()).toEqual([
    ["主流程 / 问候", "您好", "欢迎（00:02）"],
    ["主流程 / 挂机", "再见", "文字合成"],
    ["主流程 / 菜单", "", "已删除的语音缺声音"],
    ["主流程 / 开头", "门店问候", "共享话术"],
  ]);
  expect(drawer.queryByRole("button", { name: "选择第4条的录音" })).toBeNull();
  await user.click(drawer.getByRole("checkbox", { name: "只看没有录音的" }));
  expect(shown().map(([node]) => node)).toEqual(["主流程 / 挂机", "主流程 / 菜单"]);
  await user.click(drawer.getByRole("button", { name: "选择第1条的录音" }));
  const dialog = within(await screen.findByRole("dialog", { name: "选择录音" }));
  await user.selectOptions(await dialog.findByRole("combobox", { name: "添加语音文件" }), "再见录音");
  // Refused, because somebody saved meanwhile: what was chosen stays, and is saved to what there is now.
  server.on(recordSetApi.save.path, () => {
    revision = 4;
    return refusal("conflict", "流程已被他人修改");
  });
  await user.click(dialog.getByRole("button", { name: "保存" }));
  const wordings = [{ talkKey: "b", audios: ["w2"] }];
  const saved = (...revisions: readonly number[]) =>
    waitFor(() =>
      expect(server.bodies(recordSetApi.save.path)).toEqual(
        revisions.map((revision) => ({ flowId: "f1", revision, wordings })),
      ),
    );
  await saved(3);
  await waitFor(() => expect(server.bodies(recordSetApi.list.path).length).toBeGreaterThan(1));
  server.on(recordSetApi.save.path, () => ({ revision: (revision = 5) }));
  await user.click(dialog.getByRole("button", { name: "保存" }));
  await saved(3, 4);
  await waitFor(() => expect(server.bodies(recordSetApi.list.path).length).toBeGreaterThan(1));
  // Of what has no text the last recording cannot be taken away.
  await user.click(await drawer.findByRole("button", { name: "选择第2条的录音" }));
  const other = within(await screen.findByRole("dialog", { name: "选择录音" }));
  await user.click(await other.findByRole("button", { name: /移除/ }));
  expect(other.getByText("没有文字的话术要有语音文件")).toBeVisible();
  expect(other.getByRole("button", { name: "保存" })).toBeDisabled();
});

test("话术录音 is looked at, and not changed, by who may not edit flows", async () => {
  server = signIn({}, { page: "/processconfig", buttons: [] });
  server.on(flowApi.list.path, page([flow]));
  server.on(recordSetApi.list.path, () => ({ revision: 3, list: [wording("b", "挂机", "再见")] }));
  await openTabOf(Root, "/processconfig");
  await more("总机流程", "话术录音");
  const drawer = within(await screen.findByRole("dialog", { name: "总机流程 的话术录音" }));
  expect(await drawer.findByText("再见")).toBeVisible();
  expect(drawer.queryByRole("button", { name: /的录音$/ })).toBeNull();
});

test("解析结果: which version a number would get, with its voice, variables and ways; a draft has none", async () => {
  const node = (id: string, name: string, type: string, exits: object) => ({
    ...{ id, name, type, exits, config: {}, talkings: [], sensitive: false, fails: {}, intents: {} },
  });
  const nodes = {
    start: node("start", "开始", "start", { next: "bye" }),
    bye: node("bye", "再见", "hangup", {}),
  };
  server.on(flowResolvingApi.transfer.path, ({ body }) => ({
    ...{ flowId: "f1", versionId: "v2", version: body["callerNumber"] === "" ? 2 : 1, tts: "" },
    program: { main: "main", subs: { main: { id: "main", name: "主流程", start: "start", nodes } }, voice: null },
    variables: [{ vName: "phone", vAlias: "手机号", value: "" }],
  }));
  server.on(engineApi.options.path, page([]));
  await openTabOf(Root, "/processconfig");
  await more("总机流程", "解析结果");
  const drawer = within(await screen.findByRole("dialog", { name: "总机流程 的解析结果" }));
  expect(await drawer.findByText("这样的来电走第2版")).toBeVisible();
  expect(drawer.getByText("音色：企业默认音色")).toBeVisible();
  expect(drawer.getByText("变量初值：手机号=空")).toBeVisible();
  const canvas = within(drawer.getByRole("region", { name: "主流程" }));
  expect(rowsOf(canvas.getByRole("table"))).toEqual([
    ["开始", "开始", "下一步 → 再见"],
    ["再见", "挂机", ""],
  ]);
  await user.type(drawer.getByLabelText("主叫号码"), "13800000000{Enter}");
  expect(await drawer.findByText("这样的来电走第1版")).toBeVisible();
  expect(server.bodies(flowResolvingApi.transfer.path).map((body) => body["callerNumber"])).toEqual([
    "",
    "13800000000",
  ]);
  await user.click(drawer.getByRole("button", { name: "关闭" }));
  const row = within((await screen.findByRole("cell", { name: "草稿流程" })).closest("[role=row],tr") as HTMLElement);
  await user.click(row.getByRole("button", { name: /更多/ }));
  expect(await screen.findByRole("menuitem", { name: "变量" })).toBeVisible();
  expect(screen.queryByRole("menuitem", { name: "解析结果" })).toBeNull();
});

test("清除缓存 asks, names the one flow, and says what follows", async () => {
  server.on(flowResolvingApi.delCacheRedis.path, () => null);
  const shown: string[] = [];
  const end = onNotice(({ title, text = "" }) => void shown.push(`${title} ${text}`));
  shown.length = 0;
  await openTabOf(Root, "/processconfig");
  await more("总机流程", "清除缓存");
  const question = within(await screen.findByRole("alertdialog", { name: "清除流程缓存" }));
  expect(question.getByText(/正在通话的来电不受影响/)).toBeVisible();
  expect(server.bodies(flowResolvingApi.delCacheRedis.path)).toEqual([]);
  await user.click(question.getByRole("button", { name: /清除|确定/ }));
  await waitFor(() => expect(shown).toEqual(["流程缓存已清除 下一通来电重新读取"]));
  expect(server.bodies(flowResolvingApi.delCacheRedis.path)).toEqual([{ pricessIds: ["f1"] }]);
  end();
});
