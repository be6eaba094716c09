import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FakeCall } from "../testing/fake-phone.ts";
import { agentCallView, makeAgentClient, type TestAgentClient } from "../testing/agent-client.ts";
import { drawBar, shownBar } from "../testing/shown-bar.tsx";
import { settle } from "../testing/virtual-clock.ts";
import { talkTools } from "./talk-part.ts";

beforeAll(() => talkTools.load());

afterEach(() => jest.useRealTimers());

const button = (name: string) =>
  within(screen.getByRole("region", { name: "话务工具条" })).getAllByRole("button", { name })[0]!;
const key = (code: string) => fireEvent.keyDown(document.body, { code, altKey: true });
const talking = agentCallView({ phase: "talking", answeredAt: 1_000_000 });
const ring = async (made: TestAgentClient) => {
  const leg = new FakeCall("c1");
  await act(async () => {
    made.callIs(agentCallView());
    made.line.phone.ring(leg);
    await settle();
  });
  return leg;
};

test("shows the state and switches it", async () => {
  const made = await shownBar();
  expect(screen.getByRole("status", { name: "坐席状态" })).toHaveTextContent("忙碌");
  expect([button("就绪"), button("忙碌")].map((b) => b.getAttribute("aria-pressed"))).toEqual(["false", "true"]);
  const before = made.commands().length;
  fireEvent.click(button("忙碌"));
  expect(made.commands()).toHaveLength(before);
  expect(button("忙碌")).toBeEnabled();
  fireEvent.click(button("就绪"));
  expect(made.commands().at(-1)).toMatchObject({ name: "setState", fields: { state: "1" } });
  act(() => made.agentIs(1));
  expect(screen.getByRole("status", { name: "坐席状态" })).toHaveTextContent("空闲");
});

test("C13 who was forced out reads why, and comes back by 就绪", async () => {
  const made = await shownBar();
  act(() => made.agentIs(0, { reason: "byMonitor" }));
  const status = screen.getByRole("status", { name: "坐席状态" });
  expect(status).toHaveTextContent("离线");
  expect(status).toHaveTextContent("班长操作");
  expect(button("呼叫")).toBeDisabled();
  fireEvent.click(button("就绪"));
  expect(made.commands().at(-1)).toMatchObject({ name: "setState", fields: { state: "1" } });
  await act(() => made.answer("setState", -403, { msg: "坐席已停用，请联系管理员" }));
  expect(made.notices()).toContain("坐席已停用，请联系管理员");
});

test("a custom status is chosen under busy; its time counts down and then past it; a refusal is said in words", async () => {
  jest.useFakeTimers({ now: 1_000_000, doNotFake: ["queueMicrotask"] });
  const made = await shownBar();
  fireEvent.click(button("选择忙碌状态"));
  const menu = screen.getByRole("dialog", { name: "选择忙碌状态" });
  await act(settle);
  expect(
    within(menu)
      .getAllByRole("button")
      .map((b) => b.textContent),
  ).toEqual(["忙碌", "休息限15分钟", "培训"]);
  fireEvent.click(within(menu).getByRole("button", { name: /休息/ }));
  expect(made.commands().at(-1)).toMatchObject({ name: "setState", fields: { state: "2", customStatus: "rest" } });
  expect(screen.queryByRole("dialog", { name: "选择忙碌状态" })).toBeNull();
  await act(() => made.answer("setState", -403, { msg: "已有2人处于“休息”，最多允许2人" }));
  expect(made.notices()).toContain("已有2人处于“休息”，最多允许2人");
  const status = () => screen.getByRole("status", { name: "坐席状态" });
  const offset = made.state().clockOffset;
  act(() =>
    made.agentIs(2, { customStatusId: "rest", customStatusName: "休息", endsAt: String(Date.now() + offset + 60_000) }),
  );
  expect(status()).toHaveTextContent("休息");
  expect(status()).toHaveTextContent("剩余 01:00");
  act(() => void jest.advanceTimersByTime(90_000));
  expect(status()).toHaveTextContent("超时 00:30");
  expect(button("选择忙碌状态")).toBeEnabled();
});

test("Q20 what follows is chosen in a call and stands beside the state; what is chosen is not asked for again", async () => {
  const made = await shownBar();
  const status = () => screen.getByRole("status", { name: "坐席状态" });
  expect(status()).not.toHaveTextContent("通话后");
  act(() => made.callIs(talking));
  act(() => made.agentIs(8, { restCode: "1" }));
  expect(status()).toHaveTextContent("通话后：空闲");
  expect(button("就绪")).toHaveAttribute("aria-pressed", "true");
  const before = made.commands().length;
  fireEvent.click(button("就绪"));
  expect(made.commands()).toHaveLength(before);
  fireEvent.click(button("忙碌"));
  expect(made.commands().at(-1)).toMatchObject({ name: "setState", fields: { state: "2" } });
  act(() => made.agentIs(8, { restCode: "2" }));
  expect(status()).toHaveTextContent("通话后：忙碌");
  expect(button("忙碌")).toHaveAttribute("aria-pressed", "true");
  fireEvent.click(button("选择忙碌状态"));
  fireEvent.click(await screen.findByRole("button", { name: /培训/ }));
  expect(made.commands().at(-1)).toMatchObject({ name: "setState", fields: { state: "2", customStatus: "course" } });
  act(() => made.agentIs(8, { restCode: "2", restStatusName: "培训" }));
  expect(status()).toHaveTextContent("通话后：培训");
  expect(button("忙碌")).toHaveAttribute("aria-pressed", "false");
  key("Digit1");
  expect(made.commands().at(-1)).toMatchObject({ name: "setState", fields: { state: "1" } });
  act(() => made.event("callEnd", { callId: "c1", cause: "completed" }));
  act(() => made.agentIs(1));
  expect(status()).not.toHaveTextContent("通话后");
});

test("an incoming call pops up with the masked number and is answered and hung up", async () => {
  const made = await shownBar();
  const leg = await ring(made);
  const popup = screen.getByRole("alertdialog", { name: "来电" });
  expect(popup).toHaveTextContent("138****1111");
  expect(popup).toHaveTextContent("售前");
  await act(async () => {
    fireEvent.click(within(popup).getByRole("button", { name: "接听" }));
    await settle();
  });
  expect(leg.log).toEqual(["answer"]);
  act(() => made.callIs(talking));
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(screen.getByRole("status", { name: "当前通话" })).toHaveTextContent("通话中");
  fireEvent.click(button("挂断"));
  expect(made.commands().at(-1)).toMatchObject({ name: "hangup", fields: { callId: "c1" } });
});

test("everything by keyboard, wherever the focus is", async () => {
  const made = await shownBar();
  const leg = await ring(made);
  await act(async () => {
    key("KeyA");
    await settle();
  });
  expect(leg.log).toEqual(["answer"]);
  act(() => made.callIs(talking));
  key("KeyP");
  act(() => made.callIs({ ...talking, held: true }));
  key("KeyP");
  act(() => made.callIs(talking));
  act(() => void key("KeyM"));
  expect(made.state().muted).toBe(true);
  key("KeyH");
  expect(
    made
      .commands()
      .slice(-3)
      .map((l) => l.name),
  ).toEqual(["hold", "unhold", "hangup"]);
  act(() => made.event("callEnd", { callId: "c1", cause: "completed" }));
  key("Digit1");
  expect(made.commands().at(-1)!.name).toBe("setState");
  key("KeyD");
  expect(screen.getByRole("textbox", { name: "拨打号码" })).toHaveFocus();
});

test("buttons tell their keys", async () => {
  await shownBar();
  expect(button("挂断")).toHaveAttribute("aria-keyshortcuts", "Alt+H");
  expect(button("挂断")).toHaveAttribute("title", "挂断（Alt+H）");
});

test("dials what is typed with Enter", async () => {
  const made = await shownBar();
  await userEvent.type(screen.getByRole("textbox", { name: "拨打号码" }), "1002{Enter}");
  expect(made.commands().at(-1)).toMatchObject({ name: "makeCall", fields: { number: "1002" } });
});

test("what is no number stays in the field, which says what a number is, and nothing is dialled", async () => {
  const made = await shownBar();
  const field = screen.getByRole("textbox", { name: "拨打号码" });
  for (const typed of ["*43", "10a2", "1".repeat(21)]) {
    await userEvent.clear(field);
    expect(screen.queryByRole("alert")).toBeNull();
    await userEvent.type(field, `${typed}{Enter}`);
    expect(field).toHaveValue(typed);
    expect(field).toBeInvalid();
    expect(screen.getByRole("alert")).toHaveTextContent("号码只能是数字，最多20位");
  }
  expect(made.commands().filter(({ name }) => name === "makeCall")).toEqual([]);
  await userEvent.clear(field);
  await userEvent.paste("138-0013 8000");
  expect(field).toHaveValue("13800138000");
  await userEvent.type(field, "{Enter}");
  expect(made.commands().at(-1)).toMatchObject({ name: "makeCall", fields: { number: "13800138000" } });
});

test("a dial in a call is refused in words", async () => {
  const made = await shownBar();
  act(() => made.callIs(talking));
  expect(screen.queryByRole("textbox", { name: "拨打号码" })).toBeNull();
  key("KeyD");
  await settle();
  expect(made.notices()).toEqual(["当前正在通话中，无法外呼"]);
});

test("the keypad sends keys and asks for some when there are none", async () => {
  const made = await shownBar();
  act(() => made.callIs(talking));
  fireEvent.click(button("按键"));
  const pad = screen.getByRole("dialog", { name: "按键" });
  fireEvent.click(within(pad).getByRole("button", { name: "按键 5" }));
  expect(made.commands().at(-1)).toMatchObject({ name: "dtmf", fields: { digits: "5" } });
  fireEvent.click(within(pad).getByRole("button", { name: "按键 #" }));
  expect(within(pad).getByRole("status", { name: "已发送的按键" })).toHaveTextContent("已发送 5#");
  fireEvent.click(within(pad).getByRole("button", { name: "发送" }));
  expect(made.notices()).toEqual(["请输入按键！"]);
  fireEvent.keyDown(pad, { key: "Escape" });
  expect(screen.queryByRole("dialog")).toBeNull();
  fireEvent.click(button("按键"));
  expect(screen.getByRole("status", { name: "已发送的按键" })).toHaveTextContent("已发送 5#");
  act(() => made.callIs({ ...talking, callId: "c2" }));
  expect(screen.getByRole("status", { name: "已发送的按键" })).toHaveTextContent("已发送 —");
});

test("a second press on hold asks nothing new; held, resume is there and hang-up stays", async () => {
  const made = await shownBar();
  act(() => made.callIs(talking));
  const count = (name: string) => made.commands().filter((c) => c.name === name).length;
  fireEvent.click(button("保持"));
  fireEvent.click(button("保持"));
  expect(count("hold")).toBe(1);
  expect(button("保持")).toHaveAttribute("aria-busy", "true");
  act(() => made.callIs({ ...talking, held: true }));
  expect(button("取回")).toHaveAttribute("aria-busy", "false");
  await act(() => made.answer("hold"));
  fireEvent.click(button("取回"));
  expect(count("unhold")).toBe(1);
  expect(made.notices()).toEqual([]);
});

test("the card names what was called, a VIP and the minutes of priority; a call out has no access number of a caller", async () => {
  const made = await shownBar();
  await ring(made);
  const card = () => screen.getByRole("alertdialog", { name: "来电" });
  act(() => made.callIs(agentCallView({ accessNumber: "4001", vip: true, priorityMin: 5 })));
  for (const text of ["接入号码4001", "优先级贵宾客户，5分"]) expect(card()).toHaveTextContent(text);
  act(() => made.callIs(agentCallView({ accessNumber: "4001", priorityMin: 1.5 })));
  expect(card()).toHaveTextContent("优先级1.5分");
  act(() => made.callIs(agentCallView({ direction: "outbound", accessNumber: "4001" })));
  for (const text of ["接入号码", "优先级"]) expect(card()).not.toHaveTextContent(text);
});

test("the card shows place, queue and waiting time through the call, and folds", async () => {
  const made = await shownBar();
  const facts = { place: "广东省深圳市 中国移动", waitedMs: 75_000 };
  await ring(made);
  act(() => made.callIs(agentCallView(facts)));
  for (const text of ["138****1111", "广东省深圳市 中国移动", "售前", "01:15"])
    expect(screen.getByRole("alertdialog", { name: "来电" })).toHaveTextContent(text);
  act(() => made.callIs({ ...talking, ...facts }));
  const card = screen.getByRole("complementary", { name: "当前通话卡片" });
  expect(card).toHaveTextContent("广东省深圳市 中国移动");
  expect(document.documentElement.style.getPropertyValue("--call-card-width")).toBe("300px");
  expect(card.querySelector("#call-card-slot")).toHaveAttribute("data-call-id", "c1");
  fireEvent.click(button("收起通话卡片"));
  expect(screen.queryByRole("complementary")).toBeNull();
  expect(document.documentElement.style.getPropertyValue("--call-card-width")).toBe("0px");
  fireEvent.click(button("展开通话卡片"));
  act(() => made.event("callEnd", { callId: "c1", cause: "completed" }));
  expect(screen.queryByRole("complementary")).toBeNull();
});

test.each([
  ["rejected", "declined", "来电未接：您已拒接，已将您置为忙碌"],
  ["noAnswer", "noAnswer", "来电未接：振铃超时未接，已将您置为忙碌"],
])(
  "a ring that ended with %s says what happened and why the agent is busy, whichever is heard first",
  async (cause, reason, text) => {
    for (const endFirst of [true, false]) {
      const made = await shownBar();
      act(() => made.agentIs(5, { reason: "offer" }));
      await ring(made);
      const news = [() => made.event("callEnd", { callId: "c1", cause }), () => made.agentIs(2, { reason })];
      for (const one of endFirst ? news : news.toReversed()) act(one);
      expect(made.notices().at(-1)).toBe(text);
      expect(made.notices().join()).not.toContain("对方拒接");
      expect(screen.getAllByRole("status", { name: "坐席状态" }).at(-1)).toHaveTextContent(
        reason === "declined" ? "坐席拒接" : "振铃超时未接",
      );
      cleanup();
    }
  },
);

test("a forced reset asks first", async () => {
  const made = await shownBar();
  fireEvent.click(button("强制复位"));
  expect(made.commands().at(-1)!.name).not.toBe("recover");
  fireEvent.click(within(screen.getByRole("dialog", { name: "强制复位" })).getByRole("button", { name: "复位" }));
  expect(made.commands().at(-1)!.name).toBe("recover");
});

test("wrap-up counts down and can be finished", async () => {
  const made = await shownBar();
  act(() => made.agentIs(4, { reason: "ended", endsAt: String(Date.now() + made.state().clockOffset + 30_000) }));
  expect(screen.getByRole("status", { name: "坐席状态" })).toHaveTextContent(/话后处理.*剩余 00:30/);
  fireEvent.click(button("完成"));
  expect(made.commands().at(-1)!.name).toBe("finishWrapUp");
});

test("Q8 a wrap-up is made longer where it may be, and one of fixed length has nothing to finish", async () => {
  const made = await shownBar();
  act(() => made.agentIs(4, { reason: "ended", extendMs: "15000", fixed: "1" }));
  expect(screen.queryByRole("button", { name: "完成" })).toBeNull();
  fireEvent.click(button("延长15秒"));
  expect(made.commands().at(-1)!.name).toBe("extendWrapUp");
  act(() => made.agentIs(4, { reason: "wrapUpExtended" }));
  expect(screen.queryByRole("button", { name: /延长/ })).toBeNull();
  expect(button("完成")).toBeEnabled();
});

test("hang-up works with the network gone, and says so", async () => {
  const made = await shownBar();
  const leg = new FakeCall("c1", true);
  await act(async () => {
    made.line.phone.ring(leg).connected();
    made.callIs(talking);
    made.cti().die();
    await settle();
  });
  expect(button("挂断")).toBeEnabled();
  await act(async () => {
    fireEvent.click(button("挂断"));
    await settle();
  });
  expect(leg.log).toContain("hangup");
  expect(made.notices().at(-1)).toContain("网络已中断");
});

test("a call without its sound says that it is coming back", async () => {
  const made = await shownBar();
  act(() => made.callIs(talking));
  expect(screen.getByText("声音已断开，正在恢复")).toBeInTheDocument();
  await act(async () => {
    made.line.phone.ring(new FakeCall("c1", true)).connected();
    await settle();
  });
  expect(screen.queryByText("声音已断开，正在恢复")).toBeNull();
});

test("a second tab offers to take the call over", async () => {
  const made = makeAgentClient();
  await made.up("another");
  drawBar(made);
  act(() => made.callIs(talking));
  expect(screen.getByRole("status", { name: "当前通话" })).toHaveTextContent("138****1111");
  fireEvent.click(button("接管通话"));
  expect(made.commands().at(-1)!.name).toBe("takeMedia");
});

test("a refused microphone is said in the bar", async () => {
  const made = makeAgentClient();
  made.microphone.allowed = false;
  await made.up();
  drawBar(made);
  expect(screen.getByRole("alert")).toHaveTextContent("请授权麦克风(和摄像头) 权限！");
});

test("lamps and the quality are shown in words", async () => {
  const made = await shownBar();
  expect(screen.getByRole("img", { name: "话务已连接" })).toBeInTheDocument();
  expect(screen.getByText("网络正常")).toBeInTheDocument();
  act(() => made.cti().die());
  expect(screen.getByRole("img", { name: "话务已断开" })).toBeInTheDocument();
  expect(screen.getByText("网络断开")).toBeInTheDocument();
});

test("without a network no lamp and no word says that all is well", async () => {
  const made = await shownBar();
  await ring(made);
  act(() => made.networkIs(false));
  expect(screen.getByText("网络断开")).toBeInTheDocument();
  expect(made.state()).toMatchObject({ connection: "lost", quality: -1 });
  act(() => made.networkIs(true));
  expect(made.state().connection).toBe("up");
  // A link that is being set up again is not there yet.
  act(() => made.cti().die());
  await act(() => made.clock.pass(2_000));
  expect([made.state().cti, made.state().connection]).toEqual(["connecting", "lost"]);
});

test("a modal that hides the rest of the page leaves the bar reachable", async () => {
  const made = await shownBar();
  act(() => made.callIs(talking));
  const host = screen.getByRole("region", { name: "话务工具条" }).parentElement!;
  host.setAttribute("aria-hidden", "true");
  host.setAttribute("inert", "");
  await settle();
  expect(host).not.toHaveAttribute("aria-hidden");
  expect(host).not.toHaveAttribute("inert");
});

test("users without a seat have no bar", async () => {
  const made = makeAgentClient({ user: { roleType: 1, agentId: null } });
  await made.core.follow(made.user);
  drawBar(made);
  expect(screen.queryByRole("region")).toBeNull();
});
