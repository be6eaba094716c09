import { createBus, type BusEventName } from "@liantai/bus";
import type { Reminder } from "./notification.ts";
import { createReminders, type ReminderPorts } from "./reminders.ts";

type Said = readonly [BusEventName | "desktop" | "done" | "finish" | "admit", unknown];

function setUp(over: Partial<ReminderPorts> = {}) {
  const bus = createBus();
  const said: Said[] = [];
  for (const name of ["notification.show", "call.dial", "workorder.changed", "tab.open"] as const)
    bus.subscribe(name, (payload) => said.push([name, payload]));
  const told = createReminders({
    bus,
    admit: async (key) => {
      said.push(["admit", key]);
      return { about: "王女士 138****5678", stays: false };
    },
    done: async (key) => void said.push(["done", key]),
    finish: async (id) => {
      said.push(["finish", id]);
      return true;
    },
    changed: () => undefined,
    isOpenable: (name) => name !== "knowledgefeedback" && name !== "workorderinformation",
    inCall: () => false,
    hidden: () => false,
    wait: async () => undefined,
    desktop: (title, text, tag, pressed) => void said.push(["desktop", { title, text, tag, pressed }]),
    ...over,
  });
  const press = (id: string, action: object) => {
    bus.publish("notification.action", { id, action: action as never });
    return new Promise((resolve) => setTimeout(resolve));
  };
  const names = () => said.map(([name]) => name);
  const shown = () => said.filter(([name]) => name === "notification.show").map(([, payload]) => payload);
  return { bus, said, told, press, names, shown };
}

const reservation = {
  seq: 1,
  type: "SUBSCRIBESREMIND",
  reminder: "reservation/r1/1",
  content: {
    des: "回访安装情况",
    remarks: "上午联系",
    subNumber: "v1.sealed",
    id: "r1",
    floatDuration: 45,
    subTime: "2026-03-02 10:30:00",
  },
} as const satisfies Reminder;
const id = "reminder:reservation/r1/1";
const dialling = { label: "立即呼叫", do: "dial", ref: "v1.sealed" };

test("U2 a reservation shows for floatDuration x 1000 ms, leads to its tab, and dials by its reference", async () => {
  const { told, press, said, shown } = setUp();
  await told(reservation);
  expect(shown()).toEqual([
    {
      id,
      title: "预约提醒",
      text: "王女士 138****5678，回访安装情况，上午联系，03-02 10:30",
      level: "info",
      sound: true,
      attention: true,
      durationMs: 45_000,
      target: {
        name: "reservationmanage",
        params: { id: "r1", subNumber: "v1.sealed", subTime: "2026-03-02 10:30:00" },
        title: "预约管理",
        cover: true,
      },
      actions: [dialling],
    },
  ]);
  await press(id, dialling);
  expect(said.slice(-2)).toEqual([
    ["finish", "r1"],
    ["call.dial", { ref: "v1.sealed", callType: 3 }],
  ]);
});

test("no floatDuration: until it is closed", async () => {
  const { told, shown } = setUp();
  await told({ ...reservation, content: { ...reservation.content, floatDuration: 0 } });
  expect(shown()).toMatchObject([{ durationMs: 0 }]);
});

test("in a call the bar says why it does not dial, and the reservation stays open", async () => {
  const { told, press, names } = setUp({ inCall: () => true });
  await told(reservation);
  await press(id, dialling);
  expect(names()).toEqual(["admit", "notification.show", "call.dial"]);
});

test("what the server refuses is not dialled", async () => {
  const { told, press, names } = setUp({ finish: async () => false });
  await told(reservation);
  await press(id, dialling);
  expect(names()).toEqual(["admit", "notification.show"]);
});

test("U2 another page has it: nothing is shown; heard twice it is asked once", async () => {
  const other = setUp({ admit: async () => undefined });
  await other.told(reservation);
  expect(other.shown()).toEqual([]);
  const own = setUp();
  await Promise.all([own.told(reservation), own.told(reservation)]);
  expect(own.names()).toEqual(["admit", "notification.show"]);
});

test("U2 who signs in next is shown what the one before was, and does nothing that was shown to that one", async () => {
  const { told, press, names, bus } = setUp();
  await told(reservation);
  bus.publish("session.signedOut", { reason: "logout" });
  await press(id, dialling);
  await told(reservation);
  expect(names()).toEqual(["admit", "notification.show", "admit", "notification.show"]);
});

test("U2 a page that nobody looks at waits before it asks, and shows it on the desktop, whose press opens the tab", async () => {
  const waits: number[] = [];
  const { told, said } = setUp({ hidden: () => true, wait: async (ms) => void waits.push(ms) });
  await told(reservation);
  expect(waits).toEqual([400]);
  const [, desktop] = said.find(([name]) => name === "desktop")!;
  expect(desktop).toMatchObject({ title: "预约提醒", tag: id });
  (desktop as { pressed: () => void }).pressed();
  expect(said.at(-1)).toEqual(["tab.open", expect.objectContaining({ name: "reservationmanage", cover: true })]);
});

test("U2 what is over while it is on show is replaced; what was closed stays closed", async () => {
  const { told, shown, bus } = setUp();
  const over = { seq: 2, type: "reminderOver", reminder: reservation.reminder, withdrawn: 0 } as const;
  await told(over);
  expect(shown()).toEqual([]);
  await told(reservation);
  await told(over);
  expect(shown().at(-1)).toMatchObject({ id, title: "提醒已处理", durationMs: 3_000, attention: false });
  bus.publish("notification.closed", { id });
  await told(over);
  expect(shown()).toHaveLength(2);
});

test("plans and announcements carry their tab's subTime; 知道了 is seen to; must-read stays until it is closed", async () => {
  const { told, shown, press, said } = setUp({ admit: async () => ({ about: "", stays: true }) });
  const content = { des: "晨会", remarks: "", subTime: "2026-03-02 08:30:00" };
  await told({ seq: 1, type: "PLANSREMIND", reminder: "plan/p/1", content });
  await told({
    seq: 2,
    type: "NOTICEPUBLIC",
    reminder: "notice/n/1",
    content: { ...content, remarks: "长".repeat(80) },
  });
  expect(shown()).toMatchObject([
    {
      title: "计划提醒",
      text: "晨会，03-02 08:30",
      target: { name: "planreminder", params: { subTime: content.subTime } },
    },
    {
      title: "新公告",
      text: `晨会，${"长".repeat(60)}…`,
      durationMs: 0,
      target: { name: "announcement", params: { subTime: content.subTime }, cover: true },
    },
  ]);
  await press("reminder:plan/p/1", { label: "知道了", do: "ack" });
  expect(said.at(-1)).toEqual(["done", "plan/p/1"]);
});

test("U14 the tabs of plans and announcements are opened with their titles", async () => {
  const { told, shown } = setUp({ isOpenable: () => true });
  const content = { des: "晨会", remarks: "", subTime: "2026-03-02 08:30:00" };
  await told({ seq: 1, type: "PLANSREMIND", reminder: "plan/p/1", content });
  await told({ seq: 2, type: "NOTICEPUBLIC", reminder: "notice/n/1", content });
  const params = { subTime: content.subTime };
  expect(shown()).toMatchObject([
    { target: { name: "planreminder", params, title: "计划提醒", cover: true } },
    { target: { name: "announcement", params, title: "公告管理", cover: true } },
  ]);
});

test("a work order's lists ask again; a screen that is not there yet is not opened", async () => {
  const { told, shown, said } = setUp();
  await told({
    seq: 1,
    type: "TICKETREMIND",
    reminder: "order/1",
    caseCode: "GD001",
    caseId: "c1",
    event: 100,
    text: "工单已超时",
    refreshPage: 1,
    content: "安装申请",
  });
  await told({
    seq: 2,
    type: "FEEDBACKPROCESSING",
    reminder: "f/1",
    content: { title: "知识反馈", des: "内容有误", id: "f1" },
  });
  expect(said[0]).toEqual(["workorder.changed", { caseId: "c1" }]);
  expect(shown()).toMatchObject([
    { title: "工单提醒 GD001", text: "工单已超时，安装申请", level: "warning" },
    { title: "知识反馈", text: "内容有误" },
  ]);
  for (const one of shown()) expect(one).not.toHaveProperty("target");
});

test.each([
  ["trigger/t1/e1/0", "customer", "r1", "客户提醒", "customerinformation", "打开客户"],
  ["assigned/a1", "task", "r1", "任务分配提醒", "taskinformation", "打开任务"],
  ["pool/f1/2026-03-02", "customer", "", "客户公海提醒", "customerinformation", "查看"],
] as const)("U10 %s is of a %s and leads to it", async (reminder, formType, recordId, title, name, label) => {
  const { told, shown } = setUp({ isOpenable: () => true });
  const records = { formType, formId: "f1", id: recordId };
  await told({
    ...{ seq: 1, type: "PLANSREMIND", reminder },
    content: { des: "请尽快联系", remarks: "王女士", subTime: "", records },
  });
  expect(shown()).toMatchObject([
    {
      ...{ title, text: "请尽快联系，王女士" },
      target: { name, params: { formId: "f1", ...(recordId && { id: recordId }) }, cover: true },
      actions: [
        { label, do: "open" },
        { label: "知道了", do: "ack" },
      ],
    },
  ]);
});

test("D65 a promised call that is due opens the page of preview tasks", async () => {
  const { told, shown } = setUp({ isOpenable: () => true });
  await told({
    ...{ seq: 1, type: "FEEDBACKPROCESSING", reminder: "promise/n1/1" },
    content: { title: "预约回呼", des: "任务「回访」有客户到了预约回呼的时间", id: "t1" },
  });
  expect(shown()).toMatchObject([
    {
      title: "预约回呼",
      text: "任务「回访」有客户到了预约回呼的时间",
      target: { name: "seatpreviewtask", cover: true },
      actions: [{ label: "去外呼", do: "open" }, { label: "知道了" }],
    },
  ]);
});

test("V4 a follow-up that is due opens its own, in the tab that is there", async () => {
  const { told, shown } = setUp({ isOpenable: () => true });
  await told({
    ...{ seq: 1, type: "FEEDBACKPROCESSING", reminder: "followUp/t1/1/1001" },
    content: { title: "回访提醒", des: "工单GD001「断网」请回访（第1次，共3次）", id: "t1" },
  });
  expect(shown()).toMatchObject([
    {
      title: "回访提醒",
      text: "工单GD001「断网」请回访（第1次，共3次）",
      target: { name: "followuplist", params: { id: "t1" }, cover: true },
      actions: [
        { label: "去回访", do: "open" },
        { label: "知道了", do: "ack" },
      ],
    },
  ]);
});

test("W30 a work order's reminder says its sentence once and opens its order", async () => {
  const { told, shown } = setUp({ isOpenable: () => true });
  const text = "工单GD001「断网」被催办：客户又来电了";
  await told({
    ...{ seq: 1, type: "TICKETREMIND", reminder: "order/2", caseCode: "GD001", caseId: "c1", event: 9 },
    ...{ text, refreshPage: 1, content: text },
  });
  expect(shown()).toMatchObject([
    {
      title: "工单提醒 GD001",
      text,
      target: { name: "workorderinformation", params: { caseId: "c1" }, cover: true },
      actions: [
        { label: "打开工单", do: "open" },
        { label: "知道了", do: "ack" },
      ],
    },
  ]);
});
