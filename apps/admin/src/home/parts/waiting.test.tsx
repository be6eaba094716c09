import { selectActiveTab, store } from "@liantai/api/client";
import { orderCountsApi } from "@liantai/api/contract/order-counts";
import { readAnnouncement, reminderApi } from "@liantai/api/contract/reminders";
import { bus } from "@liantai/bus";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, signIn } from "../../testing/screen.tsx";

const mine = {
  todos: [
    { kind: "reservation", id: "r1", des: "回访", about: "王女士 138****5678", subTime: "2026-03-02 10:30:00", due: 1 },
    { kind: "plan", id: "plan/p1/1", des: "晨会", about: "", subTime: "2026-03-02 18:00:00", due: 0 },
    {
      ...{ kind: "followUp", id: "t1", des: "宽带报障", about: "李先生 139****0002" },
      ...{ subTime: "2026-03-02 19:00:00", due: 0 },
    },
  ],
  total: 3,
  announcements: [
    {
      id: "n1",
      des: "系统升级",
      remarks: "今晚22点升级",
      publishedAt: "2026-03-02 09:00:00",
      publishedBy: "张建国",
      readAt: null,
    },
  ],
  unread: 1,
};

test("to-dos lead to their screens with the time they are about; an announcement that is opened is read", async () => {
  const user = userEvent.setup();
  const server = signIn({ roleType: 2, agentId: "1001" }, { page: "/planreminder", buttons: [] });
  server.on(reminderApi.mine.path, () => mine);
  server.on(readAnnouncement.path, () => null);
  const opened: unknown[] = [];
  const end = bus.subscribe("tab.open", (target) => opened.push(target));
  await openTab("/seathomepage");
  expect(await screen.findByText("共 3 项")).toBeVisible();
  const todos = within(screen.getByRole("list", { name: "待办" }));
  // Of a page that the role has not been granted it is told, and no more.
  expect(todos.getByRole("button", { name: /王女士/ })).toBeDisabled();
  await user.click(todos.getByRole("button", { name: /晨会/ }));
  expect(opened).toEqual([{ name: "planreminder", params: { subTime: "2026-03-02 18:00:00" }, cover: true }]);
  expect(screen.getByText("1 条未读")).toBeVisible();
  expect(screen.queryByRole("button", { name: "全部公告" })).toBeNull();
  await user.click(screen.getByRole("button", { name: /系统升级/ }));
  expect(await screen.findByRole("dialog")).toHaveTextContent("今晚22点升级");
  await waitFor(() => expect(server.bodies(readAnnouncement.path)).toEqual([{ id: "n1" }]));
  end();
});

test("orders that wait are counted, what overran stands out, and each figure leads to its list", async () => {
  const user = userEvent.setup();
  const server = signIn({ roleType: 2, agentId: "1001" }, { page: "/workorderinformation", buttons: [] });
  server.on(reminderApi.mine.path, () => ({ ...mine, todos: [], total: 0, announcements: [], unread: 0 }));
  server.on(orderCountsApi.counts.path, () => ({ mine: 12, dueToday: 3, overdue: 2, pool: 1_000 }));
  await openTab("/seathomepage");
  const tile = (name: RegExp) => screen.findByRole("button", { name });
  expect(await tile(/^待我处理\s*12$/)).toBeVisible();
  expect(await tile(/^今天到期\s*3$/)).toBeVisible();
  expect(await tile(/^待领取\s*999\+$/)).toBeVisible();
  await user.click(await tile(/^已超时\s*2$/));
  const tab = selectActiveTab(store.getState());
  expect([tab?.key, tab?.search]).toEqual(["/workorderinformation", "due=overdue"]);
});

test("who was granted no list of orders is told nothing of them", async () => {
  const server = signIn({ roleType: 2, agentId: "1001" }, { page: "/planreminder", buttons: [] });
  server.on(reminderApi.mine.path, () => mine);
  await openTab("/seathomepage");
  await screen.findByText("共 3 项");
  expect(server.asked.some(({ path }) => path === orderCountsApi.counts.path)).toBe(false);
});

test("V11 a follow-up among the to-dos opens itself", async () => {
  const user = userEvent.setup();
  const server = signIn({ roleType: 2, agentId: "1001" }, { page: "/followuplist", buttons: [] });
  server.on(reminderApi.mine.path, () => mine);
  const opened: unknown[] = [];
  const end = bus.subscribe("tab.open", (target) => opened.push(target));
  await openTab("/seathomepage");
  const todos = within(await screen.findByRole("list", { name: "待办" }));
  await user.click(todos.getByRole("button", { name: /宽带报障/ }));
  expect(opened).toEqual([{ name: "followuplist", params: { id: "t1" }, cover: true }]);
  end();
});

test("Q30 a message that was given to the seat leads to its call; one that is given now is asked for", async () => {
  const user = userEvent.setup();
  const server = signIn({ roleType: 2, agentId: "1001" }, { page: "/callrecord/detail", buttons: [] });
  const message = {
    ...{ kind: "voicemail", id: "m1", callId: "call-77", des: "语音留言（42秒）", about: "138****5678" },
    ...{ subTime: "2026-03-01 22:10:00", due: 1 },
  };
  let todos = [message];
  server.on(reminderApi.mine.path, () => ({ ...mine, todos, total: todos.length }));
  const opened: unknown[] = [];
  const end = bus.subscribe("tab.open", (target) => opened.push(target));
  await openTab("/seathomepage");
  const list = within(await screen.findByRole("list", { name: "待办" }));
  const line = await list.findByRole("button", { name: /留言.*语音留言（42秒）.*138\*\*\*\*5678/ });
  await user.click(line);
  expect(opened).toEqual([{ name: "callrecord/detail", params: { callId: "call-77" }, title: "留言处理" }]);
  todos = [message, { ...message, id: "m2", about: "139****0001" }];
  bus.publish("notification.show", { id: "voicemail-m2", title: "有一条留言需要您处理", text: "", level: "info" });
  expect(await screen.findByText("共 2 项", undefined, { timeout: 9_000 })).toBeVisible();
  end();
}, 15_000);
