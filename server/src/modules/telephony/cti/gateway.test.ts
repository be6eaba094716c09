import { once } from "node:events";
import { encodeCti, type AgentCallView } from "@liantai/api/contract";
import { publish } from "../../topics.ts";
import { ctiSocketEach } from "../testing/cti-socket.ts";
import { createStage } from "../testing/stage.ts";
import { setTerminal } from "../testing/terminals.ts";
import { engineTopic } from "../topics.ts";

describe("the CTI socket, over a real WebSocket", () => {
  const g = ctiSocketEach();
  const login: typeof g.login = (...of) => g.login(...of);

  test("C12 another engine takes over: sockets stay, what is typed meanwhile is answered, the truth comes by itself", async () => {
    g.s.sw.register(`${g.s.compId}1001`, "urn:tab-1001");
    g.s.sw.register(`${g.s.compId}1002`, "urn:tab-1002");
    const page = await login("1001");
    const second = await login("1001", { instance: "tab-second", takeMedia: "0" });
    const other = await login("1002");
    await page.command("setState", { state: "1" });
    const dead = g.s;
    await dead.kill();
    expect((await page.command("setState", { state: "2" }))["msg"]).toBe("呼叫服务暂时不可用，请稍后再试");
    const told = other.lines.length;
    g.s = await createStage({ after: dead });
    const again = await other.until(() => other.lines.slice(told).find((l) => l.name === "agentState")?.fields);
    expect(again).toMatchObject({ code: "2", reason: "signIn" });
    await page.until(() => page.lines.findLast((l) => l.name === "mediaOwner" && l.fields["instance"] === "tab-1001"));
    expect(page.last("agentState")).toMatchObject({ code: "1", reason: "byAgent" });
    expect([page.closed(), second.closed(), other.closed()]).toEqual([undefined, undefined, undefined]);
    expect((await second.command("setState", { state: "2" }))["code"]).toBe("1");
    await page.until(() => page.last("agentState")?.["code"] === "2");
    await dead.ports.close();
  });

  test.each(["", "麦克风已静音"])(
    "T7 another engine without snapshots knows what the page's device check found: %j",
    async (why) => {
      const { compId, ports } = g.s;
      await ports.database.system((trx) =>
        trx
          .insertInto("seat_setting")
          .values({ compId, chatMax: 5, idDigits: 4, deviceCheck: "require" })
          .onConflict((c) => c.column("compId").doUpdateSet({ deviceCheck: "require" }))
          .execute(),
      );
      const page = await login("1001");
      const other = await login("1002");
      expect(await page.command("deviceCheck", { why })).toMatchObject({ code: "1" });
      const dead = g.s;
      await dead.kill();
      await ports.database.system((trx) => trx.deleteFrom("live_agent").execute());
      const told = page.lines.length;
      g.s = await createStage({ after: dead });
      await page.until(() => page.lines.slice(told).find((l) => l.name === "agentState"));
      const ready = async ({ command }: typeof page) => (await command("setState", { state: "1" }))["msg"] ?? "";
      expect(await ready(page)).toBe(why && `设备检测未通过，不能就绪：${why}`);
      expect(await ready(other)).toBe("请先在“更多”里完成设备检测，再就绪");
      await dead.ports.close();
    },
  );

  test("C4 C5 login tells the whole truth, then a call goes through with two tabs seeing the same", async () => {
    g.s.sw.register(`${g.s.compId}1001`, "urn:tab-1001");
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
    await g.s.customer();
    await page.until(() => page.last("call"));
    const ringing = JSON.parse((await second.until(() => second.last("call")))["json"] as string) as AgentCallView;
    expect(ringing).toMatchObject({ phase: "ringing", number: "138****8000" });
    g.s.sw.pickUp(g.s.sw.at(`${g.s.compId}1001`)[0]!);
    await page.until(() => (page.last("call")?.["json"] ?? "").includes("talking"));
    expect(await second.command("hangup", { callId: ringing.callId })).toMatchObject({ code: "1" });
    await page.until(() => page.last("callEnd")?.["callId"] === ringing.callId);
    expect(page.last("agentState")).toMatchObject({ code: "4", reason: "ended" });
    expect(Number(page.last("agentState")?.["endsAt"])).toBe(g.s.ports.clock.now() + 10_000);
    expect(await page.command("finishWrapUp")).toMatchObject({ code: "1" });
    expect(await page.command("getAgentState")).toMatchObject({ code: "1", reason: "wrapUpDone" });
  });

  test("C3 K82 every missing or wrong field of a login has its code, and a ticket is good once", async () => {
    const cases: [Record<string, string>, string][] = [
      [{ agentId: "" }, "-201"],
      [{ ticket: "" }, "-202"],
      [{ extension: "" }, "-203"],
      [{ compId: "" }, "-204"],
      [{ terminalType: "" }, "-302"],
      // 3 is nobody's terminal.
      [{ terminalType: "3" }, "-302"],
      [{ type: "operator" }, "-400"],
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
    const page = await login("1001", { type: "agent" });
    expect(page.reply["code"]).toBe("1");
    // Once signed in it stays so, whatever a second login says.
    const seconds: Record<string, string>[] = [{}, { agentId: "1001" }, { type: "operator" }, { type: "admin" }];
    for (const fields of seconds)
      expect([fields, (await page.command("login", fields))["code"]]).toEqual([fields, "-103"]);
    expect(await page.command("getAgentState")).toMatchObject({ code: "1" });
  });

  test("C1 C3 nothing works before login; nonsense is answered, then the socket is closed; one that never logs in, too", async () => {
    const page = await g.open();
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
    const idle = await g.open();
    await g.s.ports.clock.advance(10_000);
    await idle.until(() => idle.closed() === 4401);
  });

  test("C1 lines are counted as they come, not when their turn is: too many close the socket while one is still looked at", async () => {
    const line = (seq: number) => encodeCti({ type: "command", name: "getAgentState", fields: { seq: String(seq) } });
    for (const [seconds, lines] of [
      [1, 60],
      [3, 40],
    ] as const) {
      let looked = (): void => undefined;
      g.meanwhile = () => new Promise((resolve) => (looked = resolve));
      const page = await g.open();
      const login = {
        seq: "1",
        ticket: "t",
        compId: g.s.compId,
        agentId: "1001",
        extension: "1001",
        terminalType: "2",
      };
      page.ws.send(encodeCti({ type: "command", name: "login", fields: { ...login, instance: "i", takeMedia: "1" } }));
      for (let second = 1; second <= seconds; second += 1) {
        for (let n = 0; n < lines; n += 1) page.ws.send(line(second * 100 + n));
        if (second === seconds) break;
        page.ws.ping();
        await once(page.ws, "pong");
        await g.s.ports.clock.advance(1_000);
        expect(page.closed()).toBeUndefined();
      }
      await page.until(() => page.closed() === 1008);
      expect(page.lines).toEqual([]);
      looked();
    }
    g.meanwhile = async () => undefined;
  });

  test("Q19 unknown commands, bad digits, what is no number, and foreign call ids are refused", async () => {
    const page = await login("1001");
    expect(await page.command("explode")).toMatchObject({ code: "-400" });
    expect(await page.command("setState", { state: "7" })).toMatchObject({ code: "-400" });
    expect(await page.command("dtmf", { callId: "x", digits: "12a" })).toMatchObject({ code: "-400" });
    expect(await page.command("hangup", { callId: "another" })).toMatchObject({ code: "-404" });
    const msg = "号码只能是数字，最多20位";
    for (const number of ["10|02", "*43", "1002#", "+8613800138000", "138 0013 8000", "1".repeat(21)]) {
      expect(await page.command("makeCall", { number })).toMatchObject({ code: "-400", msg });
      for (const verb of ["consult", "transfer", "meetingInvite"])
        expect(await page.command(verb, { callId: "x", number })).toMatchObject({ code: "-400", msg });
    }
    expect(await page.command("consult", { callId: "x", agentId: "1*2" })).toMatchObject({
      code: "-400",
      msg: "命令有误：agentId",
    });
    expect(
      await page.command("login", {
        ticket: "x",
        compId: g.s.compId,
        agentId: "1001",
        extension: "1001",
        terminalType: "2",
        instance: "a",
      }),
    ).toMatchObject({ code: "-103" });
  });

  const endOf = (agentId: string) =>
    publish(g.s.ports.broker, "session.ended", {
      sessionId: `s-${agentId}`,
      accountId: "a",
      compId: g.s.compId,
      agentId,
      reason: "logout",
    });

  test("S13 a session that ends while its ticket is looked at opens no bar, whichever of the two is heard first", async () => {
    g.meanwhile = async () => {
      await endOf("1001");
      await g.s.settle();
    };
    const page = await login("1001");
    g.meanwhile = async () => undefined;
    expect(page.reply).toMatchObject({ code: "-402" });
    await page.until(() => page.closed() === 4401);
    // The engine's process hears of the end before a gateway elsewhere asks it.
    expect(
      await g.s.ports.broker.request(
        engineTopic,
        {
          verb: "attach",
          connection: "c",
          gateway: "other",
          compId: g.s.compId,
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
    g.unheard.set("s-1001", "ended");
    await g.s.ports.clock.advance(60_000);
    g.unheard.clear();
    await page.until(() => page.closed() === 4403);
  });

  test("K57 a seat at a line outside signs in without an extension and takes calls there; no other seat does", async () => {
    await setTerminal(g.s, { terminalType: 0, phone: "13900139000", extension: null });
    const line = await g.s.called("13900139000");
    const page = await login("1001", { extension: "", terminalType: "0" });
    expect(page.reply["code"]).toBe("1");
    await page.command("setState", { state: "1" });
    await g.s.customer();
    const [leg] = g.s.sw.at(line);
    g.s.sw.pickUp(leg!);
    await page.until(() => page.last("agentState")?.["code"] === "8");
    const missing = await login("1001", { extension: "", terminalType: "2" });
    expect(missing.reply["code"]).toBe("-203");
    // What the page says of itself is not believed: this seat has an extension.
    const other = await login("1002", { extension: "", terminalType: "0" });
    expect(other.reply["code"]).toBe("-303");
  });

  test("signed in elsewhere: the page is told, its socket closed and the agent signed out", async () => {
    const page = await login("1001");
    await publish(g.s.ports.broker, "session.ended", {
      sessionId: "s-1001",
      accountId: "a",
      compId: g.s.compId,
      agentId: "1001",
      reason: "elsewhere",
    });
    await page.until(() => page.closed() === 4403);
    expect(page.last("forceOut")).toEqual({ msg: "您的账号已在别处登录，您将被强制退出" });
    const again = await login("1001", {}, { sessionId: "s-new" });
    expect(again.last("agentState")).toMatchObject({ code: "2", reason: "signIn" });
    await g.s.settle();
    const states = await g.s.ports.database.system((trx) =>
      trx
        .selectFrom("agent_status")
        .select(["code", "reason"])
        .where("compId", "=", g.s.compId)
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
    g.supervised.length = 0;
    expect(await monitor.command("forceBusy", { agentId: "1001" })).toMatchObject({
      code: "-403",
      msg: "没有监控该坐席的权限",
    });
    g.supervises = "s-1002 1001";
    await agent.command("setState", { state: "1" });
    expect(await monitor.command("forceBusy", { agentId: "1001" })).toMatchObject({ code: "1" });
    await agent.until(() => agent.last("agentState")?.["reason"] === "byMonitor");
    expect(await monitor.command("forceBusy", { agentId: "1003" })).toMatchObject({ code: "-403" });
    expect(await monitor.command("monitor", { agentId: "1001" })).toMatchObject({ code: "-403" });
    expect(await monitor.command("switch", { agentId: "1001", target: "1003" })).toMatchObject({
      code: "-403",
      msg: "没有监控目标坐席的权限",
    });
    g.supervises = "";
    expect(await monitor.command("forceReady", { agentId: "1001" })).toMatchObject({ code: "-403" });
    expect(g.supervised).toEqual([{ sessionId: "s-1002", command: "forceBusy", agentId: "1001", callId: "" }]);
  });

  test("K22 what is refused here is told to no switch: nothing in an ear, nothing in the recording, and nobody rings", async () => {
    g.s.sw.register(`${g.s.compId}1001`, "urn:tab-1001");
    g.s.sw.register(`${g.s.compId}1002`, "urn:tab-1002");
    const agent = await login("1001");
    const monitor = await login("1002");
    await agent.command("setState", { state: "1" });
    const { leg: customer } = await g.s.customer();
    const own = g.s.sw.at(`${g.s.compId}1001`)[0]!;
    g.s.sw.pickUp(own);
    const { callId } = JSON.parse(
      (await agent.until(() => (agent.last("call")?.["json"]?.includes("talking") ? agent.last("call") : undefined)))[
        "json"
      ]!,
    ) as AgentCallView;
    await g.s.settle();
    const { sw } = g.s;
    const told = () => ({
      log: [...sw.log],
      ears: [customer, own].map((leg) => sw.planned(leg)),
      legs: sw.legs,
      recording: JSON.stringify([...sw.recordings]),
      sent: sw.sent.length,
      record: agent.last("agentState"),
    });
    const before = told();
    const [a, c] = [{ agentId: "1001" }, { callId }];
    const orders: readonly (readonly [string, Record<string, string>])[] = [
      ...["monitor", "insert", "switch", "pickup", "forceHangup", "forceReady", "forceBusy", "forceExit"].flatMap(
        (name) => [[name, a] as const, [name, c] as const, [name, { ...a, ...c }] as const],
      ),
      ["monitor", { ...a, mode: "whisper" }],
      ["monitor", { ...a, mode: "shout" }],
      ["switch", { ...a, target: "1003" }],
      ...["start", "stop", "mark"].map((action) => ["assistRecord", { ...a, action }] as const),
    ];
    for (const [name, fields] of orders)
      expect([name, fields, (await monitor.command(name, fields))["code"]]).toEqual([name, fields, "-403"]);
    await g.s.advance(1_000);
    expect(told()).toEqual(before);
    // The same order with the right to it is heard.
    g.supervises = "s-1002 1001";
    expect((await monitor.command("monitor", a))["code"]).toBe("1");
    await g.s.settle();
    expect(sw.log.slice(before.log.length)).toContain(`originate ${g.s.compId}1002`);
  });

  test("C2 an administrator's logout is answered before the server closes his socket", async () => {
    const admin = { roleType: 1, agentId: null, userName: `${g.s.compId}1admin` } as const;
    const page = await login("1001", { type: "admin", userName: "admin" }, admin);
    expect(page.reply).toMatchObject({ code: "1" });
    expect(await page.command("logout")).toMatchObject({ code: "1" });
    expect(await page.until(() => page.closed())).toBe(1000);
    expect(page.lines.filter((line) => line.type === "response" && line.name === "logout")).toHaveLength(1);
  });
});
