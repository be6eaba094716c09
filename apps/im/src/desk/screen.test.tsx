import { store, opened } from "@liantai/api/client";
import {
  chatAgentApi,
  chatSessionApi,
  chatUserApi,
  type ChatClientFrame,
  type ChatFriend,
  type ChatSender,
  type ChatServerFrame,
} from "@liantai/api/contract/im";
import { bus, type LinkState } from "@liantai/bus";
import { openTabOf, page, refusal, signIn } from "@liantai/ui/testing";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../root.tsx";

const friend = (sessionId: string, nick: string, more: Partial<ChatFriend> = {}): ChatFriend => ({
  ...{ userId: `u-${sessionId}`, nick, accessMode: "web", status: 1, number: 0, temporaryTidings: "在吗" },
  ...{ sessionId, sessionStartTime: "2026-03-02 10:00:00", recentTime: "2026-03-02 10:00:00" },
  fromData: { skillGroupId: "g1", skillGroupName: "售前组", webName: "官网" },
  ...{ phone: "", openid: "", externalUserId: "" },
  ...more,
});
const message = (seq: number, sender: ChatSender, content = `第${seq}句`, sessionId = "s1") => ({
  ...{
    id: `${sessionId}-${seq}`,
    sessionId,
    seq,
    from: `u-${sessionId}`,
    to: "",
    content,
    msgType: 0 as const,
    flag: 0 as const,
  },
  createTime: "2026-03-02 10:00:00",
  extras: {
    guid: "",
    direction: "in" as const,
    accessMode: "web" as const,
    sender,
    senderName: sender === "visitor" ? "访客42" : "小联",
  },
});

let ends: (() => void)[] = [];
afterEach(() => {
  jest.restoreAllMocks();
  for (const end of ends.splice(0)) end();
});

/** The workstation's part of the bus. */
function workstation(link: LinkState = "up") {
  const sent: ChatClientFrame[] = [];
  const watched: (string | null)[] = [];
  let open = false;
  ends = [
    bus.subscribe("chat.send", (frame) => sent.push(frame)),
    bus.subscribe("chat.watch", (watch) => {
      if (watch.open && !open) bus.publish("chat.link", { state: link });
      open = watch.open;
      watched.push(watch.sessionId);
    }),
  ];
  return { sent, watched };
}
const tell = (frame: ChatServerFrame) => act(async () => bus.publish("chat.told", frame));
const linkIs = (state: LinkState) => act(async () => bus.publish("chat.link", { state }));

const said = [
  message(1, "visitor"),
  message(2, "robot"),
  message(3, "system", "张敏为您服务"),
  message(4, "visitor", "怎么退货"),
];

async function setUp({
  status = "online",
  friends = [friend("s1", "访客42", { number: 2 }), friend("s2", "李女士", { status: 0 })],
} = {}) {
  jest.spyOn(document, "hasFocus").mockReturnValue(true);
  sessionStorage.clear();
  const station = workstation();
  const server = signIn({
    roleType: 2,
    agentId: "1001",
    userName: "10000121001",
    nickName: "张敏",
    loginAgentState: 1,
  });
  let now = status;
  server.on(chatAgentApi.state.path, () => ({ status: now, talking: 2, most: 5, waiting: 3 }));
  server.on(chatAgentApi.setState.path, ({ body }) => {
    now = body.status as string;
    return null;
  });
  server.on(chatSessionApi.messages.path, ({ body }) =>
    body.sessionId !== "s1"
      ? { messages: [message(1, "visitor", "你好", String(body.sessionId))], track: [], forms: [], more: 0 }
      : body.before === undefined
        ? {
            messages: said.slice(1),
            track: [
              {
                n: 1,
                seq: 1,
                createTime: "2026-03-02 10:00:00",
                nodeId: "n",
                nodeName: "欢迎",
                action: "play",
                text: "播放欢迎语",
              },
            ],
            more: 1,
          }
        : { messages: said.slice(0, 1), track: [], forms: [], more: 0 },
  );
  server.on(chatUserApi.info.path, ({ query }) => ({
    ...{ userId: query.userId, nick: query.userId === "u-s1" ? "访客42" : "李女士", page: "https://shop.example/cart" },
    ...{
      device: "Mozilla/5.0 (Windows NT 10.0) Chrome/147.0.0.0 Safari/537.36",
      firstTime: "2026-03-01 09:00:00",
      sessions: 4,
    },
  }));
  const user = userEvent.setup();
  const drawn = await openTabOf(Root, "/chateditor");
  await screen.findByLabelText("会话状态");
  await tell({ cmd: 18, data: friends });
  const choose = async (name: RegExp) => {
    await user.click(screen.getByRole("button", { name }));
    await screen.findByRole("log");
  };
  return { ...station, server, user, drawn, choose };
}

test("J60 the own state with its figures, and the conversations with what is unread; looking at one reads it", async () => {
  const { choose, sent, watched } = await setUp();
  expect(screen.getByLabelText("会话状态")).toHaveValue("online");
  expect(screen.getByText("2/5，排队 3")).toBeVisible();
  expect(screen.getByRole("button", { name: /^李女士，已离开，在吗/ })).toBeVisible();
  await choose(/^访客42，2条未读/);
  expect(screen.getByRole("button", { name: /^访客42，在吗/ })).toHaveAttribute("aria-current", "true");
  expect(sent).toContainEqual({ cmd: 21, data: { sessionId: "s1", seq: 4 } });
  expect(watched.at(-1)).toBe("s1");
});

test("J60 the window that has no focus reads nothing until it has it again", async () => {
  const { choose, sent, watched } = await setUp();
  await choose(/^访客42/);
  jest.spyOn(document, "hasFocus").mockReturnValue(false);
  await act(async () => void window.dispatchEvent(new Event("blur")));
  expect(watched.at(-1)).toBeNull();
  sent.length = 0;
  await tell({ cmd: 11, data: message(5, "visitor", "还在吗") });
  expect(screen.getByRole("button", { name: /^访客42，1条未读，还在吗/ })).toBeVisible();
  expect(sent).toEqual([]);
  jest.spyOn(document, "hasFocus").mockReturnValue(true);
  await act(async () => void window.dispatchEvent(new Event("focus")));
  expect(sent).toEqual([{ cmd: 21, data: { sessionId: "s1", seq: 5 } }]);
  expect(screen.getByRole("button", { name: /^访客42，还在吗/ })).toBeVisible();
});

test("J63 what the robot said stands above a divider, system messages in the middle; older ones come on demand", async () => {
  const { choose, user } = await setUp();
  await choose(/^访客42/);
  const log = screen.getByRole("log", { name: "与访客42的对话" });
  const lines = () =>
    within(log)
      .getAllByRole("listitem")
      .map((each) => each.textContent);
  expect(lines()[1]).toBe("以上为机器人接待");
  expect(lines()[2]).toMatch(/^张敏为您服务/);
  await user.click(screen.getByRole("button", { name: "加载更早的消息" }));
  await waitFor(() => expect(lines()[0]).toMatch(/第1句/));
  expect(screen.queryByRole("button", { name: "加载更早的消息" })).toBeNull();
});

test("J62 Enter sends, Shift+Enter begins a line; what did not get there goes again under its guid; what was read says so", async () => {
  const { choose, user, sent } = await setUp();
  await choose(/^访客42/);
  const box = screen.getByRole("textbox", { name: "发给访客42" });
  expect(box).toHaveFocus();
  await user.type(box, "您好{Shift>}{Enter}{/Shift}请稍等{Enter}");
  expect(box).toHaveValue("");
  const frame = sent.at(-1)!;
  expect(frame).toMatchObject({ cmd: 11, data: { sessionId: "s1", content: "您好\n请稍等" } });
  expect(screen.getByText("正在发送…")).toBeVisible();
  await act(async () => bus.publish("chat.unsent", frame));
  expect(screen.getByText("连接已断开，消息未发送")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "重试" }));
  expect(sent.at(-1)).toEqual(frame);
  const { guid } = (frame as { data: { guid: string } }).data;
  await tell({ cmd: 12, code: 10_000, data: { guid, id: "m5", seq: 5, createTime: "2026-03-02 10:05:00" } });
  expect(screen.queryByText("未发送")).toBeNull();
  expect(screen.queryByText("已读")).toBeNull();
  await tell({ cmd: 21, data: { sessionId: "s1", seq: 5 } });
  expect(screen.getByText("已读")).toBeVisible();
  // The Enter of an input method takes what it offers.
  await user.type(box, "nihao");
  fireEvent.keyDown(box, { key: "Enter", isComposing: true });
  expect(box).toHaveValue("nihao");
});

test("whoever reads what was said before is told of what comes, and is at the end with what he sends himself", async () => {
  const { choose, user } = await setUp();
  jest.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockReturnValue(2_000);
  jest.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(500);
  await choose(/^访客42/);
  const room = screen.getByRole("region", { name: "会话内容" });
  expect(room.scrollTop).toBe(2_000);
  room.scrollTop = 700;
  fireEvent.scroll(room);
  await tell({ cmd: 11, data: message(5, "visitor", "还在吗") });
  expect(room.scrollTop).toBe(700);
  await user.click(screen.getByRole("button", { name: "有新消息" }));
  expect(room.scrollTop).toBe(2_000);
  room.scrollTop = 700;
  fireEvent.scroll(room);
  await user.type(screen.getByRole("textbox", { name: "发给访客42" }), "在的{Enter}");
  expect(room.scrollTop).toBe(2_000);
  expect(screen.queryByRole("button", { name: "有新消息" })).toBeNull();
});

test("J63 after a break what came meanwhile is asked for, and a gap is", async () => {
  const { choose, sent } = await setUp();
  await choose(/^访客42/);
  await linkIs("down");
  await linkIs("connecting");
  expect(screen.getByText("连接已断开，正在重新连接…")).toBeVisible();
  sent.length = 0;
  await linkIs("up");
  expect(screen.queryByText(/连接已断开/)).toBeNull();
  expect(sent).toContainEqual({ cmd: 19, data: { sessionId: "s1", after: 4 } });
  sent.length = 0;
  await tell({ cmd: 11, data: message(7, "visitor") });
  expect(sent).toContainEqual({ cmd: 19, data: { sessionId: "s1", after: 4 } });
});

test("J64 a draft is kept with its conversation, and which was on show, over another choice and over a new page", async () => {
  const { choose, user, drawn } = await setUp();
  await choose(/^访客42/);
  await user.type(screen.getByRole("textbox", { name: "发给访客42" }), "请提供订单号");
  await choose(/^李女士/);
  expect(screen.getByRole("textbox", { name: "发给李女士" })).toHaveValue("");
  expect(screen.getByRole("button", { name: /^访客42，草稿，请提供订单号/ })).toBeVisible();
  drawn.unmount();
  await openTabOf(Root, "/chateditor");
  await screen.findByLabelText("会话状态");
  await tell({ cmd: 18, data: [friend("s1", "访客42"), friend("s2", "李女士")] });
  expect(await screen.findByRole("textbox", { name: "发给李女士" })).toBeVisible();
  await choose(/^访客42/);
  expect(screen.getByRole("textbox", { name: "发给访客42" })).toHaveValue("请提供订单号");
});

test("J60 ending a conversation asks first; it stays as it was read, and can no more be written in", async () => {
  const { choose, user, server } = await setUp();
  server.on(chatSessionApi.close.path, () => null);
  await choose(/^访客42/);
  await user.click(screen.getByRole("button", { name: "结束会话" }));
  const asked = within(await screen.findByRole("alertdialog", { name: "结束会话" }));
  expect(server.bodies(chatSessionApi.close.path)).toEqual([]);
  await user.click(asked.getByRole("button", { name: "结束会话" }));
  expect(await screen.findByText("会话已结束：坐席结束")).toBeVisible();
  expect(server.bodies(chatSessionApi.close.path)).toEqual([{ sessionId: "s1" }]);
  expect(screen.queryByRole("textbox", { name: "发给访客42" })).toBeNull();
  await choose(/^李女士/);
  expect(screen.queryByRole("button", { name: /^访客42/ })).toBeNull();
});

test("the visitor: who he is, his name, which is changed in place, and the steps of the flow", async () => {
  const { choose, user, server } = await setUp();
  server.on(chatUserApi.saveNickName.path, () => null);
  await choose(/^访客42/);
  const aside = within(screen.getByRole("complementary", { name: "访客" }));
  expect(await aside.findByText("https://shop.example/cart")).toBeVisible();
  expect(aside.getByText("售前组")).toBeVisible();
  expect(aside.getByText("Chrome 147 · Windows")).toBeVisible();
  expect(aside.getByText("流程轨迹（1步）")).toBeVisible();
  expect(aside.getByText("欢迎：播放欢迎语")).toBeInTheDocument();
  await user.click(aside.getByRole("button", { name: "修改访客名称" }));
  const input = aside.getByRole("textbox", { name: "访客名称" });
  await user.clear(input);
  await user.keyboard("{Enter}");
  expect(aside.getByRole("alert")).toHaveTextContent("请输入访客名称");
  await user.type(input, "王先生{Enter}");
  await waitFor(() => expect(screen.getByRole("button", { name: /^王先生/ })).toBeVisible());
  expect(server.bodies(chatUserApi.saveNickName.path)).toEqual([{ userId: "u-s1", nickName: "王先生" }]);
});

test("J57 the state goes to the server and to the link; a seat that signed out of chats stays so (J60)", async () => {
  const { user, server } = await setUp({ status: "offline" });
  const told: string[] = [];
  ends.push(bus.subscribe("chat.agent", ({ status }) => told.push(status)));
  expect(server.bodies(chatAgentApi.setState.path)).toEqual([]);
  await user.selectOptions(screen.getByLabelText("会话状态"), "busy");
  await waitFor(() => expect(told).toEqual(["busy"]));
  expect(server.bodies(chatAgentApi.setState.path)).toEqual([{ status: "busy" }]);
});

test("J60 a seat that signed in for chats is online with its first desk", async () => {
  workstation();
  const server = signIn({ roleType: 2, agentId: "1001", loginAgentState: 0, sessionId: "s-first" });
  let status = "offline";
  server.on(chatAgentApi.state.path, () => ({ status, talking: 0, most: 5, waiting: 0 }));
  server.on(chatAgentApi.setState.path, ({ body }) => {
    status = String(body.status);
    return null;
  });
  const drawn = await openTabOf(Root, "/chateditor");
  await waitFor(() => expect(screen.getByLabelText("会话状态")).toHaveValue("online"));
  status = "offline";
  drawn.unmount();
  await openTabOf(Root, "/chateditor");
  await waitFor(() => expect(screen.getByLabelText("会话状态")).toHaveValue("offline"));
  expect(server.bodies(chatAgentApi.setState.path)).toHaveLength(1);
});

test("conversations that are over are found by name and read", async () => {
  const { user, server } = await setUp({ friends: [] });
  expect(screen.getByText("没有进行中的会话")).toBeVisible();
  server.on(
    chatSessionApi.list.path,
    page([
      {
        id: "s9",
        webId: "w",
        webName: "官网",
        userId: "u-s9",
        nick: "李女士",
        status: "closed",
        startTime: "2026-03-01 10:00:00",
        endTime: "2026-03-01 10:10:00",
        reason: "visitor",
        messages: 3,
      },
    ]),
  );
  await user.click(screen.getByRole("tab", { name: "已结束" }));
  await user.type(await screen.findByRole("textbox", { name: "按访客名称查找" }), "李{Enter}");
  await waitFor(() =>
    expect(server.bodies(chatSessionApi.list.path).at(-1)).toMatchObject({ status: "closed", nick: "李" }),
  );
  await user.click(await screen.findByRole("button", { name: /^李女士，官网，访客结束/ }));
  expect(await screen.findByText("你好")).toBeVisible();
  expect(screen.getByText("会话已结束：访客结束")).toBeVisible();
});

test("J59 a notification leads to its conversation, in the tab that is open", async () => {
  await setUp();
  await act(async () => void store.dispatch(opened({ to: "chateditor", params: { sessionId: "s2" }, cover: true })));
  expect(await screen.findByRole("textbox", { name: "发给李女士" })).toBeVisible();
});

test("what cannot be seen and what did not come is said", async () => {
  workstation();
  const server = signIn({ roleType: 2, agentId: "1001" });
  server.on(chatAgentApi.state.path, () => refusal("forbidden"));
  await openTabOf(Root, "/chateditor");
  expect(await screen.findByText("您没有权限查看此内容")).toBeVisible();
});

test("messages that do not come are asked for again", async () => {
  const { user, server } = await setUp();
  const answer = () => ({ messages: said, track: [], forms: [], more: 0 });
  server.on(chatSessionApi.messages.path, () => refusal("internal"));
  await user.click(screen.getByRole("button", { name: /^访客42/ }));
  const retry = await screen.findByRole("button", { name: "重试" });
  server.on(chatSessionApi.messages.path, answer);
  await user.click(retry);
  expect(await screen.findByText("怎么退货")).toBeVisible();
});

test("conversations are gone through by arrows", async () => {
  const { user } = await setUp();
  screen.getByRole("button", { name: /^访客42/ }).focus();
  await user.keyboard("{ArrowDown}");
  expect(screen.getByRole("button", { name: /^李女士/ })).toHaveFocus();
  await user.keyboard("{ArrowUp}{Enter}");
  expect(await screen.findByRole("textbox", { name: "发给访客42" })).toHaveFocus();
});
