/** Who opens conversations and who reads them, how they end by themselves, and what is refused. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  chatSessionApi,
  chatTextMost,
  chatTextsPerMinute,
  chatUserApi,
  chatVisitorApi,
} from "@liantai/api/contract/im";
import { body, node, say } from "@liantai/api/testing/flows";
import { Refusal, refused } from "../../../testing/office.ts";
import { compId, foreignId, openStage, visit, type Process, type Stage } from "./testing/stage.ts";

let stage: Stage;
let process: Process;
beforeAll(async () => {
  stage = await openStage();
  process = await stage.process();
  await stage.flow(
    "menu",
    body([
      node("开始", "start", { to: { next: "问" } }),
      node("问", "keyNav", {
        says: ["请按1", say("", { talkKey: "v", playType: "audio", audios: ["voice-1"] })],
        config: { keys: ["1"], firstSeconds: 60 },
        to: { "key-1": "完" },
      }),
      node("完", "hangup"),
    ]),
  );
  await stage.site("plain-page-key", { targetId: "menu", idleMinutes: 5 });
  await stage.site("group-page-key", { targetKind: "skillGroup", targetId: "g1" });
  await stage.site("other-page-key", { compId: foreignId, targetKind: "skillGroup", targetId: "g9" });
});
afterAll(() => stage?.close());
beforeEach(() => {
  stage.refusal = () => undefined;
  stage.told.splice(0);
});

const open = (webKey: string, more: { visitor?: string; begin?: boolean } = {}) =>
  process.call(chatVisitorApi.open, { body: { webKey, ...more } });
const saying = (visitor: Awaited<ReturnType<typeof visit>>, content: string, guid = "") =>
  process.part.conversations.said(compId, visitor.sessionId, { by: visitor.by, guid, content });

test("J17 who is silent for the site's minutes is told so and his conversation ends, in a flow and in a queue", async () => {
  const [flow, queue] = [await visit(stage, process, "plain-page-key"), await visit(stage, process, "group-page-key")];
  await stage.ports.clock.advance(4 * 60_000);
  await queue.types("还在吗");
  await stage.ports.clock.advance(60_000);
  expect(await flow.session()).toMatchObject({ status: "closed", endReason: "idle", dueAt: null });
  expect((await flow.since(0)).at(-1)).toBe("长时间没有新消息，会话已结束");
  await stage.ports.clock.advance(9 * 60_000 - 1);
  expect(await queue.session()).toMatchObject({ status: "waiting" });
  await stage.ports.clock.advance(1);
  expect(await queue.session()).toMatchObject({ status: "closed", endReason: "idle" });
});

test("J17 outside of its hours a site says so, and ends the conversation at once", async () => {
  await stage.ports.database.system((trx) =>
    trx
      .insertInto("time_rule")
      .values({
        compId,
        id: "night",
        name: "夜里",
        weekly: '[{"days":[7],"ranges":[{"from":"01:00","to":"02:00"}]}]',
        holidays: "[]",
        specials: "[]",
      })
      .execute(),
  );
  await stage.site("night-page-key", {
    targetId: "menu",
    timeRuleId: "night",
    offWords: "请明天再来",
    greeting: "您好",
  });
  const opened = await open("night-page-key");
  expect(opened).toMatchObject({
    status: "closed",
    reason: "off",
    ticket: "",
    messages: [{ content: "请明天再来", msgType: 6 }],
  });
  stage.refusal = () => "absent";
  expect(await open("group-page-key")).toMatchObject({ status: "closed", reason: "absent", ticket: "" });
  stage.refusal = () => "full";
  expect(await open("group-page-key")).toMatchObject({ status: "closed", reason: "full" });
  await stage.site("empty-page-key", { targetId: "nowhere" });
  expect(await open("empty-page-key")).toMatchObject({ status: "closed", reason: "failed" });
});

test("J14 one conversation of a visitor and a site is open at a time, and one that ended is shown until he begins anew", async () => {
  const first = await open("plain-page-key");
  const { visitor, sessionId } = first;
  const both = await Promise.all([1, 2].map(() => open("plain-page-key", { visitor })));
  for (const each of both) expect(each).toMatchObject({ visitor, sessionId, userId: first.userId, status: "flow" });
  await process.call(chatVisitorApi.close, { body: { webKey: "plain-page-key", visitor, sessionId } });
  const over = await open("plain-page-key", { visitor, begin: false });
  expect(over).toMatchObject({ sessionId, status: "closed", reason: "visitor", ticket: "" });
  expect(over.messages.at(-1)).toMatchObject({ content: "访客已结束会话" });
  const anew = await Promise.all([1, 2].map(() => open("plain-page-key", { visitor })));
  expect(anew[0]!.sessionId).not.toBe(sessionId);
  expect(anew[1]!.sessionId).toBe(anew[0]!.sessionId);
  expect(await open("group-page-key", { begin: false })).toMatchObject({ sessionId: "", status: "closed", reason: "" });
});

test("J18 a visitor of another enterprise is a stranger here, and nobody writes in, ends or hears another's conversation", async () => {
  const [own, stranger] = [
    await visit(stage, process, "plain-page-key"),
    await visit(stage, process, "plain-page-key"),
  ];
  const elsewhere = await open("other-page-key", { visitor: own.opened.visitor });
  expect(elsewhere.visitor).not.toBe(own.opened.visitor);
  expect(elsewhere.userId).not.toBe(own.visitorId);
  const { conversations } = process.part;
  const of = { by: stranger.by, guid: "", content: "你好" };
  expect(await conversations.said(compId, own.sessionId, of)).toEqual({ refused: "会话已结束或已由他人接待" });
  expect(await conversations.said(foreignId, own.sessionId, { ...of, by: own.by })).toEqual({ refused: "会话已结束" });
  const close = (webKey: string, visitor: string) =>
    process.call(chatVisitorApi.close, { body: { webKey, visitor, sessionId: own.sessionId } });
  await close("plain-page-key", stranger.opened.visitor);
  expect((await refused(close("other-page-key", own.opened.visitor))).msg).toBe("会话不存在");
  expect((await own.session()).status).toBe("flow");
  expect((await refused(open("no-such-site-0"))).msg).toBe("网站不存在或已停用");
  await conversations.read(compId, own.sessionId, stranger.by, 1);
  expect(await own.session()).toMatchObject({ visitorRead: 0 });
});

test("J18 a voice is heard by whose conversation plays it, and by nobody else", async () => {
  const [own, stranger] = [
    await visit(stage, process, "plain-page-key"),
    await visit(stage, process, "plain-page-key"),
  ];
  const [, sound] = own.opened.messages;
  expect(sound).toMatchObject({ msgType: 2, content: "voice-1" });
  const path = join(stage.ports.folder, "voice.wav");
  await writeFile(path, "sound");
  stage.voices.set("voice-1", path);
  const hear = (visitor: string, id: string) => process.bytes(chatVisitorApi.voice, { body: { visitor, id } });
  expect((await hear(own.opened.visitor, sound!.id)).toString()).toBe("sound");
  for (const [visitor, id] of [
    [stranger.opened.visitor, sound!.id],
    [own.opened.visitor, own.opened.messages[0]!.id],
  ] as const)
    expect(JSON.parse((await hear(visitor, id)).toString())).toMatchObject({ msg: "语音不存在或已被删除" });
});

test("J16 what is too long, empty or too often is refused in words, and a repeated send is one message", async () => {
  const visitor = await visit(stage, process, "group-page-key");
  expect(await saying(visitor, "\u0000 \u0007")).toEqual({ refused: "请输入消息内容" });
  expect(await saying(visitor, "啊".repeat(chatTextMost + 1))).toEqual({ refused: "消息内容最多1000个字" });
  expect(await saying(visitor, "\u0001一\n二")).toMatchObject({ message: { content: "一\n二", seq: 1 } });
  const [once, twice] = [await saying(visitor, "同一句", "same"), await saying(visitor, "同一句", "same")];
  expect(twice).toEqual(once);
  for (let n = 2; n < chatTextsPerMinute; n++) await saying(visitor, String(n));
  expect(await saying(visitor, "太多")).toEqual({ refused: "您发送得太快了，请稍后再发" });
  expect(await saying(visitor, "同一句", "same")).toEqual(once);
  await stage.ports.clock.advance(60_000);
  expect(await saying(visitor, "又来")).toMatchObject({ message: { seq: chatTextsPerMinute + 1 } });
});

test("J18 200 new visitors an hour and address", async () => {
  const own = await visit(stage, process, "group-page-key");
  await stage.ports.broker.delete("chat:visitors:127.0.0.1");
  for (let n = 0; n < 200; n++) await stage.ports.broker.increment("chat:visitors:127.0.0.1", 3_600_000);
  await expect(open("group-page-key")).rejects.toThrow(Refusal);
  expect(await open("group-page-key", { visitor: own.opened.visitor })).toMatchObject({ sessionId: own.sessionId });
  await stage.ports.broker.delete("chat:visitors:127.0.0.1");
});

test("J19 administrators read all of their enterprise, a seat its own, operators nothing", async () => {
  const visitor = await visit(stage, process, "group-page-key");
  for (let n = 0; n < 25; n++) await saying(visitor, `第${n}句`);
  const waiting = await visitor.session();
  const agent = { agentId: "a1", name: "王芳" };
  await stage.ports.database.system((trx) =>
    trx.insertInto("seat").values({ compId, agentId: "a1", name: "王芳", terminalType: 1 }).execute(),
  );
  await stage.ports.database.tenant(compId, (trx) => process.part.conversations.give(trx, waiting, agent));
  const list = (who?: Parameters<Process["call"]>[2], more: object = {}) =>
    process.call(chatSessionApi.list, { body: { pageNo: 1, pageSize: 50, ...more } as never }, who);
  const all = await list();
  expect(all.total).toBeGreaterThan(5);
  expect((await list("seat-1001-token-token")).list).toMatchObject([
    {
      id: visitor.sessionId,
      webName: "网站group-page-key",
      agentName: "王芳",
      status: "talking",
      messages: 26,
      score: null,
    },
  ]);
  expect(await list("seat-1002-token-token")).toMatchObject({ total: 0 });
  expect(await list("foreign-administrator")).toMatchObject({ total: 1 });
  expect(
    await list(undefined, { status: "talking", nick: visitor.opened.messages.length === 0 ? "访客" : "" }),
  ).toMatchObject({ total: 1 });
  const read = (who?: Parameters<Process["call"]>[2], before?: number) =>
    process.call(chatSessionApi.messages, { body: { sessionId: visitor.sessionId, ...(before && { before }) } }, who);
  const [newest, rest] = [await read("seat-1001-token-token"), await read("administrator-token", 7)];
  expect(newest).toMatchObject({ more: 1 });
  expect(newest.messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, at) => at + 7));
  expect(rest.messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
  for (const who of ["seat-1002-token-token", "foreign-administrator"] as const)
    expect((await refused(read(who))).msg).toBe("会话不存在");
  for (const call of [list("entered-operator-token"), read("entered-operator-token")])
    expect((await refused(call)).code).toBe(403);
  const user = { userId: visitor.visitorId };
  await process.call(chatUserApi.saveNickName, { body: { ...user, nickName: "张先生" } }, "seat-1001-token-token");
  expect(await process.call(chatUserApi.info, { query: user })).toMatchObject({ nick: "张先生", sessions: 1 });
  const rename = (who: Parameters<Process["call"]>[2]) =>
    process.call(chatUserApi.saveNickName, { body: { ...user, nickName: "李" } }, who);
  for (const who of ["seat-1002-token-token", "foreign-administrator"] as const)
    expect((await refused(rename(who))).msg).toBe("访客不存在");
  const [line] = await stage.ports.database.system((trx) => trx.selectFrom("operation_log").selectAll().execute());
  expect(line).toMatchObject({ object: "chatUser", objectName: "张先生" });
});

test("J19 the steps of a flow stand on the page of the messages after which they came", async () => {
  const visitor = await visit(stage, process, "plain-page-key");
  const { track } = await process.call(chatSessionApi.messages, { body: { sessionId: visitor.sessionId } });
  expect(track.map(({ action, text }) => [action, text]).slice(0, 2)).toEqual([
    ["entered", "第1版"],
    ["node", "类型：开始，第几次：1"],
  ]);
});

test("J70 what is sent again is told again: who kept it first may have been killed before he told of it", async () => {
  const visitor = await visit(stage, process, "group-page-key");
  const { database } = stage.ports;
  const waiting = await visitor.session();
  await database.tenant(compId, (trx) =>
    process.part.conversations.give(trx, waiting, { agentId: "a1", name: "王芳" }),
  );
  await saying(visitor, "听得到吗", "again");
  const before = await visitor.session();
  stage.told.splice(0);
  await saying(visitor, "听得到吗", "again");
  expect(stage.told).toMatchObject([{ agentId: "a1", frame: { cmd: 11, data: { content: "听得到吗", seq: 2 } } }]);
  expect(await visitor.session()).toEqual(before);
});

test("J71 in an enterprise that is switched off nothing is said any more: the conversation ends with the next word", async () => {
  const enabled = (enabled: 0 | 1) =>
    stage.ports.database.system((trx) =>
      trx.updateTable("enterprise").set({ enabled }).where("compId", "=", compId).execute(),
    );
  const visitor = await visit(stage, process, "plain-page-key");
  await enabled(0);
  expect(await saying(visitor, "1")).toEqual({ refused: "会话已结束" });
  await enabled(1);
  expect(await visitor.session()).toMatchObject({ status: "closed", endReason: "failed", flowState: "", dueAt: null });
});
