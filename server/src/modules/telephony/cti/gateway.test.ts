import { once } from "node:events";
import { noDialRefs } from "../testing/no-dial-refs.ts";
import { noTasks } from "../testing/no-tasks.ts";
import type { AddressInfo } from "node:net";
import { decodeCti, encodeCti, type AgentCallView, type CtiLine } from "@liantai/api/contract";
import { WebSocket, WebSocketServer } from "ws";
import type { Caller } from "../../../http/routes.ts";
import { seatCaller } from "../../../testing/who.ts";
import type { SocketInfo } from "../../../http/module.ts";
import { publish } from "../../topics.ts";
import { nobodyFollows } from "../../../testing/idle.ts";
import { createTestDatabase } from "../../../testing/index.ts";
import type { Database } from "../../../ports/database.ts";
import { engineTopic } from "../topics.ts";
import { createStage, type Stage } from "../testing/stage.ts";
import { setTerminal } from "../testing/terminals.ts";
import { createCtiGateway, type CtiGateway } from "./gateway.ts";

describe("the CTI socket, over a real WebSocket", () => {
  let s: Stage;
  let database: Database;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());
  let gateway: CtiGateway;
  let server: WebSocketServer;
  const caller = (agentId: string, more: Partial<Caller> = {}): Caller =>
    seatCaller({ sessionId: `s-${agentId}`, userId: agentId, compId: s.compId, agentId, ...more });
  const tickets = new Map<string, Caller>();
  /** Sessions that ended without a word to this process. */
  const unheard = new Map<string, "ended">();
  /** "session agent" of the one supervision that is allowed, and what was done. */
  let supervises = "";
  const supervised: unknown[] = [];
  /** While a ticket is looked at. */
  let meanwhile: () => Promise<void> = async () => undefined;
  const sockets: WebSocket[] = [];

  beforeEach(async () => {
    s = await createStage({ database, greeting: "", outlives: true });
    gateway = createCtiGateway({
      ...s.ports,
      tickets: {
        redeemDigest: async () => undefined,
        redeem: async (ticket) => {
          const c = tickets.get(ticket);
          tickets.delete(ticket);
          await meanwhile();
          return c;
        },
      },
      supervision: {
        may: async (sessionId, agentId) => supervises === `${sessionId} ${agentId}`,
        mayWatch: async () => false,
        forward: async () => ({ code: 1 }),
        done: async (what) => void supervised.push(what),
      },
      tasks: noTasks,
      dialRefs: noDialRefs,
      watches: nobodyFollows,
      sessions: {
        byId: async () => ({ refused: "noSession" }),
        endsOf: async (ids) => new Map([...unheard].filter(([id]) => ids.includes(id))),
      },
    });
    await gateway.start();
    server = new WebSocketServer({ port: 8141, host: "127.0.0.1" });
    server.on("connection", (ws, request) => gateway.socket.accept(ws, { request } as SocketInfo, {}));
    await once(server, "listening");
  });
  afterEach(async () => {
    for (const ws of sockets.splice(0)) ws.terminate();
    await gateway.stop();
    await new Promise((resolve) => server.close(resolve));
    await s.stop();
  });

  async function open() {
    const ws = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/cti/ws`);
    sockets.push(ws);
    const lines: CtiLine[] = [];
    let closed: number | undefined;
    ws.on("message", (data) => lines.push(decodeCti(String(data))));
    ws.on("close", (code) => (closed = code));
    await once(ws, "open");
    let seq = 0;
    /** Real sockets take real milliseconds: wait for what must come. */
    const until = async <T>(find: () => T | undefined | false): Promise<T> => {
      for (let i = 0; i < 400; i++) {
        const found = find();
        if (found) return found;
        await new Promise((resolve) => setTimeout(resolve, 5));
        await s.settle();
      }
      throw new Error(`waited in vain; lines: ${JSON.stringify(lines.map((l) => [l.name, { ...l.fields }]))}`);
    };
    const command = async (name: string, fields: Record<string, string> = {}) => {
      const n = String(++seq);
      ws.send(encodeCti({ type: "command", name, fields: { seq: n, ...fields } }));
      return (await until(() => lines.find((l) => l.type === "response" && l.fields["seq"] === n))).fields;
    };
    const last = (name: string) => lines.findLast((l) => l.type === "event" && l.name === name)?.fields;
    return { ws, lines, until, command, last, closed: () => closed };
  }

  async function login(agentId: string, more: Record<string, string> = {}, as: Partial<Caller> = {}) {
    const page = await open();
    tickets.set(`t-${agentId}`, caller(agentId, as));
    const reply = await page.command("login", {
      ticket: `t-${agentId}`,
      compId: s.compId,
      agentId,
      extension: agentId,
      terminalType: "2",
      instance: `tab-${agentId}`,
      takeMedia: "1",
      ...more,
    });
    return { ...page, reply };
  }

  test("C12 another engine takes over: sockets stay, what is typed meanwhile is answered, the truth comes by itself", async () => {
    s.sw.register(`${s.compId}1001`, "urn:tab-1001");
    s.sw.register(`${s.compId}1002`, "urn:tab-1002");
    const page = await login("1001");
    const second = await login("1001", { instance: "tab-second", takeMedia: "0" });
    const other = await login("1002");
    await page.command("setState", { state: "1" });
    const dead = s;
    await dead.kill();
    expect((await page.command("setState", { state: "2" }))["msg"]).toBe("呼叫服务暂时不可用，请稍后再试");
    const told = other.lines.length;
    s = await createStage({ after: dead });
    const again = await other.until(() => other.lines.slice(told).find((l) => l.name === "agentState")?.fields);
    expect(again).toMatchObject({ code: "2", reason: "signIn" });
    await page.until(() => page.lines.findLast((l) => l.name === "mediaOwner" && l.fields["instance"] === "tab-1001"));
    expect(page.last("agentState")).toMatchObject({ code: "1", reason: "byAgent" });
    expect([page.closed(), second.closed(), other.closed()]).toEqual([undefined, undefined, undefined]);
    expect((await second.command("setState", { state: "2" }))["code"]).toBe("1");
    await page.until(() => page.last("agentState")?.["code"] === "2");
    await dead.ports.close();
  });

  test("C4 C5 login tells the whole truth, then a call goes through with two tabs seeing the same", async () => {
    s.sw.register(`${s.compId}1001`, "urn:tab-1001");
    const page = await login("1001", {}, { hiddenGlobalPhone: true });
    expect(page.reply).toMatchObject({ code: "1" });
    await page.until(() => page.last("messageOffer"));
    expect(page.lines.map((l) => l.name)).toEqual([
      "login",
      "agentState",
      "callEnd",
      "mediaOwner",
      "transferNumber",
      "messageOffer",
    ]);
    expect(page.last("agentState")).toMatchObject({ code: "2", reason: "signIn" });
    expect(page.last("mediaOwner")).toEqual({ instance: "tab-1001" });
    const second = await login("1001", { instance: "other", takeMedia: "0" }, { hiddenGlobalPhone: true });
    expect(second.last("mediaOwner")).toEqual({ instance: "tab-1001" });

    expect(await page.command("setState", { state: "1" })).toMatchObject({ code: "1" });
    await second.until(() => second.last("agentState")?.["code"] === "1");
    await s.customer();
    await page.until(() => page.last("call"));
    const ringing = JSON.parse((await second.until(() => second.last("call")))["json"] as string) as AgentCallView;
    expect(ringing).toMatchObject({ phase: "ringing", number: "138****8000" });
    s.sw.pickUp(s.sw.at(`${s.compId}1001`)[0]!);
    await page.until(() => (page.last("call")?.["json"] ?? "").includes("talking"));
    expect(await second.command("hangup", { callId: ringing.callId })).toMatchObject({ code: "1" });
    await page.until(() => page.last("callEnd")?.["callId"] === ringing.callId);
    expect(page.last("agentState")).toMatchObject({ code: "4", reason: "ended" });
    expect(Number(page.last("agentState")?.["endsAt"])).toBe(s.ports.clock.now() + 10_000);
    expect(await page.command("finishWrapUp")).toMatchObject({ code: "1" });
    expect(await page.command("getAgentState")).toMatchObject({ code: "1", reason: "wrapUpDone" });
  });

  test("every missing or wrong field of a login has its code, and a ticket is good once", async () => {
    const cases: [Record<string, string>, string][] = [
      [{ agentId: "" }, "-201"],
      [{ ticket: "" }, "-202"],
      [{ extension: "" }, "-203"],
      [{ compId: "" }, "-204"],
      [{ terminalType: "" }, "-302"],
      [{ instance: "" }, "-303"],
      [{ ticket: "spent" }, "-402"],
      [{ agentId: "1002" }, "-301"],
      [{ compId: "999999" }, "-301"],
      [{ extension: "1002" }, "-303"],
    ];
    for (const [fields, code] of cases) {
      const page = await login("1001", fields);
      expect([fields, page.reply["code"]]).toEqual([fields, code]);
      expect(page.reply["msg"]).not.toBe("");
      await page.until(() => page.closed() === 4401);
    }
    const admin = await login("1001", {}, { roleType: 1 });
    expect(admin.reply["code"]).toBe("-301");
  });

  test("C1 C3 nothing works before login; nonsense is answered, then the socket is closed; a socket that never logs in is closed", async () => {
    const page = await open();
    expect(await page.command("makeCall", { number: "1002" })).toMatchObject({ code: "-403" });
    for (const line of [
      "",
      "|",
      "command|x",
      "event|login|seq=1",
      "command|hold|seq=%E4",
      "command|hold|a=1&a=2",
      `command|hold|seq=1&x=${"y".repeat(17_000)}`,
    ])
      page.ws.send(line);
    await page.until(() => page.lines.filter((l) => l.name === "syntax").length === 7);
    for (let i = 0; i < 14; i++) page.ws.send("nonsense");
    await page.until(() => page.closed() === 1008);
    const idle = await open();
    await s.ports.clock.advance(10_000);
    await idle.until(() => idle.closed() === 4401);
  });

  test("unknown commands, bad digits and foreign call ids are refused", async () => {
    const page = await login("1001");
    expect(await page.command("explode")).toMatchObject({ code: "-400" });
    expect(await page.command("setState", { state: "7" })).toMatchObject({ code: "-400" });
    expect(await page.command("dtmf", { callId: "x", digits: "12a" })).toMatchObject({ code: "-400" });
    expect(await page.command("hangup", { callId: "another" })).toMatchObject({ code: "-404" });
    expect(await page.command("makeCall", { number: "10|02" })).toMatchObject({ code: "-400" });
    expect(
      await page.command("login", {
        ticket: "x",
        compId: s.compId,
        agentId: "1001",
        extension: "1001",
        terminalType: "2",
        instance: "a",
      }),
    ).toMatchObject({ code: "-103" });
  });

  const endOf = (agentId: string) =>
    publish(s.ports.broker, "session.ended", {
      sessionId: `s-${agentId}`,
      accountId: "a",
      compId: s.compId,
      agentId,
      reason: "logout",
    });

  test("S13 a session that ends while its ticket is looked at opens no bar, whichever of the two is heard first", async () => {
    meanwhile = async () => {
      await endOf("1001");
      await s.settle();
    };
    const page = await login("1001");
    meanwhile = async () => undefined;
    expect(page.reply).toMatchObject({ code: "-402" });
    await page.until(() => page.closed() === 4401);
    // The engine's process hears of the end before a gateway elsewhere asks it.
    expect(
      await s.ports.broker.request(
        engineTopic,
        {
          verb: "attach",
          connection: "c",
          gateway: "other",
          compId: s.compId,
          agentId: "1001",
          sessionId: "s-1001",
          extension: "1001",
          instance: "tab",
          takeMedia: true,
          hideNumbers: false,
        },
        3_000,
      ),
    ).toMatchObject({ code: -402 });
  });

  test("S13 an end that this process did not hear of closes the bar within a minute", async () => {
    const page = await login("1001");
    unheard.set("s-1001", "ended");
    await s.ports.clock.advance(60_000);
    unheard.clear();
    await page.until(() => page.closed() === 4403);
  });

  test("K57 a seat at a line outside signs in without an extension and takes calls there; no other seat does", async () => {
    await setTerminal(s, { terminalType: 0, phone: "13900139000", extension: null });
    const line = await s.called("13900139000");
    const page = await login("1001", { extension: "", terminalType: "0" });
    expect(page.reply["code"]).toBe("1");
    await page.command("setState", { state: "1" });
    await s.customer();
    const [leg] = s.sw.at(line);
    s.sw.pickUp(leg!);
    await page.until(() => page.last("agentState")?.["code"] === "8");
    const missing = await login("1001", { extension: "", terminalType: "2" });
    expect(missing.reply["code"]).toBe("-203");
    // What the page says of itself is not believed: this seat has an extension.
    const other = await login("1002", { extension: "", terminalType: "0" });
    expect(other.reply["code"]).toBe("-303");
  });

  test("signed in elsewhere: the page is told, its socket closed and the agent signed out", async () => {
    const page = await login("1001");
    await publish(s.ports.broker, "session.ended", {
      sessionId: "s-1001",
      accountId: "a",
      compId: s.compId,
      agentId: "1001",
      reason: "elsewhere",
    });
    await page.until(() => page.closed() === 4403);
    expect(page.last("forceOut")).toEqual({ msg: "您的账号已在别处登录，您将被强制退出" });
    const again = await login("1001", {}, { sessionId: "s-new" });
    expect(again.last("agentState")).toMatchObject({ code: "2", reason: "signIn" });
    await s.settle();
    const states = await s.ports.database.system((trx) =>
      trx
        .selectFrom("agent_status")
        .select(["code", "reason"])
        .where("compId", "=", s.compId)
        .where("agentId", "=", "1001")
        .orderBy("seq")
        .execute(),
    );
    expect(states).toEqual([
      { code: 2, reason: "signIn" },
      { code: 0, reason: "forcedOut" },
      { code: 2, reason: "signIn" },
    ]);
  });

  test("K22 over another agent is asked before the engine is, every time; what was done is noted, a refusal is not", async () => {
    const monitor = await login("1002");
    const agent = await login("1001");
    supervised.length = 0;
    expect(await monitor.command("forceBusy", { agentId: "1001" })).toMatchObject({
      code: "-403",
      msg: "没有监控该坐席的权限",
    });
    supervises = "s-1002 1001";
    await agent.command("setState", { state: "1" });
    expect(await monitor.command("forceBusy", { agentId: "1001" })).toMatchObject({ code: "1" });
    await agent.until(() => agent.last("agentState")?.["reason"] === "byMonitor");
    expect(await monitor.command("forceBusy", { agentId: "1003" })).toMatchObject({ code: "-403" });
    expect(await monitor.command("monitor", { agentId: "1001" })).toMatchObject({ code: "-403" });
    expect(await monitor.command("switch", { agentId: "1001", target: "1003" })).toMatchObject({
      code: "-403",
      msg: "没有监控目标坐席的权限",
    });
    supervises = "";
    expect(await monitor.command("forceReady", { agentId: "1001" })).toMatchObject({ code: "-403" });
    expect(supervised).toEqual([{ sessionId: "s-1002", command: "forceBusy", agentId: "1001", callId: "" }]);
  });
});
