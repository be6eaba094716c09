import { flowReplayApi, flowTestApi } from "@liantai/api/contract/flow-editor";
import { accessNumApi } from "@liantai/api/contract/flow-surroundings";
import { cdrApi } from "@liantai/api/contract";
import { opened, store } from "@liantai/api/client";
import { openTabOf, page, refusal, type FakeServer } from "@liantai/ui/testing";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../../../root.tsx";
import { changedIn, secondsText, takenUpTo, testName, visitAt, type CallReplay } from "../model/replay.ts";
import { flowServer } from "../testing/flows.ts";

let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;

const visit = (at: number, nodeId: string, nodeName: string, exit: string, exitName: string, more = {}) => ({
  ...{ at, nodeId, nodeName, nodeType: "", subProcessId: "主流程", exit, exitName, nextNodeId: "" },
  ...{ says: [], why: [], vars: {}, ...more },
});
const replay: CallReplay = {
  ...{ callId: "call-123456", startTime: "2026-03-01 09:00:00", caller: "138****0000", ownVersion: 1, version: 1 },
  visits: [
    visit(0, "start", "开始", "next", "下一步"),
    visit(500, "menu", "主菜单", "key-2", "按2", {
      ...{ says: ["人工服务请按1"], why: ["客户按键 2"], vars: { lastKeys: "2", pin: "***" } },
    }),
    visit(4_000, "bye", "再见", "", "", { why: ["流程结束：流程挂机"], vars: { lastKeys: "2", pin: "***" } }),
  ],
  stored: [
    { at: 0, nodeId: "start", nodeName: "开始", exit: "next" },
    { at: 500, nodeId: "menu", nodeName: "主菜单", exit: "key-2" },
    { at: 4_000, nodeId: "bye", nodeName: "再见", exit: "" },
  ],
  ...{ departs: null, result: "流程挂机", target: "", missing: [], recordingMs: null },
  test: { steps: [{ do: "keys", value: "2" }], overrides: {}, expect: [{ what: "node", value: "bye" }] },
};
const call = {
  ...{ callId: "call-123456", at: "2026-03-01 09:00:00", caller: "138****0000", versionId: "v1", version: 1, nodes: 3 },
  ...{ lastNode: "再见", outcome: "hungUp", hasRecording: 1 },
};

beforeEach(() => {
  user = userEvent.setup();
  server = flowServer();
  server.on(flowReplayApi.calls.path, page([call]));
  server.on(flowReplayApi.replay.path, () => replay);
  server.on(flowReplayApi.counters.path, () => ({
    calls: 9,
    nodes: [
      {
        ...{ nodeId: "menu", visits: 12, exits: 8, hangUps: 3, meanMs: 4_200, bargeIns: 5, falseBargeIns: 2 },
        branches: [
          { exit: "key-1", count: 6 },
          { exit: "key-2", count: 2 },
        ],
      },
    ],
  }));
});

const side = () => within(screen.getByRole("complementary", { name: "回放" }));
const card = (name: string) => screen.getByRole("group", { name: new RegExp(`节点：${name}(，|$)`) });
const shown = () => within(side().getByRole("region", { name: "这一步" }));

async function openEditor(): Promise<void> {
  await openTabOf(Root, "/knownnav", "?id=f1");
  await screen.findByRole("group", { name: /主菜单/ });
}
async function openReplay(): Promise<void> {
  await openEditor();
  await user.click(screen.getByRole("tab", { name: "回放" }));
  await user.click(await side().findByRole("button", { name: /138\*\*\*\*0000/ }));
  await side().findByText("与原通话经过的节点一致");
}

test("a call is chosen and gone through forward and back: node, why, variables, exits on the canvas", async () => {
  await openReplay();
  expect(server.bodies(flowReplayApi.replay.path)[0]).toMatchObject({
    ...{ flowId: "f1", callId: "call-123456", versionId: "" },
  });
  expect(shown().getByText("开始")).toBeVisible();
  await user.click(side().getByRole("button", { name: "下一步" }));
  for (const text of ["播放：人工服务请按1", "客户按键 2", "走“按2”", "pin = ***"])
    expect(shown().getByText(text)).toBeVisible();
  await waitFor(() => expect(card("主菜单")).toHaveClass("selected"));
  expect(within(card("主菜单")).getByText("按2 ×1")).toBeInTheDocument();
  await user.keyboard("{End}");
  expect(shown().getByText("再见")).toBeVisible();
  await user.keyboard("{ArrowLeft}{ArrowLeft}");
  expect(shown().getByText("开始")).toBeVisible();
  expect(within(card("主菜单")).getByText("按2 ×0")).toBeInTheDocument();
  await user.click(within(side().getByRole("list", { name: "经过的节点" })).getByRole("button", { name: /再见/ }));
  expect(side().getByText("3 / 3")).toBeVisible();
});

test("under the draft: what is drawn is sent, and where the way departs is said", async () => {
  await openReplay();
  server.on(flowReplayApi.replay.path, () => ({
    ...{ ...replay, version: 0, departs: 1, missing: ["原通话没有问过：接口调用"] },
  }));
  await user.selectOptions(side().getByRole("combobox", { name: "按哪个版本回放" }), "当前草稿");
  expect(await side().findByText("从第2个节点起与原通话不同，原通话是「主菜单」")).toBeVisible();
  expect(side().getByText("原通话没有问过：接口调用")).toBeVisible();
  const asked = server.bodies(flowReplayApi.replay.path).at(-1) as { versionId: string; flow: string };
  expect(asked.versionId).toBe("draft");
  expect(asked.flow).toContain("人工服务请按1");
});

test("G93 one press keeps it as a test, and what the draft makes of it is said", async () => {
  server.on(flowTestApi.add.path, () => ({ id: "t9" }));
  server.on(flowTestApi.run.path, () => ({
    ...{ passed: 0, failed: 1, coverage: { nodes: { all: 1, missing: [] }, exits: { all: 1, missing: [] } } },
    results: [{ id: "t9", name: "n", passed: 0, faults: ["没有经过节点“bye”"], taken: [], track: [] }],
  }));
  await openReplay();
  await user.click(side().getByRole("button", { name: "存为测试" }));
  expect(
    await side().findByText("已存为测试「通话03-01 09:00 123456」，在当前草稿上没有通过：没有经过节点“bye”"),
  ).toBeVisible();
  expect(server.bodies(flowTestApi.add.path)[0]).toMatchObject({ flowId: "f1", test: replay.test, enabled: 1 });
  server.on(flowTestApi.add.path, () => refusal("invalid", "测试名称已存在"));
  await user.click(side().getByRole("button", { name: "存为测试" }));
  expect(await side().findByText("测试名称已存在")).toBeVisible();
});

test("who may not change the flow keeps no tests", async () => {
  server = flowServer([]);
  server.on(flowReplayApi.calls.path, page([call]));
  server.on(flowReplayApi.replay.path, () => replay);
  await openReplay();
  expect(side().queryByRole("button", { name: "存为测试" })).toBeNull();
});

test("G95 a call's detail opens its replay at once", async () => {
  await openTabOf(Root, "/processconfig");
  await act(
    async () =>
      void store.dispatch(opened({ to: "knownnav", params: { id: "f1", replay: "call-123456" }, title: "回放" })),
  );
  expect(await screen.findByText("与原通话经过的节点一致")).toBeVisible();
});

test("the recording goes along: a step moves it, its going on moves the step", async () => {
  jest.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  URL.createObjectURL = () => "blob:recording";
  URL.revokeObjectURL = () => undefined;
  server.on(cdrApi.playRecording.path, () => new Response(new Blob(["RIFF"])));
  server.on(cdrApi.recordingPeaks.path, () => ({ durationMs: 10_000, left: [0.1], right: [0.1] }));
  server.on(flowReplayApi.replay.path, () => ({ ...replay, recordingMs: 1_000 }));
  await openReplay();
  await side().findByRole("button", { name: "播放" });
  const audio = document.querySelector("aside audio") as HTMLAudioElement;
  await user.click(side().getByRole("button", { name: "最后一步" }));
  expect(audio.currentTime).toBe(5);
  Object.defineProperty(audio, "paused", { value: false, configurable: true });
  audio.currentTime = 2;
  fireEvent.timeUpdate(audio);
  expect(shown().getByText("主菜单")).toBeVisible();
  expect(audio.currentTime).toBe(2);
  jest.restoreAllMocks();
});

test("G94 counters are a layer: figures say what they count, and lead to the calls behind them", async () => {
  await openEditor();
  expect(screen.queryByText("进入 12")).toBeNull();
  await user.selectOptions(screen.getByRole("combobox", { name: "图层" }), "通话数据");
  const menu = within(await waitFor(() => card("主菜单")));
  expect(await menu.findByText("进入 12")).toHaveAttribute("title", expect.stringContaining("进入次数"));
  expect(menu.getByText("平均 4.2秒")).toBeInTheDocument();
  expect(within(card("再见")).getByText("进入 0")).toBeInTheDocument();
  // Of five times that speech cut it off; where none did there is nothing to say.
  expect(menu.getByText("误打断 2/5")).toHaveAttribute("title", expect.stringContaining("除以声音打断话术的总次数"));
  expect(within(card("再见")).queryByText(/误打断/)).toBeNull();
  expect(screen.getByText("9次通话")).toBeVisible();
  await user.selectOptions(screen.getByRole("combobox", { name: "时间范围" }), "最近7天");
  await user.selectOptions(screen.getByRole("combobox", { name: "数据的版本" }), "第2版");
  await waitFor(() =>
    expect(server.bodies(flowReplayApi.counters.path).at(-1)).toMatchObject({ days: 7, versionId: "v2" }),
  );
  fireEvent.click(await within(card("主菜单")).findByText("挂机 3"));
  expect(await side().findByText("「主菜单」挂机的通话")).toBeVisible();
  await waitFor(() =>
    expect(server.bodies(flowReplayApi.calls.path).at(-1)).toMatchObject({
      ...{ flowId: "f1", days: 7, versionId: "v2", nodeId: "menu", how: "hungUp" },
    }),
  );
  fireEvent.click(within(card("主菜单")).getByText("误打断 2/5"));
  expect(await side().findByText("「主菜单」误打断的通话")).toBeVisible();
  await waitFor(() =>
    expect(server.bodies(flowReplayApi.calls.path).at(-1)).toMatchObject({ nodeId: "menu", how: "falseBargeIn" }),
  );
  fireEvent.click(within(card("主菜单")).getByText("按1 ×6"));
  await waitFor(() =>
    expect(server.bodies(flowReplayApi.calls.path).at(-1)).toMatchObject({ nodeId: "menu", exit: "key-1" }),
  );
  await user.click(side().getByRole("button", { name: "显示全部" }));
  await waitFor(() => expect(server.bodies(flowReplayApi.calls.path).at(-1)).not.toHaveProperty("nodeId"));
});

test("what a replay is read by", () => {
  const { visits } = replay;
  expect(takenUpTo(visits, 1)).toEqual(
    new Map([
      ["start/next", 1],
      ["menu/key-2", 1],
    ]),
  );
  expect(changedIn(visits, 2)).toEqual([]);
  expect(changedIn(visits, 1)).toEqual([
    { name: "lastKeys", value: "2", before: "" },
    { name: "pin", value: "***", before: "" },
  ]);
  expect([0, 1.6, 99].map((seconds) => visitAt(visits, 1_000, seconds))).toEqual([0, 1, 2]);
  expect([secondsText(4_249), secondsText(61_000)]).toEqual(["4.2秒", "1分1秒"]);
  expect(testName(replay)).toBe("通话03-01 09:00 123456");
});

test("where a call was led is said by its name", async () => {
  server.on(accessNumApi.choices.path, () => ({ skillGroup: [{ id: "g1", label: "客服一组" }] }));
  server.on(flowReplayApi.replay.path, () => ({ ...replay, target: "g1" }));
  await openReplay();
  expect(await side().findByText(/，目标客服一组$/)).toBeVisible();
});
