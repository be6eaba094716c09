import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { OutgoingMessage } from "@liantai/api/contract";
import { assistApi, type DialogueEntry } from "@liantai/api/contract/assist";
import { fakeServer, refusal } from "@liantai/ui/testing";
import { handleMessage } from "../messages/table.ts";
import { agentCallView } from "../testing/agent-client.ts";
import { shownBar } from "../testing/shown-bar.tsx";
import { talksOf } from "./page-talks.ts";

const talking = agentCallView({ phase: "talking", answeredAt: 1_000_000 });
const of = { callId: "c1", agentId: "1001" };
const entry = (id: string, more: Partial<DialogueEntry>): DialogueEntry => ({
  id,
  type: "customer",
  text: "你好",
  startTime: 1_000_000,
  endTime: 1_001_000,
  mute: 0,
  chipin: 0,
  speed: null,
  badWords: [],
  badWord: 0,
  ...more,
});

// Loaded with the first talk; to read it from the disk takes its time on a busy machine.
beforeAll(() => import("./assist-part.tsx"));

async function inTalk() {
  const made = await shownBar();
  const { bus } = made.core.ports;
  const said: unknown[] = [];
  bus.subscribe("assist.said", (message) => said.push(message));
  let seq = 0;
  const tell = (message: OutgoingMessage) =>
    act(async () => {
      const context = { bus, agentId: () => "1001", signOut: () => undefined };
      handleMessage({ ...message, seq: (seq += 1) }, context);
      await import("./page-talks.ts");
    });
  await act(async () => made.callIs(talking));
  return { ...made, bus, said, tell, panel: () => within(screen.getByRole("group", { name: "坐席辅助" })) };
}

test("A6 both sides' words, warnings, the next step and the customer are in the card; 400 ms after the talk nothing is kept", async () => {
  const { tell, panel, bus } = await inTalk();
  expect(screen.queryByText("正在聆听…")).toBeNull();
  await tell({ type: "ASR_START", ...of });
  await waitFor(() => expect(panel().getByText("正在聆听…")).toBeVisible());
  await tell({ type: "customerInfo", ...of, content: [{ label: "归属地", value: "浙江杭州" }] });
  await tell({ type: "CHAT", ...of, dialogueData: entry("1", { text: "我要退款" }) });
  await tell({
    type: "CHAT",
    ...of,
    dialogueData: entry("2", { type: "agent", text: "好的", chipin: 1, startTime: 1_002_000 }),
  });
  await tell({
    type: "WARN",
    ...of,
    warningData: { id: "w", kind: "chipin", time: 1, text: "坐席抢话：客户还在说话", entryId: "2" },
  });
  const steps = ["问候", "核实", "退款"].map((nodeName, at) => ({
    nodeId: `n${at}`,
    nodeName,
    content: `${nodeName}语`,
  }));
  const flow = { flowId: "f", flowData: { name: "售后", steps } };
  await tell({ type: "PROCESS", ...of, ...flow, nodeData: { nodeId: "n1", content: "核实语" } });
  await tell({
    type: "PROCESS",
    ...of,
    flowId: "",
    flowData: { name: "知识推荐", steps: [] },
    nodeData: { nodeId: "k", content: "三个工作日到账" },
  });
  const lines = within(panel().getByRole("log", { name: "双方对话" })).getAllByRole("listitem");
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^客户 .*我要退款$/),
    expect.stringMatching(/^坐席 .*抢话好的$/),
  ]);
  expect(panel().getByText("坐席抢话：客户还在说话")).toBeVisible();
  expect(within(panel().getByRole("region", { name: "流程：售后（2/3）" })).getByText("核实语")).toBeVisible();
  expect(panel().getByText("下一步：退款")).toBeVisible();
  expect(within(panel().getByRole("region", { name: "知识推荐" })).getByText("三个工作日到账")).toBeVisible();
  expect(panel().getByText("浙江杭州")).toBeVisible();
  const talks = talksOf(bus);
  expect(talks.size).toBe(1);
  jest.useFakeTimers();
  try {
    act(() => bus.publish("call.ended", { callId: "c1", cause: "completed" }));
    act(() => void jest.advanceTimersByTime(399));
    expect(talks.size).toBe(1);
    act(() => void jest.advanceTimersByTime(1));
    expect(talks.size).toBe(0);
  } finally {
    jest.useRealTimers();
  }
  // The last sentence comes when the talk is over: it belongs to its record.
  await tell({ type: "CHAT", ...of, dialogueData: entry("3", {}) });
  expect(talks.size).toBe(0);
});

test("A8 what is said in another seat's talk goes on the bus and not into the own card", async () => {
  const { tell, said, panel } = await inTalk();
  const message = { type: "CHAT", callId: "c9", agentId: "1002", dialogueData: entry("1", {}) } as const;
  await tell(message);
  expect(said).toEqual([{ ...message, seq: 1 }]);
  expect(panel().queryByRole("log")).toBeNull();
});

test("A1 the own talk is listened to by a press, and no longer by another; why not is said with 推流失败！", async () => {
  const server = fakeServer();
  server.on(assistApi.push.path, () => refusal("refused", "推流失败！对方是坐席"));
  server.on(assistApi.stop.path, () => null);
  const { tell, panel } = await inTalk();
  const press = (name: string) => userEvent.click(panel().getByRole("button", { name }));
  await press("开始聆听");
  expect(await panel().findByRole("alert")).toHaveTextContent("推流失败！对方是坐席");
  server.on(assistApi.push.path, () => null);
  await press("开始聆听");
  await waitFor(() => expect(panel().getByRole("button", { name: "停止聆听" })).toBeVisible());
  expect(panel().queryByRole("alert")).toBeNull();
  await tell({ type: "ASR_START", ...of });
  await tell({ type: "CHAT", ...of, dialogueData: entry("1", { text: "我要退款" }) });
  await press("停止聆听");
  expect(await panel().findByText("已停止聆听，之前的内容仍然保留。")).toBeVisible();
  expect(panel().getByText("我要退款")).toBeVisible();
  expect(server.asked.filter(({ path }) => path.includes("pushStream")).map(({ path }) => path)).toEqual([
    ...[assistApi.push.path, assistApi.push.path, assistApi.stop.path],
  ]);
});

test("A16 after a reload the process stands where it stood, and the button says whether the talk is listened to", async () => {
  const steps = [
    { nodeId: "n1", nodeName: "问候", content: "您好" },
    { nodeId: "n2", nodeName: "核实", content: "请报订单号" },
  ];
  const process = { flowId: "f", flowData: { name: "售后", steps }, nodeData: { nodeId: "n2", content: "请报订单号" } };
  const reloaded = async (listening: 0 | 1) => {
    const server = fakeServer();
    server.on(assistApi.msg.path, () => [{ ...entry("1", { text: "我要退款" }), agentId: "1001" }]);
    server.on(assistApi.warn.path, () => []);
    server.on(assistApi.process.path, () => [{ ...process, listening }]);
    const made = await shownBar();
    await act(async () => made.callIs({ ...talking, answeredAt: made.core.ports.clock.now() - 60_000 }));
    const panel = within(await screen.findByRole("group", { name: "坐席辅助" }));
    expect(await panel.findByRole("region", { name: "流程：售后（2/2）" })).toBeVisible();
    return panel;
  };
  const stopped = await reloaded(0);
  expect(stopped.getByRole("button", { name: "开始聆听" })).toBeVisible();
  expect(stopped.getByText("已停止聆听，之前的内容仍然保留。")).toBeVisible();
  expect(stopped.getByText("我要退款")).toBeVisible();
  cleanup();
  expect((await reloaded(1)).getByRole("button", { name: "停止聆听" })).toBeVisible();
});
