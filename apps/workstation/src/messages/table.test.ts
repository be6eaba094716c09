import { createBus, type BusEventName } from "@liantai/bus";
import type { ServerMessage } from "@liantai/api/contract";
import { handleMessage } from "./table.ts";

function setUp() {
  const bus = createBus();
  const heard: [BusEventName, unknown][] = [];
  const names = [
    "notification.show",
    "call.recorded",
    "day.changed",
    "app.swapped",
    "menu.changed",
    "flow.updated",
    "audition.told",
  ] as const;
  for (const name of names) bus.subscribe(name, (payload) => heard.push([name, payload]));
  const out: string[] = [];
  const handle = (message: unknown) =>
    handleMessage(message as ServerMessage, { bus, agentId: () => "1001", signOut: (sentence) => out.push(sentence) });
  return { heard, out, handle };
}

test("msgNotify is shown as it came", () => {
  const { heard, handle } = setUp();
  handle({ seq: 1, type: "msgNotify", id: "n", title: "提醒", text: "到时间了", level: "info" });
  expect(heard).toEqual([
    ["notification.show", expect.objectContaining({ id: "n", title: "提醒", text: "到时间了", level: "info" })],
  ]);
});

test("loginOut leaves with its sentence, or with the specification's", () => {
  const { out, handle } = setUp();
  handle({ seq: 1, type: "loginOut", msg: "您的登录已被管理员结束，请重新登录" });
  handle({ seq: 2, type: "loginOut", msg: "" });
  expect(out).toEqual(["您的登录已被管理员结束，请重新登录", "您的账号已在别处登录，您将被强制退出"]);
});

test.each([
  [{ type: "callRecorded", callId: "c", cause: "completed" }, ["call.recorded", { callId: "c", cause: "completed" }]],
  [{ type: "appSwapped", modules: ["@liantai/admin"] }, ["app.swapped", { modules: ["@liantai/admin"] }]],
  [
    { type: "updateFlow", flowId: "f", versionId: "v", revision: 2, status: 1, by: "张三", text: "" },
    ["flow.updated", { flowId: "f", versionId: "v", revision: 2, status: 1, by: "张三", text: "" }],
  ],
  [{ type: 11, msgId: "m", flowId: "f" }, ["audition.told", expect.objectContaining({ type: 11, msgId: "m" })]],
  [{ type: "dayChanged" }, ["day.changed", {}]],
  [{ type: "menuChanged" }, ["menu.changed", {}]],
])("%o goes on the bus", (message, expected) => {
  const { heard, handle } = setUp();
  handle({ seq: 1, ...message });
  expect(heard).toEqual([expected]);
});

test("a forced state is told to the seat that it concerns", () => {
  const { heard, handle } = setUp();
  handle({ seq: 1, type: "seatBusy", agentId: "1001", by: "班长1005" });
  handle({ seq: 2, type: "seatForceReady", agentId: "1001" });
  handle({ seq: 3, type: "seatBusy", agentId: "1002" });
  expect(heard.map(([, payload]) => (payload as { text: string }).text)).toEqual([
    "班长1005已将您置为忙碌",
    "系统已将您置为空闲",
  ]);
});

test("a type of a newer server is passed over", () => {
  const { heard, handle } = setUp();
  handle({ seq: 1, type: "somethingNew" });
  expect(heard).toEqual([]);
});

test("K30 who asked for help reads how it was answered", () => {
  const { heard, handle } = setUp();
  handle({ seq: 1, type: "assistanceAnswered", by: "周敏", way: "密语", line: "" });
  handle({ seq: 2, type: "assistanceAnswered", by: "周敏", way: "回复", line: "先安抚" });
  handle({ seq: 3, type: "assistanceAnswered", by: "周敏", way: "处理", line: "" });
  expect(heard.map(([, payload]) => (payload as { text: string }).text)).toEqual([
    "密语您的通话",
    "先安抚",
    "已处理您的求助",
  ]);
});
