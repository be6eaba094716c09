import { onNotice, store, type PageNotice } from "@liantai/api/client";
import {
  engineApi,
  flowApi,
  flowReplayApi,
  flowSurveyApi,
  flowVersionApi,
  innerKnowledgeApi,
  intentApi,
  knowledgeClassApi,
  lookUpTableApi,
  robotGroupApi,
  sharedPromptApi,
} from "@liantai/api/contract/flow-editor";
import { accessNumApi, customerFormConfApi, interfaceConfigApi } from "@liantai/api/contract/flow-surroundings";
import { bus } from "@liantai/bus";
import type { FlowBody } from "@liantai/api/flows";
import { asksToLeave, openTabOf, page, pressItem, refusal, signIn, type FakeServer } from "@liantai/ui/testing";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../../root.tsx";

let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;

const at = "2026-03-02 09:00:00";
const flow = {
  ...{ id: "f1", name: "总机流程", flowType: 1, enabled: 1, version: 2, versionId: "v2", changed: 1, revision: 3 },
  ...{ createTime: at, updateTime: at, updatedBy: "张建国", nodeCount: 7, usedBy: ["接入号码4001"] },
};
const rating = { ...flow, id: "f2", name: "评价", flowType: 3, version: 0, versionId: "", changed: 0, usedBy: [] };
const version = (n: number, percent: number) => ({
  ...{ versionId: `v${n}`, version: n, note: `第${n}次`, publishTime: at, publishedBy: "张建国" },
  ...{ percent, restores: 0, testsRun: 3, testsFailed: n === 1 ? 1 : 0 },
});

beforeEach(() => {
  user = userEvent.setup();
  server = signIn({});
  server.on(flowApi.list.path, page([flow, rating]));
  server.on(flowVersionApi.versions.path, () => [version(2, 100), version(1, 0)]);
  server.on(accessNumApi.choices.path, () => ({ skillGroup: [{ id: "g1", label: "客服部" }] }));
  for (const path of [
    customerFormConfApi,
    interfaceConfigApi,
    intentApi,
    knowledgeClassApi,
    innerKnowledgeApi,
    lookUpTableApi,
    sharedPromptApi,
  ])
    server.on(path.list.path, page([]));
  server.on(engineApi.options.path, page([]));
  server.on(flowReplayApi.outcomes.path, () => []);
});

const press = (name: string) => user.click(screen.getByRole("button", { name }));
const inRow = async (name: string, action: string) => {
  const row = within((await screen.findByRole("cell", { name })).closest("[role=row],tr") as HTMLElement);
  const button = row.queryByRole("button", { name: action });
  if (button) return user.click(button);
  await user.click(row.getByRole("button", { name: /更多/ }));
  await pressItem(user, action);
};
const opened = () => {
  const { tabs, active } = store.getState().workspace;
  const tab = tabs.find(({ key }) => key === active)!;
  return `${tab.path}?${tab.search ?? ""}`;
};

test("flows with their state, and which editor opens them", async () => {
  await openTabOf(Root, "/processconfig");
  expect(await screen.findByText("有未发布修改")).toBeVisible();
  expect(screen.getByText("草稿")).toBeVisible();
  expect(screen.getByText("接入号码4001")).toBeVisible();
  await inRow("评价", "编辑");
  expect(opened()).toContain("/satisfaction/knownnav");
  expect(opened()).toContain("id=f2");
});

test("a new flow begins with a template and opens", async () => {
  server.on(flowApi.create.path, () => ({ id: "f9", revision: 1 }));
  await openTabOf(Root, "/processconfig");
  await screen.findByRole("cell", { name: "总机流程" });
  await press("新增");
  const sheet = within(await screen.findByRole("dialog", { name: "新增流程" }));
  await user.type(sheet.getByLabelText(/流程名称/), "夜间");
  await user.selectOptions(sheet.getByLabelText(/开始于/), "欢迎语+按键导航");
  await user.click(sheet.getByRole("button", { name: "新增并编辑" }));
  await waitFor(() => expect(opened()).toContain("id=f9"));
  const [sent] = server.bodies(flowApi.create.path) as { name: string; flow: string }[];
  const body = JSON.parse(sent!.flow) as FlowBody;
  expect(sent).toMatchObject({ name: "夜间", flowType: 1, tts: "" });
  expect(body.nodes[0]!.subProcess.flow.nodes.map(({ nodeType }) => nodeType)).toEqual([
    ...["start", "keyNav", "skillGroup", "hangup"],
  ]);
});

test("a flow that is used says by whom and is not deleted; the server's refusal keeps one that is used since", async () => {
  server.on(flowApi.delete.path, () => refusal("conflict", "流程正被接入号码4001使用"));
  await openTabOf(Root, "/processconfig");
  await inRow("总机流程", "删除");
  const told = within(await screen.findByRole("alertdialog", { name: "删除流程" }));
  expect(told.getByText(/正被接入号码4001使用/)).toBeVisible();
  expect(told.queryByRole("button", { name: "删除" })).toBeNull();
  await user.click(told.getByRole("button", { name: "知道了" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  await inRow("评价", "删除");
  const question = within(await screen.findByRole("alertdialog", { name: "删除流程" }));
  await user.click(question.getByRole("button", { name: "删除" }));
  const deleted = () => server.asked.map(({ path }) => path).filter((path) => path.includes("/del/"));
  await waitFor(() => expect(deleted()).toEqual([expect.stringMatching(/\/f2$/)]));
  expect(screen.getByRole("cell", { name: "评价" })).toBeVisible();
});

test("whoever may not edit flows looks at them, and is offered nothing that is refused", async () => {
  server = signIn({}, { page: "/processconfig", buttons: [] });
  server.on(flowApi.list.path, page([flow]));
  await openTabOf(Root, "/processconfig");
  const row = within((await screen.findByRole("cell", { name: "总机流程" })).closest("[role=row],tr") as HTMLElement);
  expect(row.queryByRole("button", { name: "编辑" })).toBeNull();
  await user.click(row.getByRole("button", { name: "查看" }));
  expect(opened()).toContain("id=f1");
});

test("an import says by name what is not here", async () => {
  server.on(flowApi.planZip.path, () => ({ name: "外来", calls: [], shared: [], references: [], here: [] }));
  server.on(flowApi.importZip.path, () => ({
    unpublished: [],
    ...{ id: "f8", name: "外来", nodes: 4, tests: 1, voices: 0 },
    made: [
      { kind: "intent", kindName: "意图", name: "退货" },
      { kind: "intent", kindName: "意图", name: "换货" },
      { kind: "regexRule", kindName: "正则规则", name: "订单号" },
    ],
    missing: [{ kind: "skillGroup", kindName: "技能组", id: "g-old", nodeName: "转人工" }],
  }));
  const shown: string[] = [];
  const end = onNotice(({ text }) => void shown.push(text ?? ""));
  await openTabOf(Root, "/processconfig");
  await screen.findByRole("cell", { name: "总机流程" });
  await press("导入");
  const sheet = within(await screen.findByRole("dialog", { name: "导入流程" }));
  await user.upload(sheet.getByLabelText("流程文件", { selector: "input" }), new File(["PK"], "a.zip"));
  await user.click(sheet.getByRole("button", { name: "导入" }));
  const missing = within(await screen.findByRole("dialog", { name: "“外来”缺少1项" }));
  expect(missing.getByRole("cell", { name: "转人工" })).toBeVisible();
  expect(shown.join()).toContain("4个节点、1个测试，新增意图2个、正则规则1个");
  end();
});

test("versions: back to one, with a note", async () => {
  server.on(flowVersionApi.rollback.path, () => ({ versionId: "v3", version: 3, revision: 3 }));
  await openTabOf(Root, "/processconfig");
  await inRow("总机流程", "版本");
  const drawer = within(await screen.findByRole("dialog", { name: "总机流程 的版本" }));
  expect(await drawer.findByText("2/3通过")).toBeVisible();
  expect(drawer.queryByRole("button", { name: "回退到第2版" })).toBeNull();
  await user.click(drawer.getByRole("button", { name: "回退到第1版" }));
  const question = within(await screen.findByRole("alertdialog", { name: "回退到第1版" }));
  await user.type(question.getByLabelText("发布说明"), "新版有误");
  await user.click(question.getByRole("button", { name: "回退" }));
  await waitFor(() =>
    expect(server.bodies(flowVersionApi.rollback.path)).toEqual([{ versionId: "v1", note: "新版有误", draft: 0 }]),
  );
});

test("shares of versions add to 100", async () => {
  server.on(flowVersionApi.share.path, () => null);
  await openTabOf(Root, "/processconfig");
  await inRow("总机流程", "流量分配");
  const dialog = within(await screen.findByRole("dialog", { name: "总机流程 的流量分配" }));
  const old = await dialog.findByLabelText("第1版（%）");
  await user.clear(old);
  await user.type(old, "30");
  expect(dialog.getByText("比例之和应为100，现在是130")).toBeVisible();
  expect(dialog.getByRole("button", { name: "保存" })).toBeDisabled();
  const newest = dialog.getByLabelText("第2版（%）");
  await user.clear(newest);
  await user.type(newest, "70");
  await asksToLeave(user);
  await user.click(dialog.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(flowVersionApi.share.path)).toEqual([
      {
        id: "f1",
        versions: [
          { versionId: "v2", percent: 70 },
          { versionId: "v1", percent: 30 },
        ],
      },
    ]),
  );
});

test("all traffic goes through the newest after a question alone", async () => {
  server.on(flowVersionApi.share.path, () => null);
  await openTabOf(Root, "/processconfig");
  await inRow("总机流程", "流量分配");
  const dialog = within(await screen.findByRole("dialog", { name: "总机流程 的流量分配" }));
  await user.click(await dialog.findByRole("button", { name: "全部走最新版" }));
  const question = within(await screen.findByRole("alertdialog", { name: "全部走最新版" }));
  expect(question.getByText(/全部走第2版/)).toBeVisible();
  expect(server.bodies(flowVersionApi.share.path)).toEqual([]);
  await user.click(question.getByRole("button", { name: "全部走最新版" }));
  await waitFor(() => expect(server.bodies(flowVersionApi.share.path)).toEqual([{ id: "f1", versions: [] }]));
});

test("what uses a skill group", async () => {
  server.on(flowVersionApi.dependents.path, () => ({
    others: [],
    flows: [
      {
        flowId: "f1",
        flowName: "总机流程",
        flowType: 1,
        draft: 1,
        running: 1,
        nodes: [{ nodeId: "n", nodeName: "转客服" }],
      },
    ],
  }));
  await openTabOf(Root, "/processconfig");
  await screen.findByRole("cell", { name: "总机流程" });
  await press("依赖查询");
  const dialog = within(await screen.findByRole("dialog", { name: "依赖查询" }));
  await user.selectOptions(dialog.getByLabelText("类型"), "技能组");
  await user.selectOptions(await dialog.findByLabelText("技能组"), "客服部");
  expect(await dialog.findByRole("cell", { name: "草稿、运行中的版本" })).toBeVisible();
  expect(server.bodies(flowVersionApi.dependents.path)).toEqual([{ kind: "skillGroup", dependencyId: "g1" }]);
});

test("G125 who calls a shared sub-process, by the version; it has no calls to share out", async () => {
  const shared = { ...flow, id: "s1", name: "公共核单", flowType: 6, usedBy: [] };
  server.on(flowApi.list.path, page([flow, shared]));
  const node = { nodeId: "n", subProcessId: "main", subProcessName: "主流程", draft: 1 };
  server.on(flowVersionApi.dependents.path, () => ({
    others: [],
    flows: [
      {
        ...{ flowId: "f1", flowName: "总机流程", flowType: 1, draft: 1, running: 0 },
        nodes: [
          { ...node, nodeName: "问单号", version: 2 },
          { ...node, nodeName: "再问", version: 0 },
        ],
      },
    ],
  }));
  await openTabOf(Root, "/processconfig");
  const row = within((await screen.findByRole("cell", { name: "公共核单" })).closest("[role=row],tr") as HTMLElement);
  expect(row.queryByRole("button", { name: "流量分配" })).toBeNull();
  await user.click(row.getByRole("button", { name: /更多/ }));
  expect(await screen.findByRole("menuitem", { name: "变量" })).toBeVisible();
  expect(screen.queryByRole("menuitem", { name: "解析结果" })).toBeNull();
  await user.keyboard("{Escape}");
  await press("依赖查询");
  const dialog = within(await screen.findByRole("dialog", { name: "依赖查询" }));
  await user.selectOptions(dialog.getByLabelText("类型"), "公共子流程");
  await user.selectOptions(await dialog.findByLabelText("公共子流程"), "公共核单");
  expect(await dialog.findByRole("cell", { name: "问单号（第2版）、再问（最新版本）" })).toBeVisible();
});

test("G45 what leads to a flow and is none stands below those that name it", async () => {
  server.on(flowVersionApi.dependents.path, () => ({ flows: [], others: ["接入号码8000", "满意度评价"] }));
  await openTabOf(Root, "/processconfig");
  await screen.findByRole("cell", { name: "总机流程" });
  await press("依赖查询");
  const dialog = within(await screen.findByRole("dialog", { name: "依赖查询" }));
  await user.selectOptions(dialog.getByLabelText("类型"), "流程");
  await user.selectOptions(await dialog.findByLabelText("流程"), "总机流程");
  expect(await dialog.findByText("其他使用处：接入号码8000、满意度评价")).toBeVisible();
});

test("lines and robots of a robot's flow", async () => {
  const robot = { ...flow, id: "f5", name: "回访", flowType: 2, usedBy: [] };
  server.on(flowApi.list.path, page([flow, robot]));
  server.on(robotGroupApi.options.path, () => [
    { id: "l1", name: "线路一", kind: "line", bound: 1 },
    { id: "l2", name: "线路二", kind: "line", bound: 0 },
    { id: "r1", name: "小联", kind: "robot", bound: 0 },
  ]);
  server.on(robotGroupApi.create.path, () => ({ count: 2 }));
  server.on(robotGroupApi.delByFlowId.path, () => ({ count: 1 }));
  await openTabOf(Root, "/processconfig");
  await inRow("回访", "机器人");
  let dialog = within(await screen.findByRole("dialog", { name: "回访 的机器人" }));
  expect(await dialog.findByRole("checkbox", { name: "线路一" })).toBeChecked();
  await user.click(dialog.getByRole("checkbox", { name: "小联" }));
  await user.click(dialog.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(robotGroupApi.create.path)).toEqual([{ flowId: "f5", robotIds: ["l1", "r1"] }]),
  );
  // None: any line of the enterprise.
  await inRow("回访", "机器人");
  dialog = within(await screen.findByRole("dialog", { name: "回访 的机器人" }));
  await user.click(await dialog.findByRole("checkbox", { name: "线路一" }));
  await user.click(dialog.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(server.bodies(robotGroupApi.delByFlowId.path)).toEqual([{ flowId: "f5" }]));
});

test("training goes on after its answer, and how it ended is said", async () => {
  server.on(flowApi.train.path, () => ({ intents: 3 }));
  const shown: string[] = [];
  const end = onNotice(({ title, text = "" }) => void shown.push(`${title} ${text}`));
  // What earlier tests left waiting.
  shown.length = 0;
  await openTabOf(Root, "/processconfig");
  await inRow("总机流程", "训练意图");
  await waitFor(() => expect(shown).toEqual(["已开始训练“总机流程” 共3个意图，完成后会提示"]));
  const told = (flowId: string, status: 2 | 3 | 4, text = "") =>
    act(() => bus.publish("flow.updated", { flowId, versionId: "v2", revision: 3, status, by: "张建国", text }));
  told("f1", 2);
  told("f2", 3);
  told("f1", 4, "相似句过多");
  told("f1", 3);
  expect(shown.slice(1)).toEqual(["“总机流程”的意图没有训练成功 相似句过多"]);
  end();
});

test("a flow that names no intent is said to need no training, and the notice stays; a short training is told in order", async () => {
  server.on(flowApi.train.path, () => ({ intents: 0 }));
  const shown: PageNotice[] = [];
  const end = onNotice((notice) => void shown.push(notice));
  shown.length = 0;
  await openTabOf(Root, "/processconfig");
  await inRow("总机流程", "训练意图");
  const text = "草稿的识别分支和问答画布都没有选用意图，不需要训练。";
  // No success: that is a line which is gone after 3 s.
  await waitFor(() => expect(shown).toEqual([{ title: "“总机流程”没有要训练的意图", text, level: "info" }]));
  server.on(flowApi.train.path, () => {
    const over = { flowId: "f1", versionId: "v2", revision: 3, status: 3, by: "张建国", text: "" } as const;
    act(() => bus.publish("flow.updated", over));
    return { intents: 1 };
  });
  await inRow("总机流程", "训练意图");
  await waitFor(() => expect(shown.slice(1)).toEqual([{ title: "“总机流程”的意图已训练" }]));
  await waitFor(() => expect(server.bodies("/callin/api/v1/flow/train/f1")).toHaveLength(2));
  expect(shown).toHaveLength(2);
  end();
});

test("what the versions did with their calls stands beside the shares, with intervals", async () => {
  const rate = (count: number, share: number, low: number, high: number) => ({ count, share, low, high });
  server.on(flowReplayApi.outcomes.path, ({ body }) =>
    (body as { days: number }).days === 7
      ? [
          {
            ...{ versionId: "v2", version: 2, calls: 80, failed: rate(0, 0, 0, 0.0458) },
            ...{ hungUp: rate(8, 0.1, 0.052, 0.185), answered: rate(40, 0.5, 0.3929, 0.6071) },
          },
        ]
      : [],
  );
  await openTabOf(Root, "/processconfig");
  await inRow("总机流程", "流量分配");
  const results = within(await screen.findByRole("region", { name: "各版本的结果" }));
  expect(await results.findByRole("cell", { name: "10.0%（5.2%～18.5%）" })).toBeVisible();
  expect(results.getByRole("cell", { name: "50.0%（39.3%～60.7%）" })).toBeVisible();
  await user.selectOptions(results.getByLabelText("时间范围"), "最近1天");
  expect(await results.findByText("这段时间还没有通话走完流程。")).toBeVisible();
});

test("K24 the flow that asks for marks is chosen among those that can, and one that is switched off says so", async () => {
  let setting = { flowId: "", flowName: "", enabled: 0 };
  const { nodeCount: _, usedBy: __, ...draft } = rating;
  const fit = { ...draft, id: "f3", name: "五级评价", version: 1, versionId: "v1" };
  server.on(flowApi.satisficingList.path, page([draft, fit, { ...fit, id: "f4", name: "旧评价", enabled: 0 }]));
  server.on(flowSurveyApi.find.path, () => setting);
  server.on(flowSurveyApi.save.path, () => null);
  await openTabOf(Root, "/processconfig");
  await screen.findByRole("cell", { name: "总机流程" });
  await press("满意度评价");
  const first = within(await screen.findByRole("dialog", { name: "满意度评价" }));
  const choice = await first.findByLabelText("评价方式");
  expect(
    within(choice)
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual(["系统语音（按1至4评价）", "五级评价"]);
  await user.selectOptions(choice, "五级评价");
  await user.click(first.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(server.bodies(flowSurveyApi.save.path)).toEqual([{ flowId: "f3" }]));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "满意度评价" })).toBeNull());
  setting = { flowId: "f4", flowName: "旧评价", enabled: 0 };
  await press("满意度评价");
  const again = within(await screen.findByRole("dialog", { name: "满意度评价" }));
  await waitFor(() => expect(again.getByLabelText("评价方式")).toHaveDisplayValue("旧评价（已停用）"));
  expect(again.getByText("该流程已停用，现在使用系统语音")).toBeVisible();
});
