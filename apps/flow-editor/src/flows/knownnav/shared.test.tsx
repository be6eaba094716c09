/** Shared sub-processes in the editor: chosen in the form of a jump, looked at, made out of one of the flow's own. */
import {
  engineApi,
  flowApi,
  flowVersionApi,
  innerKnowledgeApi,
  intentApi,
  knowledgeClassApi,
} from "@liantai/api/contract/flow-editor";
import { accessNumApi, customerFormConfApi, interfaceConfigApi } from "@liantai/api/contract/flow-surroundings";
import type { FlowBody, FlowNode } from "@liantai/api/flows";
import { openTabOf, page, type FakeServer } from "@liantai/ui/testing";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../../root.tsx";
import { bodyWith, node, says, small } from "./testing/design.ts";
import { flowServer, loaded, row, version } from "./testing/flows.ts";

let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;

const variable = (vName: string, vAlias: string, value = "") => ({ vName, vAlias, type: "text", value }) as const;
const jump = node("call", "jump", { nodeName: "问单号", y: 300, config: { to: "subProcess" } });
const own = [
  node("s2", "start", { nodeName: "入口", nextNodeId: "p2" }),
  node("p2", "play", { nodeName: "报单号", talkings: [says("t9", "您的单号是${orderNo}")], nextNodeId: "e2" }),
  node("e2", "end", { nodeName: "返回", config: { result: "好" } }),
];
const body = bodyWith(
  { 主流程: [...small, jump], 核单: own },
  { collectVariable: [variable("orderNo", "单号"), variable("other", "别的")] },
);
/** Of the shared one: what it is handed, and its results. */
const called = bodyWith(
  {
    主流程: [
      node("start", "start", { nodeName: "开始", nextNodeId: "ask", config: { inputs: ["orderNo"] } }),
      node("ask", "play", { nodeName: "问一句", x: 260, talkings: [says("t1", "您好")], nextNodeId: "yes" }),
      node("yes", "end", { nodeName: "问到了", x: 540, config: { result: "问到" } }),
      node("no", "end", { nodeName: "没问到", x: 540, y: 200, config: { result: "没问到" } }),
    ],
  },
  { collectVariable: [variable("orderNo", "单号")] },
);

beforeEach(() => {
  user = userEvent.setup();
  server = flowServer(["edit", "publish", "add"]);
  server.on(flowApi.find.path, ({ params }) => ({ ...loaded, id: params["id"], flow: JSON.stringify(body) }));
  const more = { nodeCount: 4, testCount: 0, shared: 0, usedBy: [] };
  server.on(
    flowApi.list.path,
    page([
      { ...row, ...more, id: "f2", name: "夜间流程" },
      { ...row, ...more, id: "s1", name: "公共核单", flowType: 6 },
    ]),
  );
  server.on(flowVersionApi.versions.path, () => [version(2), version(1)]);
  server.on(flowVersionApi.versionFind.path, ({ body: asked }) => ({
    ...{ versionId: asked["versionId"], version: 2, id: "s1", flowType: 6, flow: JSON.stringify(called), tts: "" },
    ...{ note: "", publishTime: row.publishTime, publishedBy: "" },
  }));
  server.on(accessNumApi.choices.path, () => ({ skillGroup: [{ id: "g1", label: "客服部" }] }));
  for (const api of [customerFormConfApi, interfaceConfigApi, intentApi, knowledgeClassApi, innerKnowledgeApi])
    server.on(api.list.path, page([]));
  server.on(engineApi.options.path, page([]));
});

const panel = () => within(screen.getByRole("complementary", { name: "属性" }));
async function opened(): Promise<void> {
  if (screen.queryByRole("button", { name: "返回列表" })) return;
  await openTabOf(Root, "/knownnav", "?id=f1");
  await screen.findByRole("button", { name: "返回列表" });
}
async function choose(name: string): Promise<void> {
  await opened();
  (await screen.findByRole("group", { name: new RegExp(`节点：${name}(，|$)`) })).focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(panel().getByLabelText("节点名称")).toHaveValue(name));
}
async function saved(): Promise<FlowNode> {
  // What was typed last settles first.
  await act(() => new Promise((done) => setTimeout(done, 350)));
  await user.click(screen.getByRole("button", { name: "保存草稿" }));
  await screen.findByText("已保存");
  const { flow } = server.bodies(flowApi.save.path).at(-1) as { flow: string };
  return (JSON.parse(flow) as FlowBody).nodes[0]!.subProcess.flow.nodes.find(({ nodeId }) => nodeId === "call")!;
}

test("G123 a jump calls a shared sub-process: which, its version, the results that have an exit", async () => {
  await choose("问单号");
  expect(panel().queryByLabelText("版本")).toBeNull();
  await user.selectOptions(panel().getByLabelText("跳转到"), "公共子流程");
  // Flows that calls begin in are none.
  expect(panel().queryByRole("option", { name: "夜间流程" })).toBeNull();
  await user.selectOptions(panel().getByLabelText("目标"), "公共核单");
  expect(await panel().findByText("调用前要给这些变量赋值：单号（orderNo）")).toBeVisible();
  const versions = panel().getByLabelText("版本");
  expect(versions).toHaveValue("");
  await user.selectOptions(versions, "第1版（第1次）");
  await user.selectOptions(await panel().findByLabelText("添加返回结果"), "没问到");
  expect(await panel().findByLabelText("没问到")).toBeVisible();
  const { config } = await saved();
  expect(config).toMatchObject({ to: "shared", targetId: "s1", version: "v1", results: ["没问到"] });
});

test("G123 the version that is called is looked at from the flow, and not changed there", async () => {
  await choose("问单号");
  await user.selectOptions(panel().getByLabelText("跳转到"), "公共子流程");
  await user.selectOptions(panel().getByLabelText("目标"), "公共核单");
  await user.click(await panel().findByRole("button", { name: "查看公共子流程" }));
  const view = within(await screen.findByRole("dialog", { name: "公共子流程“公共核单”" }));
  const card = await view.findByRole("group", { name: /节点：问一句/ });
  card.focus();
  await user.keyboard("{Delete}");
  expect(view.getByRole("group", { name: /节点：问一句/ })).toBeInTheDocument();
});

test("G123 a sub-process of the flow becomes a shared one, with what it uses and what it is handed", async () => {
  server.on(flowApi.create.path, () => ({ id: "s9", revision: 1 }));
  await openTabOf(Root, "/knownnav", "?id=f1");
  await user.click(await screen.findByRole("tab", { name: "核单" }));
  await user.click(await screen.findByRole("button", { name: "存为公共子流程" }));
  const dialog = within(await screen.findByRole("dialog", { name: "存为公共子流程" }));
  const name = dialog.getByLabelText("名称");
  await user.clear(name);
  await user.type(name, "核对单号");
  await user.click(dialog.getByRole("button", { name: "确定" }));
  await waitFor(() => expect(server.bodies(flowApi.create.path)).toHaveLength(1));
  const [sent] = server.bodies(flowApi.create.path) as { name: string; flowType: number; flow: string }[];
  expect(sent).toMatchObject({ name: "核对单号", flowType: 6 });
  const made = JSON.parse(sent!.flow) as FlowBody;
  expect(made.nodes.map(({ subProcess }) => [subProcess.subProcessName, subProcess.classification])).toEqual([
    ["核单", 1],
  ]);
  expect(made.collectVariable.map(({ vName }) => vName)).toEqual(["orderNo"]);
  expect(made.nodes[0]!.subProcess.flow.nodes[0]!.config).toEqual({ inputs: ["orderNo"] });
});

test("G124 what a shared sub-process is handed is set at its start; other flows have no such field", async () => {
  await choose("开始");
  expect(panel().queryByText("传入变量")).toBeNull();
});

test("G124 the start of a shared one has the field; what is the calling flow's is said", async () => {
  server.on(flowApi.find.path, () => ({ ...loaded, flowType: 6, flow: JSON.stringify(called) }));
  await opened();
  expect(await screen.findByText(/未听懂、超时的话术和音色用调用它的流程的/)).toBeVisible();
  await choose("开始");
  expect(await panel().findByText("传入变量")).toBeVisible();
  expect(panel().getByText("单号（orderNo）")).toBeVisible();
  // The limit of who calls it holds (G139).
  expect(panel().queryByLabelText(/接口等待总时限/)).toBeNull();
  // What the engine sets is everywhere.
  expect(panel().queryByRole("option", { name: /主叫号码/ })).toBeNull();
});
