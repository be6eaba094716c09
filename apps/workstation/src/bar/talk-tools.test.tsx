import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { agentCallView } from "../testing/agent-client.ts";
import { shownBar } from "../testing/shown-bar.tsx";
import { talkTools } from "./talk-part.ts";

describe("the tools of a talk", () => {
  // Loaded with the first talk; to read it from the disk takes its time on a busy machine.
  beforeAll(() => talkTools.load());

  afterEach(() => jest.useRealTimers());

  async function inCall(recording: ReturnType<typeof agentCallView>["recording"]) {
    const made = await shownBar();
    const show = (next: typeof recording, callId = "c1") =>
      act(() => made.callIs(agentCallView({ callId, phase: "talking", answeredAt: 1_000_000, recording: next! })));
    show(recording);
    return { ...made, show };
  }
  const sign = () => screen.getByRole("status", { name: "录音状态" });

  test("one press pauses, the next goes on; the card shows which", async () => {
    const made = await inCall({ state: "on", auto: true });
    expect(sign()).toHaveTextContent("录音中");
    fireEvent.click(await screen.findByRole("button", { name: "暂停录音" }));
    expect(made.commands().at(-1)).toMatchObject({ name: "recordControl", fields: { callId: "c1", action: "pause" } });
    await act(() => made.answer("recordControl", 1));
    made.show({ state: "paused", auto: true, until: 1_180_000 });
    expect(sign()).toHaveTextContent("录音已暂停");
    expect(screen.getByRole("button", { name: "录音标记" })).toBeDisabled();
    fireEvent.click(screen.getByRole("button", { name: "恢复录音" }));
    expect(made.commands().at(-1)).toMatchObject({ name: "recordControl", fields: { action: "resume" } });
  });

  test("K23 a pause says how long it lasts until the recording goes on by itself", async () => {
    jest.useFakeTimers({ now: 1_000_000, doNotFake: ["queueMicrotask"] });
    const left = () => screen.queryByRole("timer", { name: "录音恢复倒计时" });
    const made = await inCall({ state: "on", auto: true });
    expect(left()).toBeNull();
    made.show({ state: "paused", auto: true, until: 1_180_000 });
    expect(sign()).toHaveTextContent("录音已暂停");
    expect(left()).toHaveTextContent(/^剩余 03:00，到时自动恢复录音$/);
    act(() => jest.advanceTimersByTime(137_000));
    expect(left()).toHaveTextContent(/^剩余 00:43，/);
    made.show({ state: "on", auto: true });
    expect(left()).toBeNull();
  });

  test("K52 while the customer types in secret or is with a voice the pause ends with that, and no time is promised", async () => {
    const made = await inCall({ state: "paused", auto: true, until: 1_180_000 });
    const left = () => screen.queryByRole("timer", { name: "录音恢复倒计时" });
    const pausedIn = (part: Parameters<typeof agentCallView>[0]) =>
      act(() =>
        made.callIs(
          agentCallView({
            phase: "talking",
            answeredAt: 1_000_000,
            recording: { state: "paused", auto: true, until: 1_180_000 },
            ...part,
          }),
        ),
      );
    expect(left()).toBeVisible();
    pausedIn({ secure: { name: "卡号", count: 0, most: 19, endsAt: 1_060_000, mine: true } });
    expect(sign()).toHaveTextContent("录音已暂停");
    expect(left()).toBeNull();
    pausedIn({
      suspended: { name: "身份验证", since: 1_000_000, step: "keys", turn: 2, turns: 3, count: 4, mine: true },
    });
    expect(left()).toBeNull();
    pausedIn({});
    expect(left()).toBeVisible();
  });

  test("a mark takes a few words; what goes on by itself cannot be stopped here", async () => {
    const made = await inCall({ state: "on", auto: true });
    fireEvent.click(await screen.findByRole("button", { name: "录音标记" }));
    const panel = within(screen.getByRole("dialog", { name: "录音标记" }));
    expect(panel.queryByRole("button", { name: "停止录音" })).toBeNull();
    fireEvent.change(panel.getByRole("textbox", { name: "标记说明" }), { target: { value: " 投诉 " } });
    fireEvent.click(panel.getByRole("button", { name: "标记" }));
    fireEvent.submit(panel.getByRole("textbox", { name: "标记说明" }).closest("form")!);
    expect(made.commands().filter(({ fields }) => fields["action"] === "mark")).toHaveLength(1);
    expect(made.commands().at(-1)).toMatchObject({ name: "recordControl", fields: { action: "mark", text: "投诉" } });
    await act(() => made.answer("recordControl", 1));
    expect(screen.queryByRole("dialog", { name: "录音标记" })).toBeNull();
  });

  test("begun by hand: a refusal is said in words, and it can be stopped", async () => {
    const made = await inCall({ state: "off", auto: false });
    expect(sign()).toHaveTextContent("未录音");
    fireEvent.click(await screen.findByRole("button", { name: "开始录音" }));
    await act(() => made.answer("recordControl", -403, { msg: "当前状态不能执行此操作" }));
    expect(made.notices()).toContain("当前状态不能执行此操作");
    made.show({ state: "on", auto: false });
    fireEvent.click(screen.getByRole("button", { name: "录音标记" }));
    fireEvent.click(screen.getByRole("button", { name: "停止录音" }));
    expect(made.commands().at(-1)).toMatchObject({ name: "recordControl", fields: { action: "stop" } });
  });

  test("满意度 asks the customer, and says what came of it", async () => {
    const made = await inCall({ state: "on", auto: true });
    fireEvent.click(await screen.findByRole("button", { name: "满意度" }));
    await waitFor(() => expect(made.notices()).toContain("已邀请客户评价"));
    made.show({ state: "on", auto: true }, "c2");
    fireEvent.click(screen.getByRole("button", { name: "满意度" }));
    await waitFor(() => expect(made.notices()).toContain("通话不存在"));
  });
});
