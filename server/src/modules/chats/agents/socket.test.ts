import { authApi } from "@liantai/api/contract";
import { chatAgentApi, chatCloses, chatSessionApi, type ChatFriend } from "@liantai/api/contract/im";
import { agent, refusal } from "../../../testing/demo.ts";
import { publish } from "../../topics.ts";
import { compId } from "./testing/people.ts";
import { openChatStage, type ChatPage, type ChatStageOfTests } from "./testing/stage.ts";

let stage: ChatStageOfTests;
beforeAll(async () => {
  stage = await openChatStage();
});
beforeEach(() => stage.people.group("g", "1001", "1002"));
afterEach(() => stage.reset());
afterAll(() => stage.close());

const second = 1_000;
const signIn = async (account = "1001"): Promise<string> =>
  (await stage.demo.signIn({ ...agent, account })).access_token;
const extraOf = (agentId: string): string =>
  Buffer.from(JSON.stringify({ agentName: "甲", agentId })).toString("base64");
/** A desk that is connected, and known to be. */
async function desk(account = "1001"): Promise<ChatPage & { readonly token: string }> {
  const token = await signIn(account);
  const page = await stage.connect(await stage.ticket(token), extraOf(account));
  await page.until(6);
  await stage.demo.clock.settle();
  return { ...page, token };
}
const talking = (agentId = "1001") => ({ status: "talking", agentId }) as const;
const say = (sessionId: string, guid: string, content = "您好") => ({ cmd: 11, data: { sessionId, guid, content } });
async function happened(what: () => Promise<boolean>): Promise<void> {
  for (let n = 0; n < 2_000 && !(await what()); n += 1) await stage.demo.ports.database.ping();
  expect(await what()).toBe(true);
}

test("J20 an agent's page opens with a ticket, once, in its own name", async () => {
  const token = await signIn();
  const ticket = await stage.ticket(token);
  const page = await stage.connect(ticket, extraOf("1001"));
  expect(await page.until(6)).toEqual([
    { cmd: 6, code: 10_007, data: { userId: "1001", time: stage.demo.clock.now() } },
  ]);
  await expect(stage.connect(ticket)).rejects.toThrow("401");
  await expect(stage.connect(await stage.ticket(token), extraOf("1002"))).rejects.toThrow("401");
  await expect(stage.connect(await stage.ticket(token), "%%%")).rejects.toThrow("401");
  await expect(stage.connect(token)).rejects.toThrow("401");
  await expect(stage.connect("")).rejects.toThrow("401");
  const { ticket: other } = await stage.demo.auth.tickets.issue(await stage.demo.caller(token), "cti");
  await expect(stage.connect(other)).rejects.toThrow("401");
  const late = await stage.ticket(token);
  await stage.demo.clock.leap(30 * second);
  await expect(stage.connect(late)).rejects.toThrow("401");
});

test("J20 a visitor's ticket opens a page of that conversation, once and for 30 s", async () => {
  await stage.people.session("a");
  const ticket = await stage.agents.visitors.issue(compId, "v-a", "a");
  const page = await stage.connect(ticket);
  expect((await page.until(9))[0]!.data).toEqual({ sessionId: "a", status: "waiting", position: 1 });
  await expect(stage.connect(ticket)).rejects.toThrow("401");
  const late = await stage.agents.visitors.issue(compId, "v-a", "a");
  await stage.demo.clock.leap(30 * second);
  await expect(stage.connect(late)).rejects.toThrow("401");
});

test.each([
  ["of another visitor", "v-b", "a"],
  ["that is none", "v-a", "none"],
])("J20 a page of a conversation %s is closed", async (_what, visitorId, sessionId) => {
  await stage.people.session("a");
  await stage.people.session("b");
  const page = await stage.connect(await stage.agents.visitors.issue(compId, visitorId, sessionId));
  expect(await page.closed).toBe(chatCloses.conversationEnded);
});

test("J21 a page whose session ends is told and closed, and one that opens with its ticket after that", async () => {
  const { token, closed, frames } = await desk();
  const ticket = await stage.ticket(token);
  await stage.demo.call(authApi.logout, {}, token);
  expect(await closed).toBe(chatCloses.sessionEnded);
  expect(frames.at(-1)).toMatchObject({ cmd: 6, code: 10_008 });
  await expect(stage.connect(ticket)).rejects.toThrow("401");
});

test("J21 a seat that may not open 在线会话 any more loses its page within a second, and its conversations", async () => {
  const { closed } = await desk();
  await stage.people.session("a", talking());
  const system = stage.demo.ports.database.system.bind(stage.demo.ports.database);
  await system((trx) =>
    trx.insertInto("role").values({ id: "blind", compId, name: "无菜单", kind: "custom", roleType: 2 }).execute(),
  );
  const role = (roleId: string) =>
    system((trx) =>
      trx.updateTable("account").set({ roleId }).where("compId", "=", compId).where("account", "=", "1001").execute(),
    );
  const { id: before } = await system((trx) =>
    trx
      .selectFrom("account as a")
      .select("a.roleId as id")
      .where("a.compId", "=", compId)
      .where("a.account", "=", "1001")
      .executeTakeFirstOrThrow(),
  );
  await role("blind");
  await publish(stage.demo.ports.broker, "grants.changed", { compId });
  expect(await closed).toBe(chatCloses.sessionEnded);
  await happened(async () => (await stage.people.row("a")).status === "waiting");
  await role(before!);
  await publish(stage.demo.ports.broker, "grants.changed", { compId });
});

test.each([
  ["no JSON", "{", chatCloses.malformed],
  ["a wrong type", '{"cmd":11,"data":{"sessionId":1}}', chatCloses.malformed],
  ["bytes", Buffer.from('{"cmd":13}'), chatCloses.malformed],
  ["too much", `{"cmd":13,"x":"${"x".repeat(17_000)}"}`, 1009],
])("J22 %s closes the page", async (_what, frame, code) => {
  const page = await desk();
  page.socket.send(frame);
  expect(await page.closed).toBe(code);
});

test("J22 a visitor's page asks for no friends, and nobody sends faster than he may", async () => {
  await stage.people.session("a");
  const visitor = await stage.visitor("a");
  visitor.send({ cmd: 17 });
  expect(await visitor.closed).toBe(chatCloses.malformed);
  const page = await desk();
  for (let n = 0; n < 61; n += 1) page.send({ cmd: 13 });
  expect(await page.closed).toBe(1008);
  expect(page.frames.filter(({ cmd }) => cmd === 13)).toHaveLength(60);
});

test("J23 a heartbeat is answered; who is silent for a minute is closed", async () => {
  const page = await desk();
  await stage.demo.clock.advance(50 * second);
  page.send({ cmd: 13 });
  await page.until(13);
  await stage.demo.clock.advance(50 * second);
  expect(page.socket.readyState).toBe(page.socket.OPEN);
  await stage.demo.clock.advance(10 * second);
  expect(await page.closed).toBe(1008);
});

test("J24 what either side says reaches the other, and its own other pages; sent again it is the same", async () => {
  const one = await desk();
  const two = await stage.connect(await stage.ticket(one.token));
  await stage.people.session("a", talking());
  const visitor = await stage.visitor("a");
  await visitor.until(9);
  one.send(say("a", "g1"));
  const [sent] = await one.until(12);
  expect(sent).toMatchObject({ code: 10_000, data: { guid: "g1", seq: 1 } });
  expect((await visitor.until(11))[0]!.data).toMatchObject({
    seq: 1,
    from: "1001",
    to: "v-a",
    content: "您好",
    flag: 0,
  });
  expect((await two.until(11))[0]!.data).toMatchObject({ seq: 1, extras: { guid: "g1" } });
  one.send(say("a", "g1"));
  expect((await one.until(12, 2))[1]!.data.id).toBe(sent!.data.id);
  // J87: what stands there, where that is not what was sent.
  expect(sent!.data).not.toHaveProperty("content");
  one.send(say("a", "g1", "另一句"));
  expect((await one.until(12, 3))[2]!.data).toMatchObject({ id: sent!.data.id, content: "您好" });
  visitor.send(say("a", "v1", "在吗"));
  expect((await one.until(11))[0]!.data).toMatchObject({ seq: 2, from: "v-a", to: "1001", content: "在吗" });
  one.send({ cmd: 21, data: { sessionId: "a", seq: 2 } });
  expect((await visitor.until(21))[0]!.data).toEqual({ sessionId: "a", seq: 2 });
});

test("J32 what is said and decided reaches pages in every process", async () => {
  const one = await desk();
  const two = await stage.connect(await stage.ticket(one.token), undefined, 1);
  await stage.people.session("a");
  const visitor = await stage.visitor("a", 1);
  await visitor.until(9);
  await stage.agents.assignment.assign(compId);
  for (const page of [one, two, visitor]) await page.until(9, page === visitor ? 2 : 1);
  one.send(say("a", "g1"));
  for (const page of [two, visitor]) expect((await page.until(11))[0]!.data.seq).toBe(1);
  expect(await stage.agents.pages.visitorHere(compId, "v-a")).toBe(true);
  await stage.demo.call(authApi.logout, {}, one.token);
  expect(await Promise.all([one.closed, two.closed])).toEqual([4001, 4001]);
});

test("J24 nobody writes or reads in a conversation of others, of whichever enterprise", async () => {
  const one = await desk();
  await stage.people.session("theirs", talking("1002"));
  await stage.people.session("mine");
  const visitor = await stage.visitor("mine");
  for (const page of [one, visitor]) {
    page.send(say("theirs", "x"));
    expect((await page.until(12))[0]).toMatchObject({
      code: 0,
      msg: "会话已结束",
      data: { guid: "x", id: "", seq: 0 },
    });
    page.send({ cmd: 19, data: { sessionId: "theirs" } });
    expect((await page.until(20))[0]!.data).toEqual({ sessionId: "theirs", messages: [], more: false });
    page.send({ cmd: 21, data: { sessionId: "theirs", seq: 1 } });
    page.send({ cmd: 19, data: { sessionId: "nothing" } });
    await page.until(20, 2);
  }
  expect((await stage.people.row("theirs")).agentRead).toBe(0);
  expect(await refusal(stage.call(chatSessionApi.close, one.token, { body: { sessionId: "theirs" } }))).toMatchObject({
    message: "会话不存在或已结束",
  });
  const foreign = await stage.connect(await stage.agents.visitors.issue("100002", "v-mine", "mine"));
  expect(await foreign.closed).toBe(chatCloses.conversationEnded);
});

test("J24 history comes by 20, and who was away gets what he missed", async () => {
  const one = await desk();
  await stage.people.session("a", talking());
  for (let n = 1; n <= 45; n += 1)
    await stage.conversations.said(compId, "a", { by: { visitorId: "v-a" }, guid: `g${n}`, content: `第${n}句` });
  const pull = async (data: object, frames: number) => {
    const before = one.frames.filter(({ cmd }) => cmd === 20).length;
    one.send({ cmd: 19, data: { sessionId: "a", ...data } });
    return (await one.until(20, before + frames)).slice(before).map(({ code, data: { messages, more } }) => ({
      ...{ code, more },
      from: messages[0]?.seq,
      to: messages.at(-1)?.seq,
    }));
  };
  expect(await pull({}, 1)).toEqual([{ code: 10_018, more: true, from: 26, to: 45 }]);
  expect(await pull({ before: 26 }, 1)).toEqual([{ code: 10_018, more: true, from: 6, to: 25 }]);
  expect(await pull({ before: 6 }, 1)).toEqual([{ code: 10_018, more: false, from: 1, to: 5 }]);
  expect(await pull({ after: 20 }, 2)).toEqual([
    { code: 10_016, more: false, from: 21, to: 40 },
    { code: 10_016, more: false, from: 41, to: 45 },
  ]);
  expect(await pull({ after: 45 }, 1)).toEqual([{ code: 10_016, more: false, from: undefined, to: undefined }]);
});

test("J24 a visitor's page hears of its own conversation alone, and is closed with it", async () => {
  await stage.people.session("a", talking());
  const visitor = await stage.visitor("a");
  await visitor.until(9);
  const stageOf = (sessionId: string) => ({ cmd: 9, data: { sessionId, status: "talking" } }) as const;
  await publish(stage.demo.ports.broker, "chat.told", {
    compId,
    told: [
      { visitorId: "v-a", frame: stageOf("b") },
      { visitorId: "v-b", frame: stageOf("a") },
    ],
  });
  await publish(stage.demo.ports.broker, "chat.told", {
    compId: "100002",
    told: [{ visitorId: "v-a", frame: stageOf("a") }],
  });
  await stage.conversations.close(compId, "a", { agentId: "1001" });
  expect(await visitor.closed).toBe(chatCloses.conversationEnded);
  expect(visitor.frames.map(({ cmd }) => cmd)).toEqual([6, 9, 10, 6]);
});

test("J30 an agent is told when a visitor's page opens, and when it has been gone for ten seconds", async () => {
  const one = await desk();
  await stage.people.session("a", talking());
  one.send({ cmd: 17 });
  const statusOf = (friends: readonly ChatFriend[]) => friends.map(({ sessionId, status }) => [sessionId, status]);
  expect(statusOf((await one.until(18))[0]!.data)).toEqual([["a", 0]]);
  const visitor = await stage.visitor("a");
  expect((await one.until(9))[0]).toMatchObject({
    code: 10_011,
    data: { userId: "v-a", nick: "访客a", status: 1, fromData: { skillGroupName: "组g", webName: "官网" } },
  });
  expect(await stage.agents.pages.visitorHere(compId, "v-a")).toBe(true);
  visitor.socket.terminate();
  await happened(async () => !(await stage.agents.pages.visitorHere(compId, "v-a")));
  await stage.demo.clock.advance(10 * second);
  expect(statusOf((await one.until(18, 2))[1]!.data)).toEqual([["a", 0]]);
});

test("J25 J31 who goes online and is seen is given what waits, to his maximum; how it is stands in the state", async () => {
  const one = await desk();
  const state = () => stage.call(chatAgentApi.state, one.token);
  expect(await state()).toEqual({ status: "online", talking: 0, most: 5, waiting: 0 });
  await stage.call(chatAgentApi.setState, one.token, { body: { status: "busy" } as never });
  await stage.people.session("a");
  await publish(stage.demo.ports.broker, "chat.changed", { compId });
  await stage.demo.clock.settle();
  expect(await state()).toEqual({ status: "busy", talking: 0, most: 5, waiting: 1 });
  await stage.call(chatAgentApi.setState, one.token, { body: { status: "online", agentId: "1001" } as never });
  expect((await one.until(9))[0]).toMatchObject({ data: { sessionId: "a" } });
  expect(await state()).toEqual({ status: "online", talking: 1, most: 5, waiting: 0 });
  const body = { status: "online", agentId: "1002" } as never;
  expect(await refusal(stage.call(chatAgentApi.setState, one.token, { body }))).toMatchObject({ error: "forbidden" });
  // What he has stays with him when he goes offline.
  await stage.call(chatAgentApi.setState, one.token, { body: { status: "offline" } as never });
  await stage.demo.clock.advance(2 * second);
  expect(await stage.people.had()).toEqual({ a: "1001" });
});

test("J31 who is online without a page is given nothing", async () => {
  const token = await signIn();
  await stage.call(chatAgentApi.setState, token, { body: { status: "online" } as never });
  await stage.people.session("a");
  await stage.agents.assignment.assign(compId);
  expect(await stage.people.had()).toEqual({});
});

test("J28 who waits is told his place when it is another one, and once", async () => {
  for (const id of ["a", "b", "c"]) {
    await stage.people.session(id);
    await stage.demo.clock.advance(second);
  }
  const pages = [await stage.visitor("b"), await stage.visitor("c")];
  for (const page of pages) await page.until(9);
  await stage.conversations.close(compId, "b", { visitorId: "v-b" });
  await stage.demo.clock.advance(second);
  expect((await pages[1]!.until(9, 2)).map(({ data }) => "position" in data && data.position)).toEqual([3, 2]);
  await publish(stage.demo.ports.broker, "chat.changed", { compId });
  await stage.demo.clock.advance(second);
  expect(pages[1]!.frames.filter(({ cmd }) => cmd === 9)).toHaveLength(2);
});

test("J29 whose pages are gone for a minute has his conversations taken back and given anew; back before, he keeps them", async () => {
  const one = await desk();
  const two = await desk("1002");
  await stage.people.session("a", talking());
  const beats = async (ms: number) => {
    for (let at = 0; at < ms; at += 10 * second) {
      two.send({ cmd: 13 });
      await stage.demo.clock.advance(10 * second);
    }
  };
  one.socket.terminate();
  await beats(50 * second);
  expect(await stage.people.had()).toEqual({ a: "1001" });
  const back = await stage.connect(await stage.ticket(one.token));
  await back.until(6);
  await stage.demo.clock.settle();
  back.socket.terminate();
  await beats(50 * second);
  expect(await stage.people.had()).toEqual({ a: "1001" });
  await beats(20 * second);
  expect(await stage.people.had()).toEqual({ a: "1002" });
  expect((await two.until(9))[0]).toMatchObject({ data: { sessionId: "a" } });
});

test("J29 who signs out, or whose seat is disabled, has his taken back at once", async () => {
  const one = await desk();
  const two = await desk("1002");
  await stage.people.session("a", talking());
  await stage.demo.call(authApi.logout, {}, one.token);
  await happened(async () => (await stage.people.row("a")).agentId === "1002");
  await stage.demo.ports.database.system((trx) =>
    trx.updateTable("seat").set({ enabled: 0 }).where("compId", "=", compId).where("agentId", "=", "1002").execute(),
  );
  await publish(stage.demo.ports.broker, "seat.changed", { compId, agentId: "1002" });
  await happened(async () => (await stage.people.row("a")).status === "waiting");
  expect((await two.until(10))[0]!.data.sessionId).toBe("a");
});

test("J29 what an agent of a killed process had is found by the next", async () => {
  await stage.people.session("a", talking());
  await stage.demo.clock.advance(61 * second);
  expect((await stage.people.row("a")).status).toBe("waiting");
});

test("J23 of more than five pages of one agent the oldest is closed", async () => {
  const one = await desk();
  for (let n = 0; n < 5; n += 1) await (await stage.connect(await stage.ticket(one.token))).until(6);
  expect(await one.closed).toBe(chatCloses.replaced);
});
