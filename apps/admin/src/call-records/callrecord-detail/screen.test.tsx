import { bus } from "@liantai/bus";
import { opened, store, telephonyChanged, telephonyReset, workspaceReset } from "@liantai/api/client";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { Root } from "../../root.tsx";
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
  server.on(paths.peaks, () => ({ durationMs: 90_000, left: [0.1, 0.5, 0.2], right: [0, 0, 0.4] }));
  server.on(paths.play, () => new Response(new Blob(["RIFF"]), { headers: { "content-type": "audio/wav" } }));
});

test("the facts of the call and its track with offsets and reasons", async () => {
  render(<Root />);
  await open();
  const facts = await screen.findByRole("region", { name: "通话信息" });
  for (const text of ["呼入", "138****5678", "售后", "王芳（1001）", "已接听", "正常结束", "03:05", "c1"])
    expect(within(facts).getByText(text)).toBeVisible();
  const steps = within(await screen.findByRole("list", { name: "通话轨迹" }))
    .getAllByRole("listitem")
    .map((li) => li.textContent);
  expect(steps).toEqual([
    "+00:00.0呼入接入号码 4001",
    "+00:12.3分配坐席（坐席 1001）空闲最久",
    "+01:15.0通话结束正常结束，累计排队12秒",
  ]);
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
