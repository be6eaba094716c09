import { api, opened, store, telephonyChanged, telephonyReset } from "@liantai/api/client";
import { noticeApi, plansApi, subscribesApi } from "@liantai/api/contract/workorder";
import { bus } from "@liantai/bus";
import { page, signIn, type FakeServer } from "@liantai/ui/testing";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../root.tsx";

const reservation = {
  id: "r1",
  customerName: "王女士",
  phone: "138****5678",
  subNumber: "v1.sealed",
  des: "回访安装情况",
  remarks: "",
  subTime: "2099-03-02 10:30:00",
  floatDuration: 60,
  state: 0,
  doneAt: null,
  agentId: "1001",
  agentName: "李晓雯",
  createdBy: "李晓雯",
};
const buttons = (name: string) => ["add", "update", "delete"].map((verb) => `${name}.${verb}`);
const agent = { roleType: 2, agentId: "1001" };
/** By the specification, with whose click it is. */
const seen = (id: string) => ({ id, state: 1, compid: "100001", userid: "u1", agentid: "1001" });

let user: ReturnType<typeof userEvent.setup>;
beforeEach(() => {
  user = userEvent.setup();
  act(() => void store.dispatch(telephonyReset()));
});

async function open(to: string, more: object = {}) {
  const drawn = render(<Root />);
  await act(async () => void store.dispatch(opened({ to, ...more })));
  return drawn;
}
const remind = (to: string, params: object) =>
  act(async () => void store.dispatch(opened({ to, params, cover: true })));

describe("预约管理", () => {
  let server: FakeServer;
  const dialled: unknown[] = [];
  beforeEach(() => {
    server = signIn(agent, { page: "/reservationmanage", buttons: buttons("subscribes") });
    server.on(subscribesApi.list.path, page([reservation]));
    server.on(subscribesApi.updateReservation.path, () => null);
    dialled.length = 0;
  });
  const end = bus.subscribe("call.dial", (asked) => dialled.push(asked));
  afterAll(end);

  test("a masked number is called by its reference, and the reservation is seen to first", async () => {
    await open("/reservationmanage");
    await user.click(await screen.findByRole("button", { name: "呼叫" }));
    await waitFor(() => expect(dialled).toEqual([{ ref: "v1.sealed", callType: 3 }]));
    expect(server.bodies(subscribesApi.updateReservation.path)).toEqual([seen("r1")]);
  });

  test("when a reservation was seen to stands in its list", async () => {
    server.on(subscribesApi.list.path, page([{ ...reservation, state: 1, doneAt: "2026-03-02 10:31:07" }]));
    await open("/reservationmanage");
    await screen.findByRole("cell", { name: "王女士" });
    await user.click(screen.getByRole("button", { name: "列" }));
    await user.click(await screen.findByRole("menuitemcheckbox", { name: "完成时间" }));
    expect(await screen.findByRole("cell", { name: "2026-03-02 10:31:07" })).toBeVisible();
  });

  test("in a call it stays open: the bar says why it does not dial", async () => {
    act(() => void store.dispatch(telephonyChanged({ call: { callId: "c" } as never })));
    await open("/reservationmanage");
    await user.click(await screen.findByRole("button", { name: "呼叫" }));
    await waitFor(() => expect(dialled).toHaveLength(1));
    expect(server.bodies(subscribesApi.updateReservation.path)).toEqual([]);
  });

  test("a number that nobody touched is not sent again; a new one needs its number", async () => {
    server.on(subscribesApi.update.path, () => null);
    await open("/reservationmanage");
    await user.click(await screen.findByRole("button", { name: "编辑" }));
    const sheet = within(await screen.findByRole("dialog"));
    await user.clear(await sheet.findByRole("textbox", { name: /^客户姓名/ }));
    await user.type(await sheet.findByRole("textbox", { name: /^客户姓名/ }), "王小姐");
    await user.click(screen.getByRole("button", { name: "保存" }));
    await waitFor(() => expect(server.bodies(subscribesApi.update.path)).toHaveLength(1));
    const [sent] = server.bodies(subscribesApi.update.path);
    expect(sent).toMatchObject({ id: "r1", customerName: "王小姐" });
    expect(sent).not.toHaveProperty("phone");
    await user.click(await screen.findByRole("button", { name: "新增" }));
    await user.click(await screen.findByRole("button", { name: "保存" }));
    expect(await screen.findByText("请输入预约号码")).toBeVisible();
  });

  test("U6 opened by a notification it lists that day and offers the call, which sees to it; covered, it asks again", async () => {
    const params = { id: "one", subTime: "2099-03-02 10:30:00", subNumber: "v1.one" };
    await open("/reservationmanage", { params, cover: true });
    const days = () => server.bodies(subscribesApi.list.path).map(({ startTime, endTime }) => [startTime, endTime]);
    await waitFor(() => expect(days()).toContainEqual(["2099-03-02 00:00:00", "2099-03-02 23:59:59"]));
    expect(await screen.findByText("提醒：2099-03-02 10:30 的预约")).toBeVisible();
    await remind("reservationmanage", { id: "two", subTime: "2099-03-05 09:00:00", subNumber: "v1.two" });
    await waitFor(() => expect(days()).toContainEqual(["2099-03-05 00:00:00", "2099-03-05 23:59:59"]));
    await user.click((await screen.findAllByRole("button", { name: "呼叫" }))[0]!);
    await waitFor(() => expect(dialled).toEqual([{ ref: "v1.two", callType: 3 }]));
    expect(server.bodies(subscribesApi.updateReservation.path)).toEqual([seen("two")]);
  });

  test.each([
    ["whoever may add is", buttons("subscribes"), 1],
    ["nobody else is", ["subscribes.update"], 0],
  ])("%s told in an empty list how to", async (_, granted, times) => {
    server = signIn(agent, { page: "/reservationmanage", buttons: granted });
    server.on(subscribesApi.list.path, page([]));
    await open("/reservationmanage");
    expect(await screen.findByText(/^没有.*预约$|^还没有预约$/)).toBeVisible();
    expect(screen.queryAllByText(/点击“新增”预约/)).toHaveLength(times);
  });

  test("an agent has no choice of seats, a monitor has those he sees", async () => {
    await open("/reservationmanage");
    await user.click(await screen.findByRole("button", { name: "新增" }));
    const own = await screen.findByRole("dialog");
    expect(within(own).queryByLabelText("坐席")).toBeNull();
  });
});

describe("计划提醒", () => {
  const plan = {
    id: "p1",
    des: "整理客户名单",
    remarks: "",
    planTime: "2099-03-02 10:30:00",
    repeat: "daily",
    minutesBefore: 10,
    nextTime: "2099-03-03 10:30:00",
    agentId: "1001",
    ownerName: "李晓雯",
    createdBy: "周敏",
    mine: 0,
  };

  test("a plan that somebody else made is read; an own one is changed and deleted", async () => {
    const server = signIn(agent, { page: "/planreminder", buttons: buttons("plans") });
    server.on(plansApi.list.path, page([plan, { ...plan, id: "p2", des: "晨会", mine: 1, nextTime: null }]));
    server.on(plansApi.delete.path, () => ({ count: 1 }));
    await open("/planreminder");
    expect(await screen.findAllByText("提前10分钟")).toHaveLength(2);
    expect(screen.getByRole("cell", { name: "已结束" })).toBeVisible();
    const remove = screen.getAllByRole("button", { name: "删除" });
    expect(remove).toHaveLength(1);
    await user.click(remove[0]!);
    const question = await screen.findByRole("alertdialog");
    expect(question).toHaveTextContent("确定要删除“晨会”吗？之后不再提醒。");
    await user.click(within(question).getByRole("button", { name: "删除" }));
    await waitFor(() => expect(server.bodies(plansApi.delete.path)).toEqual([{ ids: ["p2"] }]));
  });

  test("a monitor plans for a seat", async () => {
    const server = signIn({ roleType: 3, agentId: "1005" }, { page: "/planreminder", buttons: buttons("plans") });
    server.on(plansApi.list.path, page([]));
    server.on(subscribesApi.seats.path, () => [{ agentId: "1001", name: "李晓雯" }]);
    server.on(plansApi.add.path, () => ({ id: "p3" }));
    await open("/planreminder");
    await user.click((await screen.findAllByRole("button", { name: "新增" }))[0]!);
    const sheet = within(await screen.findByRole("dialog"));
    await user.type(sheet.getByRole("textbox", { name: /^计划内容/ }), "交班会");
    await user.type(sheet.getByRole("textbox", { name: /^计划时间/ }), "2099-03-02 18:00");
    await sheet.findByRole("option", { name: "1001 李晓雯" });
    await user.selectOptions(sheet.getByLabelText("提醒对象"), "1001");
    await user.selectOptions(sheet.getByLabelText(/^重复/), "workdays");
    await user.click(sheet.getByRole("button", { name: "保存" }));
    await waitFor(() =>
      expect(server.bodies(plansApi.add.path)).toEqual([
        {
          des: "交班会",
          planTime: "2099-03-02 18:00:00",
          repeat: "workdays",
          minutesBefore: 0,
          agentId: "1001",
          remarks: "",
        },
      ]),
    );
  });
});

describe("公告管理", () => {
  const announcement = {
    id: "n1",
    des: "系统升级",
    remarks: "今晚22点升级",
    mustRead: 1,
    state: "published",
    everyone: 1,
    roleIds: [],
    groupIds: [],
    agentIds: [],
    publishedAt: "2099-03-02 10:30:00",
    createdBy: "张建国",
    receivers: null,
    readers: null,
    toMe: 1,
    readAt: null,
    editable: 0,
  };

  test("U6 opened by a notification it shows that announcement, which is read thereby; an agent writes none", async () => {
    const server = signIn(agent, { page: "/announcement", buttons: [] });
    server.on(
      noticeApi.list.path,
      page([{ ...announcement, id: "n2", publishedAt: "2099-03-01 08:00:00" }, announcement]),
    );
    server.on(noticeApi.read.path, () => null);
    await open("/announcement", { params: { subTime: announcement.publishedAt }, cover: true });
    expect(await screen.findByRole("dialog")).toHaveTextContent("今晚22点升级");
    await waitFor(() => expect(server.bodies(noticeApi.read.path)).toEqual([{ id: "n1" }]));
    expect(screen.queryByRole("button", { name: "新增" })).toBeNull();
    expect(screen.queryByText("已读人数")).toBeNull();
  });

  test("U6 an announcement stays open when it leaves the list of the unread; told of, it is found; taken back, it is gone", async () => {
    const server = signIn(agent, { page: "/announcement", buttons: [] });
    let read = false;
    const row = () => ({ ...announcement, readAt: read ? "2099-03-02 10:31:00" : null });
    server.on(noticeApi.list.path, (asked) => page(asked.body["read"] === "0" && read ? [] : [row()])(asked));
    server.on(noticeApi.read.path, () => {
      read = true;
      return null;
    });
    await open("/announcement");
    await user.selectOptions(await screen.findByRole("combobox", { name: "我的阅读" }), "未读");
    await user.click(screen.getByRole("button", { name: "查询" }));
    await user.click(await screen.findByRole("button", { name: "查看" }));
    expect(await screen.findByText("没有符合条件的公告")).toBeInTheDocument();
    expect(screen.getByRole("dialog")).toHaveTextContent("今晚22点升级");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await remind("announcement", { subTime: announcement.publishedAt });
    expect(await screen.findByRole("dialog")).toHaveTextContent("今晚22点升级");
    server.on(noticeApi.list.path, page([]));
    act(() => void store.dispatch(api.util.invalidateTags(["Announcement"])));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("an administrator publishes a draft after a question, and takes back what is out", async () => {
    const server = signIn(
      {},
      { page: "/announcement", buttons: [...buttons("notice"), "notice.publish", "notice.withdraw"] },
    );
    const draft = {
      ...announcement,
      id: "n3",
      des: "值班安排",
      state: "draft",
      publishedAt: null,
      toMe: 0,
      editable: 1,
      everyone: 0,
      agentIds: ["1001"],
    };
    server.on(noticeApi.list.path, page([draft, { ...announcement, editable: 1, receivers: 6, readers: 2 }]));
    server.on(noticeApi.publish.path, () => ({ count: 1 }));
    server.on(noticeApi.withdraw.path, () => null);
    await open("/announcement");
    expect(await screen.findByText("2 / 6")).toBeVisible();
    expect(screen.getAllByRole("button", { name: "编辑" })).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "发布" }));
    const publish = await screen.findByRole("alertdialog");
    expect(publish).toHaveTextContent("确定要将“值班安排”发布给1个坐席吗？");
    await user.click(within(publish).getByRole("button", { name: "发布" }));
    await waitFor(() => expect(server.bodies(noticeApi.publish.path)).toEqual([{ id: "n3" }]));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    await user.click(screen.getByRole("button", { name: "撤回" }));
    const withdraw = await screen.findByRole("alertdialog");
    await user.click(within(withdraw).getByRole("button", { name: "撤回" }));
    await waitFor(() => expect(server.bodies(noticeApi.withdraw.path)).toEqual([{ id: "n1" }]));
  });
});
