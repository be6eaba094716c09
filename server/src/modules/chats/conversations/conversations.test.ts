/** Conversations in flows, from the page to the table. */
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { flowTypes } from "@liantai/api/flows";
import { body, node } from "@liantai/api/testing/flows";
import { compId, openStage, sealer, visit, type Process, type Stage } from "./testing/stage.ts";

let stage: Stage;
let process: Process;
let server: Server;
let release: (() => void)[] = [];
let heard: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = "";
    request.on("data", (part) => (text += part));
    request.on("end", () => {
      heard.push({ headers: request.headers, body: text });
      const answer = () => response.writeHead(200, { "content-type": "application/json" }).end('{"level":"金卡"}');
      if (request.url === "/held") release.push(answer);
      else answer();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stage = await openStage();
  await interfaces((server.address() as AddressInfo).port);
  process = await stage.process();
});
afterAll(async () => {
  await stage?.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  heard = [];
  release = [];
  stage.told.splice(0);
  stage.refusal = () => "absent";
});

const interfaces = (port: number) =>
  stage.ports.database.system(async (trx) => {
    const row = {
      compId,
      events: [],
      method: "POST",
      signed: 0,
      secret: null,
      mapping: "[]",
      timeoutS: 5,
      maxTries: 1,
    };
    await trx
      .insertInto("interface_allowance")
      .values({ compId, id: "al", target: "127.0.0.1", ports: String(port), createdBy: "", createdAt: new Date(0) })
      .execute();
    for (const id of ["quick", "held"])
      await trx
        .insertInto("outward_interface")
        .values({
          ...{ ...row, id, name: id, url: `http://127.0.0.1:${port}/${id}`, sendFullNumbers: 1, enabled: 1 },
          headers: sealer.seal("[]", `interface/${compId}/${id}/headers`),
        })
        .execute();
  });

/** The network is real, so is the waiting for it; time is not. */
async function until(happened: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < 500 && !(await happened()); i += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  if (!(await happened())) throw new Error("did not happen");
}

const text = (...names: readonly string[]) => ({
  collectVariable: names.map((vName) => ({ vName, vAlias: vName, type: "text" as const, value: "" })),
});
const start = (next: string) => node("开始", "start", { to: { next } });
const asks = (id: string) => ({ interfaceId: id, reply: [{ path: "level", vName: "level" }] });
const rows = (table: "chat_message" | "chat_track" | "chat_session") =>
  stage.ports.database.system((trx) => trx.selectFrom(table).selectAll().execute());

const asking = (id: string) =>
  body(
    [
      start("卡号"),
      node("卡号", "keyCollect", { says: ["请输入卡号"], config: { vName: "card", min: 4 }, to: { collected: "查" } }),
      node("查", "interface", {
        config: { ...asks(id), request: [{ name: "card", value: "${card}" }] },
        to: { ok: "报" },
      }),
      node("报", "play", { says: ["您是${level}客户"], to: { next: "完" } }),
      node("完", "hangup", { says: ["再见"] }),
    ],
    text("card", "level"),
  );

test("J14 greeting, then the flow: keys by their name, what is collected is asked about, and the flow ends it", async () => {
  await stage.flow(
    "menu",
    body([
      start("问"),
      node("问", "keyNav", { says: ["会员请按1"], config: { keys: ["1"] }, to: { "key-1": "会员" } }),
      node("会员", "jump", { config: { to: "flow", targetId: "asking" } }),
    ]),
  );
  await stage.flow("asking", asking("quick"));
  await stage.site("menu-page-key", { targetId: "menu", greeting: "您好，欢迎光临" });
  const visitor = await visit(stage, process, "menu-page-key", { page: "https://shop.cn/cart?card=62#top" });
  expect(visitor.opened).toMatchObject({
    ...{ status: "flow", title: "在线咨询", ticket: `${visitor.visitorId}/${visitor.sessionId}`, more: 0 },
    messages: [
      { seq: 1, content: "您好，欢迎光临", from: "robot", extras: { sender: "robot", direction: "out" } },
      { seq: 2, content: "会员请按1", extras: { keys: [{ key: "1", name: "会员" }] } },
    ],
  });
  expect(visitor.opened.visitor).toMatch(/^[\w-]{43}$/);
  await visitor.types("1", { key: true });
  await until(async () => (await visitor.since(3)).includes("请输入卡号"));
  await visitor.types("6222 0001");
  await until(async () => (await visitor.session()).status === "closed");
  expect(await visitor.since(2)).toEqual([
    ...["会员", "请输入卡号", "6222 0001", "您是金卡客户", "再见", "会话已结束，感谢您的咨询"],
  ]);
  expect(heard).toHaveLength(1);
  expect(JSON.parse(heard[0]!.body)).toMatchObject({ callId: visitor.sessionId, card: "62220001" });
  expect(await visitor.session()).toMatchObject({
    ...{
      endReason: "flow",
      flowId: "menu",
      flowVersionId: "menu-v1",
      flowName: "流程menu",
      flowState: "",
      dueAt: null,
    },
  });
  expect(stage.told.at(-1)).toMatchObject({
    visitorId: visitor.visitorId,
    frame: { cmd: 10, data: { reason: "flow" } },
  });
  const track = (await rows("chat_track")) as unknown as { n: number; action: string; nodeName: string }[];
  expect(track.map(({ n }) => n).sort((a, b) => a - b)).toEqual(track.map((_, at) => at + 1));
  const [stored] = await stage.ports.database.system((trx) => trx.selectFrom("chat_visitor").selectAll().execute());
  expect(stored).toMatchObject({ page: "https://shop.cn/cart", nick: expect.stringMatching(/^访客\d{4}$/) });
  expect(stored!.secretHash).not.toContain(visitor.opened.visitor);
});

test("J2 a typed sentence goes by its intent, and time and missing groups by their exits", async () => {
  await stage.ports.database.system((trx) =>
    trx
      .insertInto("intent")
      .values({
        compId,
        id: "i1",
        name: "退款",
        keywords: '["退款"]',
        samples: "[]",
        priority: 0,
        updatedAt: new Date(0),
      })
      .execute(),
  );
  await stage.flow(
    "speech",
    body(
      [
        start("时间"),
        node("时间", "timeRoute", { to: { else: "问" } }),
        node("问", "speech", {
          says: ["请问有什么可以帮您"],
          config: { branches: [{ id: "a", name: "退款" }] },
          to: { a: "人工", unknown: "完" },
          intents: { a: "i1" },
        }),
        node("人工", "skillGroup", { says: ["正在转接"], config: { targetId: "g1" }, to: { absent: "留言" } }),
        node("留言", "voiceMessage", { says: ["请留言"], config: { toId: "g1" }, to: { left: "完" } }),
        node("完", "hangup", { says: ["再见"] }),
      ],
      text(),
    ),
  );
  await stage.site("speech-page-key", { targetId: "speech" });
  const visitor = await visit(stage, process, "speech-page-key");
  await visitor.types("我要退款");
  await until(async () => (await visitor.since(0)).includes("请留言"));
  expect((await visitor.types("请回电")).came).toEqual(["再见", "已收到您的留言，我们会尽快处理"]);
  expect(await visitor.session()).toMatchObject({
    status: "waiting",
    leftMessage: 1,
    skillGroupId: "g1",
    flowState: "",
    dueAt: null,
  });
  expect(stage.told.at(-1)).toMatchObject({ frame: { cmd: 10, data: { status: "closed", reason: "flow" } } });
  expect((await visitor.types("在吗")).said).toEqual({ refused: "会话已结束" });
  // It waits for an agent, and keeps nobody from a new one.
  const again = await visit(stage, process, "speech-page-key", { visitor: visitor.opened.visitor });
  expect(again.visitorId).toBe(visitor.visitorId);
  expect(again.sessionId).not.toBe(visitor.sessionId);
});

test("J10 who is handed over waits, comes back when his time is up, and leaves the flow when he is given", async () => {
  stage.refusal = () => undefined;
  await stage.flow(
    "hand",
    body([
      start("人工"),
      node("人工", "skillGroup", {
        config: { targetId: "g1", maxWaitSeconds: 30, priority: 2 },
        to: { timeout: "太久" },
      }),
      node("太久", "keyNav", { says: ["继续等待请按1"], config: { keys: ["1"] }, to: { "key-1": "人工" } }),
    ]),
  );
  await stage.site("hand-page-key0", { targetId: "hand" });
  const visitor = await visit(stage, process, "hand-page-key0");
  expect(visitor.opened).toMatchObject({ status: "waiting", position: 3 });
  expect(await visitor.session()).toMatchObject({ skillGroupId: "g1", priorityMs: 120_000 });
  await stage.ports.clock.advance(30_000);
  expect(await visitor.session()).toMatchObject({ status: "flow", skillGroupId: "", queuedAt: null });
  expect(await visitor.since(0)).toEqual(["继续等待请按1"]);
  await visitor.types("1");
  const { database } = stage.ports;
  const { conversations } = process.part;
  await database.system((trx) =>
    trx.insertInto("seat").values({ compId, agentId: "a1", name: "王芳", terminalType: 1 }).execute(),
  );
  const waiting = await visitor.session();
  const told = await database.tenant(compId, (trx) =>
    conversations.give(trx, waiting, { agentId: "a1", name: "王芳" }),
  );
  expect(told.map(({ frame }) => frame)).toMatchObject([
    { cmd: 9, data: { userId: visitor.visitorId, sessionId: visitor.sessionId, number: 1 } },
    { cmd: 9, data: { status: "talking", agent: "王芳" } },
    { cmd: 11, data: { content: "客服王芳为您服务", msgType: 6 } },
    { cmd: 11, data: { content: "客服王芳为您服务", msgType: 6 } },
  ]);
  expect(await visitor.session()).toMatchObject({ status: "talking", flowState: "", agentId: "a1", waitUntil: null });
  expect(await database.tenant(compId, (trx) => conversations.give(trx, waiting, { agentId: "a2", name: "" }))).toEqual(
    [],
  );
  // Both talk, and both hear that the other has read.
  stage.told.splice(0);
  const { said } = await visitor.types("你好");
  expect(said).toMatchObject({ message: { to: "a1", flag: 0 }, heard: false });
  const by = { agentId: "a1" };
  const answer = await conversations.said(compId, visitor.sessionId, { by, guid: "a-1", content: "您好" });
  expect(answer).toMatchObject({ message: { from: "a1", to: visitor.visitorId, extras: { senderName: "王芳" } } });
  await conversations.read(compId, visitor.sessionId, by, 3);
  await conversations.read(compId, visitor.sessionId, by, 2);
  expect(stage.told.map((one) => ["agentId" in one, one.frame.cmd])).toEqual([
    [true, 11],
    [false, 11],
    [false, 21],
  ]);
  expect(
    await conversations.said(compId, visitor.sessionId, { by: { agentId: "a2" }, guid: "x", content: "?" }),
  ).toEqual({
    refused: "会话已结束或已由他人接待",
  });
  const talking = await visitor.session();
  await database.tenant(compId, (trx) => conversations.takeBack(trx, talking));
  expect(await visitor.session()).toMatchObject({ status: "waiting", agentId: "", queuedAt: waiting.queuedAt });
  const back = await visitor.session();
  await database.tenant(compId, (trx) => conversations.give(trx, back, { ...by, name: "王芳" }));
  expect(await conversations.close(compId, visitor.sessionId, { agentId: "a2" })).toBe(false);
  expect(await conversations.close(compId, visitor.sessionId, by)).toBe(true);
  expect(await visitor.session()).toMatchObject({ status: "closed", endReason: "agent" });
  expect(await conversations.close(compId, visitor.sessionId, by)).toBe(false);
});

test("J15 a process that is killed between question and answer: another asks again under the same key, and goes on", async () => {
  await stage.flow("held", asking("held"));
  await stage.site("held-page-key0", { targetId: "held" });
  const first = await stage.process();
  const visitor = await visit(stage, first, "held-page-key0");
  await visitor.types("1234", { over: first });
  await until(() => heard.length === 1);
  const dying = first.kill();
  release[0]!();
  await dying;
  expect((await visitor.session()).status).toBe("flow");
  await stage.ports.clock.advance(20_000);
  await until(() => heard.length === 2);
  expect(heard[0]!.headers["idempotency-key"]).toBe(heard[1]!.headers["idempotency-key"]);
  release[1]!();
  await until(async () => (await visitor.session()).status === "closed");
  expect(await visitor.since(2)).toEqual(["您是金卡客户", "再见", "会话已结束，感谢您的咨询"]);
});

test("J15 a conversation keeps the version that it began in, the next one has the new one", async () => {
  const of = (words: string) =>
    body([
      start("问"),
      node("问", "keyNav", { says: ["按1"], config: { keys: ["1"] }, to: { "key-1": "完" } }),
      node("完", "hangup", { says: [words] }),
    ]);
  await stage.flow("kept", of("第一版"));
  await stage.site("kept-page-key0", { targetId: "kept" });
  const before = await visit(stage, process, "kept-page-key0");
  await stage.ports.database.system(async (trx) => {
    const at = new Date(0);
    const flow = JSON.stringify(of("第二版"));
    await trx
      .insertInto("voice_flow_version")
      .values({ compId, id: "kept-v2", flowId: "kept", version: 2, flow, publishedAt: at })
      .execute();
    await trx.updateTable("voice_flow").set({ version: 2, versionId: "kept-v2" }).where("id", "=", "kept").execute();
  });
  const after = await visit(stage, process, "kept-page-key0");
  const other = await stage.process();
  expect((await before.types("1", { over: other })).came[0]).toBe("第一版");
  expect((await after.types("1")).came[0]).toBe("第二版");
  await other.kill();
});

test("J16 messages at once have numbers without a gap, each once, whichever process takes them", async () => {
  stage.refusal = () => undefined;
  await stage.site("group-page-key", { targetKind: "skillGroup", targetId: "g1" });
  const other = await stage.process();
  const visitor = await visit(stage, process, "group-page-key");
  expect(visitor.opened.status).toBe("waiting");
  const say = (over: Process, n: number) =>
    over.part.conversations.said(compId, visitor.sessionId, { by: visitor.by, guid: `m${n}`, content: `第${n}句` });
  const said = await Promise.all([1, 2, 3, 3, 4].map((n) => Promise.all([say(process, n), say(other, n)])));
  for (const each of said.slice(2, 4).flat()) expect(each).toMatchObject({ message: { content: "第3句" } });
  const seqs = (
    await stage.ports.database.system((trx) =>
      trx.selectFrom("chat_message").select("seq").where("sessionId", "=", visitor.sessionId).orderBy("seq").execute(),
    )
  ).map(({ seq }) => seq);
  expect(seqs).toEqual([1, 2, 3, 4]);
  await other.kill();
});

test("J6 what is typed at a secret node is stars in message, track and state", async () => {
  await stage.flow(
    "secret",
    body(
      [
        start("密码"),
        node("密码", "keyCollect", {
          says: ["请输入密码"],
          config: { vName: "pin", min: 4, confirm: true },
          to: { collected: "完" },
          sensitive: true,
        }),
        node("完", "keyNav", { says: ["密码${pin}已记录"], config: { keys: ["1"] } }),
      ],
      text("pin"),
    ),
  );
  await stage.site("secret-page-00", { targetId: "secret" });
  const visitor = await visit(stage, process, "secret-page-00");
  const { said, came } = await visitor.types("987654");
  expect(said).toMatchObject({ message: { content: "******" } });
  expect(came).toEqual(["您输入的是***，确认请按1，重新输入请按2"]);
  const stored = JSON.stringify([
    await rows("chat_message"),
    await rows("chat_track"),
    await visitor.session(),
    stage.told,
  ]);
  expect(stored).not.toMatch(/987654|9，8/);
  expect((await visitor.types("1")).came).toEqual(["密码***已记录"]);
});

test("J12 a robot's flow holds a line while it leads, and begins without where none is free", async () => {
  await stage.ports.database.system((trx) =>
    trx.insertInto("robot").values({ compId, id: "line", name: "线路一", concurrency: 1 }).execute(),
  );
  await stage.flow(
    "robot",
    body([
      start("问"),
      node("问", "speech", { says: ["请说"], config: { branches: [{ id: "a", name: "甲" }] } }),
      node("忙", "exception", { to: { next: "完" } }),
      node("完", "hangup", { says: ["机器人忙"] }),
    ]),
    flowTypes.robot,
  );
  await stage.site("robot-page-key", { targetId: "robot" });
  const [one, two] = await Promise.all([1, 2].map(() => visit(stage, process, "robot-page-key")));
  const said = [await one!.since(0), await two!.since(0)].map(([first]) => first).sort();
  expect(said).toEqual(["机器人忙", "请说"]);
  const held = (await one!.session()).status === "flow" ? one! : two!;
  await process.part.conversations.close(compId, held.sessionId, held.by);
  expect(await (await visit(stage, process, "robot-page-key")).since(0)).toEqual(["请说"]);
});
