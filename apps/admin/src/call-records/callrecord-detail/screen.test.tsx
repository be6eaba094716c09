import { bus } from "@liantai/bus";
import { opened, store, telephonyChanged, telephonyReset, workspaceReset } from "@liantai/api/client";
import { authApi } from "@liantai/api/contract";
import { callFormApi, voicemailApi } from "@liantai/api/contract/admin";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { Root } from "../../root.tsx";
import type { CallLeg } from "./legs.tsx";
import { paths, record } from "../../testing/records.ts";
import { signIn } from "../../testing/screen.tsx";
import { refusal, type FakeServer } from "@liantai/ui/testing";

let server: FakeServer;
const open = (params: unknown = { callId: "c1" }) =>
  act(async () => void store.dispatch(opened({ to: "/callrecord/detail", params, title: "通话 138****5678" })));
const step = (seq: number, offsetMs: number, action: string, info: object = {}, agentId: string | null = null) => ({
  seq,
  at: "2026-11-20 09:00:00",
  offsetMs,
  action,
  actionType: 10,
  caller: "138****5678",
  callee: agentId ?? "4001",
  info: JSON.stringify(info),
  route: "",
  agentId,
});

const leg = (over: Partial<CallLeg>): CallLeg => ({
  seq: 1,
  party: 1,
  role: "agent",
  agentId: null,
  agentName: null,
  number: "1001",
  skillGroupId: null,
  skillGroupName: null,
  startTime: "2026-11-20 09:00:00",
  ringTime: null,
  answerTime: "2026-11-20 09:00:20",
  endTime: "2026-11-20 09:03:25",
  talkS: 0,
  holdS: 0,
  consultS: 0,
  conferenceS: 0,
  supervision: null,
  result: 200,
  left: null,
  sipCode: null,
  q850: null,
  mos: null,
  worstMos: null,
  loss: null,
  jitterMs: null,
  rttMs: null,
  ...over,
});

beforeEach(() => {
  server = signIn();
  act(() => void store.dispatch(telephonyReset()));
  URL.createObjectURL = () => "blob:recording";
  URL.revokeObjectURL = () => undefined;
  server.on(paths.detail, () => record());
  server.on(paths.track, () => [
    step(1, 0, "呼入", { content: "接入号码 4001" }),
    step(2, 12_340, "分配坐席", { content: "空闲最久" }, "1001"),
    step(3, 75_000, "通话结束", { content: "正常结束", lineupTotalTime: 12 }),
  ]);
  server.on(callFormApi.ofCall.path, () => []);
  server.on(paths.legs, () => [
    leg({ seq: 1, role: "customer", number: "138****5678", talkS: 185, left: "customerHungUp" }),
    leg({
      seq: 2,
      party: 2,
      agentId: "1001",
      agentName: "王芳",
      talkS: 65,
      left: "transferredConsult",
      mos: 3.42,
      loss: 0.084,
      rttMs: 60,
    }),
    leg({ seq: 3, party: 3, number: "0571****0000", answerTime: null, result: 594, left: "noAnswer", sipCode: 480 }),
  ]);
  server.on(paths.said, () => []);
  server.on(paths.noticed, () => []);
  server.on(paths.peaks, () => ({ durationMs: 90_000, left: [0.1, 0.5, 0.2], right: [0, 0, 0.4] }));
  server.on(paths.play, () => new Response(new Blob(["RIFF"]), { headers: { "content-type": "audio/wav" } }));
});

test("the facts of the call and its track with offsets and reasons", async () => {
  render(<Root />);
  await open();
  const facts = await screen.findByRole("region", { name: "通话信息" });
  for (const text of ["呼入", "138****5678", "售后", "已接听", "正常结束", "03:05", "c1"])
    expect(within(facts).getByText(text)).toBeVisible();
  expect(within(facts).getAllByText("王芳（1001）")).toHaveLength(2);
  const steps = within(await screen.findByRole("list", { name: "通话轨迹" }))
    .getAllByRole("listitem")
    .map((li) => li.textContent);
  expect(steps).toEqual([
    "+00:00.0呼入接入号码 4001",
    "+00:12.3分配坐席（坐席 1001）空闲最久",
    "+01:15.0通话结束正常结束，累计排队00:12",
  ]);
});

test("every party's stretch: who, when, how long, and how it ended", async () => {
  server.on(paths.detail, () => record({ transfers: 1, firstAgentName: "李雷", satisfaction: 8, agentId: "1002" }));
  render(<Root />);
  await open();
  const table = await screen.findByRole("table", { name: "通话各方" });
  const rows = within(table)
    .getAllByRole("row")
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    );
  expect(rows).toEqual([
    [
      "客户",
      "138****5678",
      "—",
      "09:00:00",
      "—",
      "09:00:20",
      "09:03:25",
      "03:05",
      "—",
      "—",
      "—",
      "—",
      "已接听",
      "客户挂断",
    ],
    [
      "坐席",
      "王芳（1001）",
      "—",
      "09:00:00",
      "—",
      "09:00:20",
      "09:03:25",
      "01:05",
      "—",
      "—",
      "—",
      "3.4 分（丢包 8.4%，往返 60 毫秒）",
      "已接听",
      "通话转",
    ],
    [
      "坐席",
      "0571****0000",
      "—",
      "09:00:00",
      "—",
      "—",
      "09:03:25",
      "—",
      "—",
      "—",
      "—",
      "—",
      "无人接听",
      "无人接听（SIP 480）",
    ],
  ]);
  const facts = within(screen.getByRole("region", { name: "通话信息" }));
  for (const text of ["李雷（1001）", "王芳（1002）", "8分"]) expect(facts.getByText(text)).toBeVisible();
});

test("the recording plays and is sought in two labelled channels, and stops for a call", async () => {
  const play = jest.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(function (this: HTMLMediaElement) {
    this.dispatchEvent(new Event("play"));
    return Promise.resolve();
  });
  const pause = jest.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(function (this: HTMLMediaElement) {
    this.dispatchEvent(new Event("pause"));
  });
  Object.defineProperty(HTMLMediaElement.prototype, "currentTime", { value: 0, writable: true, configurable: true });
  render(<Root />);
  await open();
  const player = await screen.findByRole("region", { name: "录音" });
  const button = await within(player).findByRole("button", { name: "播放" });
  expect(server.asked.find((a) => a.path === paths.play)?.query).toEqual({ callId: "c1" });
  for (const name of ["客户声道波形", "坐席声道波形"])
    await waitFor(() =>
      expect(within(player).getByRole("img", { name }).querySelector("path")!.getAttribute("d")).toMatch(/^M0 /),
    );
  fireEvent.click(button);
  expect(play).toHaveBeenCalled();
  expect(within(player).getByRole("button", { name: "暂停" })).toBeVisible();
  const slider = within(player).getByRole("slider", { name: "播放位置" });
  fireEvent.keyDown(slider, { key: "PageUp" });
  fireEvent.keyDown(slider, { key: "ArrowRight" });
  await waitFor(() => expect(slider).toHaveAttribute("aria-valuetext", "00:35，共01:30"));
  act(
    () =>
      void store.dispatch(
        telephonyChanged({
          call: {
            callId: "c9",
            direction: "inbound",
            phase: "ringing",
            number: "139",
            ringingAt: 0,
            held: false,
            agentLost: false,
          },
        }),
      ),
  );
  expect(pause).toHaveBeenCalled();
  expect(within(player).getByText("通话中，录音已暂停播放")).toBeVisible();
  expect(within(player).getByRole("button", { name: "播放" })).toBeDisabled();
});

test("K6: what a recording lacks is said beside the player", async () => {
  server.on(paths.detail, () => record({ recordingMissing: [{ fromMs: 3_100, toMs: 11_900 }] }));
  render(<Root />);
  await open();
  const note = await screen.findByRole("note");
  expect(note).toHaveTextContent("未完整录音约9秒没有录到（00:03至00:12），播放时为静音");
});

test("a recording that cannot be had says why and can be asked for again", async () => {
  server.on(paths.play, () => Response.json({ code: 404, msg: "录音不存在", data: null }));
  render(<Root />);
  await open();
  expect(await screen.findByText("录音不存在")).toBeVisible();
  server.on(paths.play, () => new Response(new Blob(["RIFF"]), { headers: { "content-type": "audio/wav" } }));
  fireEvent.click(screen.getByRole("button", { name: "重试" }));
  expect(await screen.findByRole("button", { name: "播放" })).toBeVisible();
});

test("a call that goes on is brought up to date when its record is there", async () => {
  server.on(paths.detail, () => record({ endTime: null, cause: null, result: 100, hasRecording: false }));
  render(<Root />);
  await open();
  expect(await screen.findByText("进行中")).toBeVisible();
  expect(screen.getByText("通话结束后可以在这里听录音。")).toBeVisible();
  server.on(paths.detail, () => record({ hasRecording: false }));
  act(() => bus.publish("call.recorded", { callId: "another", cause: "completed" }));
  act(() => bus.publish("call.recorded", { callId: "c1", cause: "completed" }));
  expect(await screen.findByText("这次通话没有录音。")).toBeVisible();
  expect(server.bodies(paths.detail)).toHaveLength(2);
});

test("forbidden and missing parameters are drawn", async () => {
  server.on(paths.detail, () => refusal("forbidden", "您没有权限执行此操作"));
  const { unmount } = render(<Root />);
  await open();
  expect(await screen.findByText("您没有权限查看此内容")).toBeVisible();
  unmount();
  act(() => void store.dispatch(workspaceReset()));
  render(<Root />);
  await open({ callId: 7 });
  expect(await screen.findByText("没有指定通话")).toBeVisible();
});

test("a message that could not be read is not said to be none, and is asked for again", async () => {
  server.on(paths.detail, () => record({ cause: "voicemailLeft" }));
  server.on(voicemailApi.ofCall.path, () => refusal("refused", "系统繁忙"));
  render(<Root />);
  await open();
  const panel = within(await screen.findByRole("region", { name: "留言处理" }));
  expect(await panel.findByText("系统繁忙")).toBeVisible();
  expect(panel.queryByText("没有待处理的留言。")).toBeNull();
  server.on(voicemailApi.ofCall.path, () => []);
  fireEvent.click(panel.getByRole("button", { name: "重试" }));
  expect(await panel.findByText("没有待处理的留言。")).toBeVisible();
});

test("K66 what a message says in writing stands under who sees to it", async () => {
  server.on(paths.detail, () => record({ cause: "voicemailLeft" }));
  server.on(voicemailApi.ofCall.path, () => [
    {
      ...{ id: "m1", callId: "c1", number: "136****0002", groupName: "客服一组", accessNumber: "4001", leftAt: 0 },
      ...{ lengthS: 42, state: "open", agentId: null, agentName: "", doneAt: null, doneBy: null },
      transcript: "请给我回电",
    },
  ]);
  render(<Root />);
  await open();
  const panel = await screen.findByRole("region", { name: "留言处理" });
  expect(await within(panel).findByText("请给我回电")).toBeVisible();
});

test("G78 a message that was left in a flow is seen to here as well, and its recording begins at it", async () => {
  Object.defineProperty(HTMLMediaElement.prototype, "currentTime", { value: 0, writable: true, configurable: true });
  server.on(paths.detail, () => record({ cause: "flowEnded" }));
  server.on(paths.track, () => [
    step(1, 0, "呼入"),
    { ...step(2, 1_000, "开始录音"), actionType: 25 },
    { ...step(3, 13_500, "开始留言"), actionType: 72 },
    { ...step(4, 20_000, "留言"), actionType: 73 },
  ]);
  server.on(voicemailApi.ofCall.path, () => []);
  render(<Root />);
  await open();
  expect(await screen.findByRole("region", { name: "留言处理" })).toBeVisible();
  const slider = await screen.findByRole("slider", { name: "播放位置" });
  await waitFor(() => expect(slider).toHaveAttribute("aria-valuetext", "00:12，共01:30"));
});

test("G95 nodes that the call took in a flow are shown, and lead to its replay in the editor", async () => {
  const node = (seq: number, nodeName: string) => ({
    ...step(seq, seq * 1_000, "进入节点", { content: `「${nodeName}」`, nodeId: nodeName, nodeName }),
    actionType: 111,
  });
  server.on(paths.track, () => [
    step(1, 0, "呼入"),
    { ...step(2, 1_000, "进入流程", { content: "流程「总机」", tempId: "f1" }), actionType: 100 },
    { ...step(3, 1_000, "流程开始", { content: "「开始」，第3版", data: "3" }), actionType: 110 },
    node(4, "开始"),
    node(5, "主菜单"),
  ]);
  const menu = { id: "m", name: "m", url: "/knownnav", alias: null, icon: null, category: 2, code: null, children: [] };
  server.on(authApi.roleMenu.path, () => [menu]);
  const opened: unknown[] = [];
  const end = bus.subscribe("tab.open", (request) => opened.push(request));
  render(<Root />);
  await open();
  const list = within(await screen.findByRole("list", { name: "流程「总机」第3版经过的节点" }));
  expect(list.getAllByRole("listitem").map((each) => each.textContent)).toEqual(["开始", " → 主菜单"]);
  fireEvent.click(await screen.findByRole("button", { name: "在流程中回放" }));
  expect(opened).toEqual([{ name: "knownnav", params: { id: "f1", replay: "c1" }, title: "流程回放" }]);
  end();
});

test("A10 a call that nobody listened to says so", async () => {
  render(<Root />);
  await open();
  const part = within(await screen.findByRole("region", { name: "对话" }));
  expect(await part.findByText(/没有识别记录/)).toBeVisible();
});

test("A10 what both sides said stands in the detail with what was noticed", async () => {
  const entry = { agentId: "1001", endTime: 2, mute: 6_000, chipin: 0, speed: null, badWords: ["投诉"], badWord: 1 };
  server.on(paths.said, () => [{ ...entry, id: "1", type: "customer", text: "我要投诉139****5678", startTime: 1 }]);
  server.on(paths.noticed, () => [
    { id: "w", agentId: "1001", kind: "badWord", time: 1, text: "客户说了敏感词：投诉", entryId: "1" },
  ]);
  render(<Root />);
  await open();
  expect(await screen.findByText("我要投诉139****5678")).toBeVisible();
  expect(screen.getByText("客户说了敏感词：投诉")).toBeVisible();
  expect(screen.getByText("静音6秒")).toBeVisible();
});

test("F102 what was written down in the call stands in its detail; an order opens in its list", async () => {
  const menu = {
    id: "m",
    name: "工单信息",
    url: "/workorderinformation",
    alias: null,
    icon: null,
    category: 2,
    code: null,
  };
  server.on(authApi.roleMenu.path, () => [{ ...menu, children: [] }]);
  const one = { id: "r1", formName: "客户表单", title: "王女士", orderId: "", createTime: "2026-11-20 09:02:00" };
  server.on(callFormApi.ofCall.path, () => [
    { ...one, fields: [{ label: "电话号码", text: "138****5678" }] },
    { ...one, id: "r2", formName: "报障单", title: "GD1 漏水", orderId: "o1", fields: [] },
  ]);
  const wanted: unknown[] = [];
  const end = bus.subscribe("tab.open", (what) => wanted.push(what));
  await open();
  render(<Root />);
  const part = within(await screen.findByRole("region", { name: "表单数据" }));
  expect(await part.findByText("客户表单 王女士")).toBeVisible();
  expect(part.getByText("138****5678")).toBeVisible();
  fireEvent.click(part.getByRole("button", { name: "打开工单" }));
  end();
  expect(wanted).toEqual([{ name: "workorderinformation", params: { caseId: "o1" }, cover: true }]);
  expect(server.bodies(callFormApi.ofCall.path)).toEqual([{ callId: "c1" }]);
});
