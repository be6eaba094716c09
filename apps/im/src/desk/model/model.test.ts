import type { ChatFriend, ChatMessage, ChatSender } from "@liantai/api/contract/im";
import { chatDate, chatMoment } from "./dates.ts";
import { deskAfter, emptyDesk, inOrder, type Desk, type DeskEvent } from "./desk.ts";
import { gapAfter, lastOfRobot, withMissed } from "./talk.ts";
import { readTyped, writeTyped } from "./typed.ts";

const me = { agentId: "1001", name: "张敏" };
const friend = (sessionId: string, more: Partial<ChatFriend> = {}): ChatFriend => ({
  ...{ userId: `u-${sessionId}`, nick: "访客42", accessMode: "web", status: 1, number: 0, temporaryTidings: "" },
  ...{ sessionId, sessionStartTime: "2026-11-30 10:00:00", recentTime: "2026-11-30 10:00:00" },
  fromData: { skillGroupId: "g1", skillGroupName: "售前", webName: "官网" },
  ...{ phone: "", openid: "", externalUserId: "" },
  ...more,
});
const message = (seq: number, sender: ChatSender = "visitor", guid = ""): ChatMessage => ({
  ...{ id: `m${seq}`, sessionId: "s1", seq, from: "u", to: "", content: `第${seq}句`, msgType: 0, flag: 0 },
  createTime: `2026-11-30 10:00:${String(seq).padStart(2, "0")}`,
  extras: { guid, direction: "in", accessMode: "web", sender, senderName: "访客42" },
});
type Frame = Extract<DeskEvent, { type: "told" }>["frame"];
const told = (frame: Frame, reading?: string): DeskEvent => ({ type: "told", frame, reading, me });
const run = (desk: Desk, ...events: readonly DeskEvent[]): Desk => events.reduce(deskAfter, desk);
const page = (...messages: readonly ChatMessage[]): DeskEvent => ({
  ...{ type: "page", sessionId: "s1", more: false, first: true },
  page: { track: [], messages: messages.map((each) => ({ ...each, extras: { ...each.extras, keys: undefined } })) },
});
const seqs = (desk: Desk) => desk.talks.get("s1")?.messages.map(({ seq }) => seq);

const now = Date.parse("2026-11-30T14:00:00+08:00");

test.each([
  ["2026-11-30 09:05:00", "09:05", "09:05"],
  ["2026-11-29 23:59:59", "昨天", "昨天 23:59"],
  ["2026-11-28 10:00:00", "周六", "周六 10:00"],
  ["2026-11-24 10:00:00", "周二", "周二 10:00"],
  ["2026-11-23 10:00:00", "11/23", "11/23 10:00"],
  ["2025-12-05 10:00:00", "2025/12/5", "2025/12/5 10:00"],
  ["", "", ""],
])("J61 %s reads %s in a list and %s at a message", (time, date, moment) => {
  expect([chatDate(time, now), chatMoment(time, now)]).toEqual([date, moment]);
});

test("J60 a visitor's words count as unread unless they are read just now; a word that comes twice counts once", () => {
  const desk = run(
    emptyDesk(),
    told({ cmd: 18, data: [friend("s1", { status: 0 })] }),
    told({ cmd: 11, data: message(3) }),
    told({ cmd: 11, data: message(3) }),
    told({ cmd: 11, data: message(4, "robot") }),
  );
  expect(desk.friends).toMatchObject([{ number: 1, status: 1, temporaryTidings: "第4句" }]);
  const read = run(desk, told({ cmd: 11, data: message(5) }, "s1"));
  expect(read.friends).toMatchObject([{ number: 0 }]);
  expect(run(desk, { type: "read", sessionId: "s1" }).friends).toMatchObject([{ number: 0 }]);
});

test("J60 one that comes is first, one that leaves stays while it is read or was not", () => {
  const one = friend("s2", { recentTime: "2026-11-30 11:00:00" });
  const two = run(emptyDesk(), told({ cmd: 18, data: [friend("s1", { number: 1 })] }), told({ cmd: 9, data: one }));
  expect(inOrder(two.friends!).map(({ sessionId }) => sessionId)).toEqual(["s2", "s1"]);
  const left = (sessionId: string) => told({ cmd: 10, data: { sessionId, status: "closed", reason: "visitor" } });
  const over = run(two, left("s1"), left("s2"));
  expect(over.friends).toMatchObject([{ sessionId: "s1", over: { reason: "visitor" } }]);
  const reading = run(over, { type: "chosen", sessionId: "s1" }, { type: "read", sessionId: "s1" });
  expect(reading.friends).toHaveLength(1);
  expect(run(reading, { type: "chosen", sessionId: undefined }).friends).toEqual([]);
});

test("J62 what was sent stands at its place with the answer, in whichever way it comes", () => {
  const typed = run(emptyDesk(), told({ cmd: 18, data: [friend("s1")] }), page(message(1)), {
    type: "sending",
    sessionId: "s1",
    guid: "g",
    content: "您好",
  });
  expect(typed.unsent.get("s1")).toEqual([{ guid: "g", content: "您好" }]);
  const data = { guid: "g", id: "m2", seq: 2, createTime: "2026-11-30 10:01:00" };
  const sent = run(typed, told({ cmd: 12, code: 10_000, data }));
  expect([seqs(sent), sent.unsent.size]).toEqual([[1, 2], 0]);
  expect(sent.talks.get("s1")?.messages[1]).toMatchObject({ content: "您好", extras: { senderName: "张敏" } });
  // Its other page, or what was missed, brings it by its guid.
  const elsewhere = run(typed, { type: "cut" }, told({ cmd: 11, data: message(2, "agent", "g") }));
  expect([seqs(elsewhere), elsewhere.unsent.size]).toEqual([[1, 2], 0]);
});

test("J62 what was refused, cut off or not answered says why, and goes again under its guid", () => {
  const typed = run(emptyDesk(), { type: "sending", sessionId: "s1", guid: "g", content: "您好" });
  const why = (desk: Desk) => desk.unsent.get("s1")?.[0]?.why;
  const data = { guid: "g", id: "", seq: 0, createTime: "" };
  expect(why(run(typed, told({ cmd: 12, code: 0, data, msg: "会话已结束" })))).toBe("会话已结束");
  const cut = run(typed, { type: "cut" });
  expect(why(cut)).toBe("连接已断开，消息未发送");
  expect(why(run(typed, { type: "late", sessionId: "s1", guid: "g", why: "无回应" }))).toBe("无回应");
  // An answer that came too late for the first try changes nothing of why the next failed.
  expect(why(run(cut, { type: "late", sessionId: "s1", guid: "g", why: "无回应" }))).toBe("连接已断开，消息未发送");
  const again = run(cut, { type: "sending", sessionId: "s1", guid: "g", content: "您好" });
  expect(again.unsent.get("s1")).toEqual([{ guid: "g", content: "您好" }]);
  expect(run(cut, { type: "dropped", sessionId: "s1", guid: "g" }).unsent.size).toBe(0);
});

test("J63 a gap is seen; where what was missed does not reach back, older ones are asked for when they are wanted", () => {
  const talk = { messages: [message(1), message(2)], more: false, track: [] };
  expect(gapAfter([message(1), message(2), message(5)])).toBe(2);
  expect(gapAfter(talk.messages)).toBeUndefined();
  expect(withMissed(talk, [message(3), message(4)], false).messages).toHaveLength(4);
  const far = withMissed(talk, [message(30), message(31)], true);
  expect([far.messages.map(({ seq }) => seq), far.more]).toEqual([[30, 31], true]);
});

test("J63 pages, what is told and read marks come together", () => {
  const desk = run(
    emptyDesk(),
    told({ cmd: 18, data: [friend("s1")] }),
    page(message(2), message(3, "agent")),
    told({ cmd: 11, data: message(4, "agent") }),
    told({ cmd: 21, data: { sessionId: "s1", seq: 3 } }),
    { ...page(message(1, "robot")), first: false } as DeskEvent,
  );
  expect(desk.talks.get("s1")?.messages.map(({ seq, flag }) => [seq, flag])).toEqual([
    [1, 0],
    [2, 0],
    [3, 1],
    [4, 0],
  ]);
  expect(lastOfRobot(desk.talks.get("s1")!.messages)).toBe(0);
});

test("J64 the one that was on show is so again if it goes on", () => {
  const before = emptyDesk(new Map(), "s1");
  expect(run(before, told({ cmd: 18, data: [friend("s1")] })).chosen).toBe("s1");
  expect(run(before, told({ cmd: 18, data: [friend("s2")] })).chosen).toBeUndefined();
  const asked = run(before, { type: "chosen", sessionId: "s9" }, told({ cmd: 18, data: [] }));
  expect(asked.chosen).toBe("s9");
});

test("J64 what was typed is kept by its user, and nothing is where nothing was", () => {
  sessionStorage.clear();
  const typed = { drafts: { s1: "请稍" }, unsent: { s2: [{ guid: "g", content: "您好", why: "断开" }] } };
  writeTyped(sessionStorage, "u1", typed);
  expect([readTyped(sessionStorage, "u1"), readTyped(sessionStorage, "u2").drafts]).toEqual([typed, {}]);
  writeTyped(sessionStorage, "u1", { drafts: {}, unsent: {} });
  expect(sessionStorage).toHaveLength(0);
  sessionStorage.setItem("liantai.chats.u1", "{");
  expect(readTyped(sessionStorage, "u1").drafts).toEqual({});
});
