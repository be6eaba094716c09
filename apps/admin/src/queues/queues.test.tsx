import { bus } from "@liantai/bus";
import { authApi } from "@liantai/api/contract";
import {
  assistanceApi,
  emergencyApi,
  groupFigures,
  groupMonitorApi,
  queueCallbackApi,
  queueListApi,
  voicemailApi,
} from "@liantai/api/contract/admin";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, signIn } from "../testing/screen.tsx";
import { call, day, group, seat, watching } from "./testing/rows.ts";

const entry = (id: string, more: object) => ({
  id,
  name: id,
  url: null,
  alias: null,
  icon: null,
  category: 2,
  code: null,
  children: [],
  ...more,
});
/** What a monitor is granted: the page with its button, and the calls behind its figures. */
const menus = [
  entry("calls", { url: "/callrecord" }),
  entry("groups", {
    url: "/skillgroupmonitor",
    children: [entry("join", { category: 1, code: "skillgroupmonitor.join" })],
  }),
];

let asked: object[] = [];
beforeEach(() => {
  asked = [];
});

const callDetails = { page: "/callrecord", buttons: ["callrecord.detail"] };

function serve(as: Parameters<typeof signIn>[0] = { roleType: 3, agentId: "1005" }, ...more: (typeof callDetails)[]) {
  const server = signIn(as, ...watching, ...more);
  server.on(groupMonitorApi.list.path, () => ({ at: Date.now(), ...day, groups: [group] }));
  server.on(groupMonitorApi.detail.path, () => ({ at: Date.now(), seats: [seat] }));
  server.on(groupMonitorApi.join.path, () => null);
  server.on(queueListApi.list.path, () => ({
    at: Date.now(),
    groups: [{ id: "g1", name: "客服一组" }],
    calls: [
      call,
      { ...call, callId: "c2", position: 2, ringing: "1003", number: "139****0000" },
      { ...call, callId: "c3", position: 3, priority: 0, moved: 0 },
    ],
  }));
  server.on(queueListApi.targets.path, () => ({
    skillGroup: [{ id: "g2", label: "售后组" }],
    dispatchQueue: [],
    seat: [{ id: "1003", label: "王芳（1003）" }],
  }));
  server.on(assistanceApi.list.path, () => asked);
  server.on(emergencyApi.list.path, () => []);
  server.on(assistanceApi.answer.path, () => null);
  server.on(queueListApi.transfer.path, () => null);
  server.on(queueListApi.moveUp.path, () => null);
  return server;
}

/** What is said from now on. */
function said(): string[] {
  const texts: string[] = [];
  bus.subscribe(
    "notification.show",
    ({ title, text, sound }) => void texts.push(`${title}：${text}${sound ? " ♪" : ""}`),
  );
  return texts;
}

test("a skill group's figures have their formulas over them; its seats are one press away, and a call is joined", async () => {
  const user = userEvent.setup();
  const server = serve();
  server.on(authApi.roleMenu.path, () => menus);
  await openTab("/skillgroupmonitor");
  expect(await screen.findByRole("button", { name: "接听15，查看通话" })).toBeVisible();
  for (const { name, formula } of groupFigures.filter(({ id }) => id === "serviceLevel" || id === "waiting"))
    expect(screen.getByRole("button", { name })).toHaveAttribute("title", expect.stringContaining(formula));
  expect(screen.getByText("60.5%")).toBeVisible();
  expect(screen.getByText("01:32")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "客服一组" }));
  const seats = within(await screen.findByRole("table", { name: "客服一组的坐席" }));
  expect(await seats.findByText("李晓雯")).toBeVisible();
  await user.click(await seats.findByRole("button", { name: "加入通话" }));
  await waitFor(() => expect(server.bodies(groupMonitorApi.join.path)).toEqual([{ agentId: "1001" }]));
});

test("a limit colours what is beyond it and says it once, with a sound", async () => {
  const user = userEvent.setup();
  serve();
  const texts = said();
  await openTab("/skillgroupmonitor");
  await user.click(await screen.findByRole("button", { name: "告警设置" }));
  await user.type(await screen.findByLabelText("排队高于"), "3");
  await user.type(screen.getByLabelText("服务水平低于（%）"), "60");
  await user.click(screen.getByRole("button", { name: "保存" }));
  expect(await screen.findByTitle("超过告警设置")).toHaveTextContent("4");
  await waitFor(() => expect(texts).toEqual(["客服一组告警：排队高于3，当前4 ♪"]));
  await user.click(screen.getByRole("button", { name: "刷新" }));
  await waitFor(() => expect(screen.getByTitle("超过告警设置")).toBeVisible());
  expect(texts).toHaveLength(1);
});

test("who waits, and where the caller is sent; one that rings is let alone", async () => {
  const user = userEvent.setup();
  const server = serve();
  await openTab("/queuelist");
  expect(await screen.findByText("北京市", { selector: "tr:nth-of-type(1) *" })).toBeVisible();
  expect(screen.getAllByText("01:35")).not.toHaveLength(0);
  expect(screen.getAllByText("↑ 2.5分")).toHaveLength(2);
  const ups = screen.getAllByRole("button", { name: "上移" });
  expect(ups.map((up) => up.hasAttribute("disabled"))).toEqual([true, true, false]);
  await user.click(ups[2]!);
  await waitFor(() => expect(server.bodies(queueListApi.moveUp.path)).toEqual([{ callId: "c3" }]));
  const [first, second] = screen.getAllByRole("button", { name: "转移" });
  expect(second).toBeDisabled();
  await user.click(first!);
  await user.selectOptions(await screen.findByLabelText("转移到"), "坐席");
  await user.selectOptions(await screen.findByLabelText("坐席"), "王芳（1003）");
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "转移" }));
  await waitFor(() =>
    expect(server.bodies(queueListApi.transfer.path)).toEqual([{ callId: "c1", to: { kind: "seat", id: "1003" } }]),
  );
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(screen.getAllByRole("button", { name: "转移" })[0]!);
  await user.selectOptions(await screen.findByLabelText("转移到"), "分机或外线");
  await user.type(await screen.findByLabelText("号码"), "13900001111");
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "转移" }));
  await waitFor(() =>
    expect(server.bodies(queueListApi.transfer.path)[1]).toEqual({
      callId: "c1",
      to: { kind: "number", id: "13900001111" },
    }),
  );
});

const request = () => ({
  id: "a1",
  agentId: "1001",
  name: "李晓雯",
  text: "客户要退款",
  askedAt: Date.now() - 30_000,
  answeredAt: null,
  answeredBy: "",
  way: "",
  line: "",
});

test("K30 an administrator answers with his page, which the workstation is asked for", async () => {
  const user = userEvent.setup();
  asked = [request()];
  const server = serve({ roleType: 1, agentId: null });
  const supervised: unknown[] = [];
  bus.subscribe("seat.supervise", (what) => void supervised.push(what));
  await openTab("/queuelist");
  const list = within(await screen.findByRole("list", { name: "举手求助" }));
  for (const name of ["监听", "密语", "强插"]) await user.click(await list.findByRole("button", { name }));
  expect(supervised).toEqual(["listen", "whisper", "insert"].map((command) => ({ command, agentId: "1001" })));
  expect(server.bodies(assistanceApi.answer.path)).toEqual([]);
});

test("K30 已处理: help that was given in another way", async () => {
  const user = userEvent.setup();
  asked = [request()];
  const server = serve();
  await openTab("/queuelist");
  const list = within(await screen.findByRole("list", { name: "举手求助" }));
  asked = [{ ...request(), answeredAt: Date.now(), answeredBy: "周敏", way: "done" }];
  await user.click(await list.findByRole("button", { name: "已处理" }));
  await waitFor(() => expect(server.bodies(assistanceApi.answer.path)).toEqual([{ id: "a1", way: "done", line: "" }]));
  act(() => bus.publish("assistance.changed", {}));
  expect(await list.findByText("周敏已处理")).toBeVisible();
});

test("who asks for help is answered in a press, or with a line", async () => {
  const user = userEvent.setup();
  asked = [request()];
  const server = serve();
  await openTab("/queuelist");
  const list = within(await screen.findByRole("list", { name: "举手求助" }));
  expect(list.getByText("客户要退款")).toBeVisible();
  await user.click(await list.findByRole("button", { name: "密语" }));
  await waitFor(() => expect(server.bodies(assistanceApi.answer.path)).toHaveLength(1));
  await user.type(list.getByLabelText("回复1001"), "先安抚");
  await waitFor(() => expect(list.getByRole("button", { name: "回复" })).toBeEnabled());
  await user.click(list.getByRole("button", { name: "回复" }));
  await waitFor(() =>
    expect(server.bodies(assistanceApi.answer.path)).toEqual([
      { id: "a1", way: "whisper", line: "" },
      { id: "a1", way: "line", line: "先安抚" },
    ]),
  );
});

const asked30 = Date.now() - 30 * 60_000;
const callback = {
  id: "b1",
  number: "137****0001",
  groupName: "客服一组",
  accessNumber: "4001",
  callId: "c7",
  arrivedAt: asked30,
  askedAt: asked30,
  state: "failed" as const,
  tries: 3,
  agentId: "1001",
  lastCallId: "c8",
  lastCause: "busy",
  closedAt: Date.now(),
  closedBy: "engine",
};

test("Q11 who is to be called back stands in the queue; he is called from the own seat, or not any more", async () => {
  const user = userEvent.setup();
  const server = serve();
  server.on(queueListApi.list.path, () => ({
    at: Date.now(),
    groups: [],
    calls: [
      { ...call, callback: { id: "b2", tries: 1, nextAt: null } },
      { ...call, callId: "c5", position: 2, callback: { id: "b3", tries: 1, nextAt: null }, ringing: "1001" },
      { ...call, callId: "c6", position: 3, callback: { id: "b4", tries: 0, nextAt: null } },
    ],
  }));
  server.on(queueCallbackApi.callNow.path, () => null);
  server.on(queueCallbackApi.cancel.path, () => null);
  server.on(queueListApi.moveUp.path, () => null);
  await openTab("/queuelist");
  expect(await screen.findByText("回呼中 1001")).toBeVisible();
  expect(screen.getAllByText("等待回呼")).toHaveLength(2);
  const [first, calling, third] = screen.getAllByRole("button", { name: "上移" });
  expect([first, calling, third].map((button) => button!.hasAttribute("disabled"))).toEqual([true, true, false]);
  await user.click(third!);
  await waitFor(() => expect(server.bodies(queueListApi.moveUp.path)).toEqual([{ callId: "c6" }]));
  const [now, busy] = screen.getAllByRole("button", { name: "回拨" });
  expect(busy).toBeDisabled();
  await user.click(now!);
  await waitFor(() => expect(server.bodies(queueCallbackApi.callNow.path)).toEqual([{ id: "b2" }]));
  await user.click(screen.getAllByRole("button", { name: "取消回呼" })[0]!);
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "取消回呼" }));
  await waitFor(() => expect(server.bodies(queueCallbackApi.cancel.path)).toEqual([{ id: "b2" }]));
});

test("Q11 the callbacks of before have a view of their own, with why nobody was reached", async () => {
  const user = userEvent.setup();
  const server = serve();
  server.on(queueCallbackApi.list.path, () => ({ list: [callback], total: 1, pageNo: 1, pageSize: 10 }));
  await openTab("/queuelist");
  await user.click(await screen.findByRole("tab", { name: "回呼" }));
  expect(await screen.findByText("137****0001")).toBeVisible();
  expect(screen.getByText("对方忙")).toBeVisible();
  expect(screen.queryByRole("button", { name: "回拨" })).toBeNull();
});

test("Q12 a message is given to a seat, and is done", async () => {
  const user = userEvent.setup();
  const server = serve(undefined, callDetails);
  const message = {
    id: "m1",
    callId: "c9",
    number: "136****0002",
    groupName: "客服一组",
    accessNumber: "4001",
    leftAt: Date.now(),
    lengthS: 42,
    state: "open" as const,
    agentId: null,
    agentName: "",
    ...{ doneAt: null, doneBy: null, transcript: null },
  };
  server.on(voicemailApi.list.path, () => ({ list: [message], total: 1, pageNo: 1, pageSize: 10 }));
  server.on(voicemailApi.assign.path, () => null);
  server.on(voicemailApi.setDone.path, () => null);
  await openTab("/queuelist");
  await user.click(await screen.findByRole("tab", { name: "留言" }));
  expect(await screen.findByText("00:42")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "处理完成" }));
  await waitFor(() => expect(server.bodies(voicemailApi.setDone.path)).toEqual([{ id: "m1", done: 1 }]));
  await user.click(screen.getByRole("button", { name: "分配" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "保存" }));
  await waitFor(() => expect(server.bodies(voicemailApi.assign.path)).toEqual([{ id: "m1", agentId: "" }]));
});

test("Q13 a switch whose target is gone says so in its row", async () => {
  const server = serve();
  server.on(emergencyApi.list.path, () => [
    {
      subject: "number",
      id: "4001",
      name: "4001",
      action: "target",
      text: "",
      target: { kind: "seat", id: "1009" },
      targetName: "坐席：已删除",
      gone: 1,
      at: Date.now(),
      by: "周敏",
    },
  ]);
  await openTab("/queuelist");
  const row = within(await screen.findByRole("list", { name: "应急开关" }));
  expect(row.getByText("转到坐席：已删除")).toBeVisible();
  expect(row.getByRole("alert")).toHaveTextContent("要转到的目标已失效，来电按“关闭”处理");
});

test("Q13 an emergency switch is put on with what it does, stands above the lists, and is taken off", async () => {
  const user = userEvent.setup();
  const server = serve();
  server.on(emergencyApi.choices.path, () => ({
    number: [],
    group: [{ id: "g1", label: "客服一组" }],
    skillGroup: [{ id: "g2", label: "售后组" }],
    dispatchQueue: [],
    seat: [],
  }));
  server.on(emergencyApi.set.path, () => null);
  server.on(emergencyApi.clear.path, () => null);
  await openTab("/skillgroupmonitor");
  await user.click(await screen.findByRole("button", { name: "应急开关" }));
  const form = within(await screen.findByRole("dialog"));
  await user.click(await form.findByRole("option", { name: "客服一组" }));
  await user.selectOptions(form.getByLabelText("处理方式"), "转到其他目标");
  await user.selectOptions(await form.findByDisplayValue("请选择"), "技能组");
  await user.selectOptions(await form.findByLabelText(/^技能组/, { selector: "[name='target.id']" }), "售后组");
  server.on(emergencyApi.list.path, () => [
    {
      subject: "skillGroup" as const,
      id: "g1",
      name: "客服一组",
      action: "target" as const,
      text: "",
      target: { kind: "skillGroup" as const, id: "g2" },
      targetName: "技能组：售后组",
      at: Date.now(),
      by: "班长",
    },
  ]);
  await user.click(form.getByRole("button", { name: "启用" }));
  await waitFor(() =>
    expect(server.bodies(emergencyApi.set.path)).toMatchObject([
      { subject: "skillGroup", subjectIds: ["g1"], action: "target", target: { kind: "skillGroup", id: "g2" } },
    ]),
  );
  const list = within(await screen.findByRole("list", { name: "应急开关" }));
  expect(list.getByText("转到技能组：售后组")).toBeVisible();
  await user.click(list.getByRole("button", { name: "恢复" }));
  await waitFor(() => expect(server.bodies(emergencyApi.clear.path)).toEqual([{ subject: "skillGroup", id: "g1" }]));
});

test("Q31 several numbers are chosen and switched by one press; what was chosen of the other kind is none of it", async () => {
  const user = userEvent.setup();
  const server = serve();
  const number = ["4001", "4002", "4003"].map((id) => ({ id, label: id }));
  const none = { skillGroup: [], dispatchQueue: [], seat: [] };
  server.on(emergencyApi.choices.path, () => ({ number, group: [{ id: "g1", label: "客服一组" }], ...none }));
  server.on(emergencyApi.set.path, () => null);
  await openTab("/skillgroupmonitor");
  await user.click(await screen.findByRole("button", { name: "应急开关" }));
  const form = within(await screen.findByRole("dialog"));
  await user.selectOptions(await form.findByLabelText("处理方式"), "关闭");
  await user.click(form.getByRole("button", { name: "启用" }));
  expect(await form.findByText("请选择对象")).toBeVisible();
  await user.click(form.getByRole("option", { name: "客服一组" }));
  await user.selectOptions(form.getByLabelText("对象类型"), "接入号码");
  for (const name of ["4001", "4003"]) await user.click(await form.findByRole("option", { name }));
  await user.click(form.getByRole("button", { name: "启用" }));
  await waitFor(() =>
    expect(server.bodies(emergencyApi.set.path)).toMatchObject([
      { subject: "number", id: "", subjectIds: ["4001", "4003"], action: "close" },
    ]),
  );
});

test("a press that the server would refuse is not there: without 监控坐席, or without the page that has it", async () => {
  const server = serve();
  server.on("/pbx/api/v1/businessPurview/selectByRoleId", () => [{ key: "monitor", value: 0 }]);
  await openTab("/queuelist");
  await screen.findAllByText("138****5678");
  for (const name of ["上移", "接起", "转移", "应急开关"]) expect(screen.queryByRole("button", { name })).toBeNull();
});
