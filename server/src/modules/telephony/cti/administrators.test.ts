import { createHash } from "node:crypto";
import { noDialRefs } from "../testing/no-dial-refs.ts";
import { noTasks } from "../testing/no-tasks.ts";
import { decodeCti, encodeCti, type CtiLine } from "@liantai/api/contract";
import type { LiveAgent } from "@liantai/api/contract/admin";
import type { Caller } from "../../../http/routes.ts";
import { seatCaller } from "../../../testing/who.ts";
import { createMonitorModule, type MonitorModule } from "../../monitor/index.ts";
import { createEngineClient } from "../client.ts";
import { stageEach, type Stage } from "../testing/stage.ts";
import { asking } from "../engine-replies.ts";
import { answer, type AnswerDeps } from "./answer.ts";
import { Link } from "./link.ts";
import { createLinks } from "./links.ts";
import { createReattaching } from "./reattaching.ts";
import { linesOf, Showing } from "./showing.ts";

const md5 = (text: string) => createHash("md5").update(text).digest("hex");

describe("administrators on the CTI link", () => {
  let s: Stage;
  let monitor: MonitorModule;
  let deps: AnswerDeps;
  let tickets: Map<string, Caller>;
  let done: unknown[];
  stageEach((stage) => (s = stage));
  beforeEach(async () => {
    tickets = new Map();
    done = [];
    monitor = createMonitorModule({
      ports: s.ports,
      engine: createEngineClient(s.ports.broker),
      maySee: async ({ roleId }) => roleId !== "blind",
    });
    await monitor.start?.();
    const spent = (ticket: string | undefined) => {
      const caller = tickets.get(ticket ?? "");
      tickets.delete(ticket ?? "");
      return caller;
    };
    const ask = asking((request) => s.engine.request(request));
    const registry = createLinks();
    deps = {
      ...registry,
      reattaching: createReattaching({ ...registry, ask, logger: s.ports.logger }),
      clock: s.ports.clock,
      logger: s.ports.logger,
      gateway: "g",
      hasEnded: () => false,
      ask,
      tickets: {
        redeem: async (ticket) => spent(ticket),
        redeemDigest: async (digest) => spent([...tickets.keys()].find((ticket) => md5(ticket) === digest)),
      },
      supervision: {
        may: async (_session, agentId) => agentId !== "1003",
        mayWatch: async () => true,
        mayTakeRobots: async () => false,
        forward: async () => ({ code: 1 }),
        done: async (what) => void done.push(what),
      },
      tasks: noTasks,
      dialRefs: noDialRefs,
      showing: new Showing(monitor.watches),
    };
  });
  afterEach(() => monitor.stop?.());

  const admin = (more: Partial<Caller> = {}) =>
    seatCaller({
      compId: s.compId,
      roleType: 1,
      agentId: null,
      userName: `${s.compId}1admin`,
      nickName: "王主管",
      ...more,
    });

  function open() {
    const lines: CtiLine[] = [];
    const closed: number[] = [];
    const socket = {
      OPEN: 1,
      readyState: 1,
      bufferedAmount: 0,
      send: (text: string) => void lines.push(decodeCti(text)),
      close: (code: number) => void closed.push(code),
      terminate: () => undefined,
    };
    const link = new Link("l", socket);
    deps.links.set(link.id, link);
    let seq = 0;
    const command = async (name: string, fields: Record<string, string> = {}) => {
      await answer(deps, link, encodeCti({ type: "command", name, fields: { seq: String(++seq), ...fields } }));
      await s.settle();
      return lines.findLast((line) => line.type === "response")!.fields;
    };
    const login = (fields: Record<string, string> = {}) =>
      command("login", { type: "admin", compId: s.compId, userName: "admin", password: md5("t"), ...fields });
    const shown = () =>
      lines
        .filter((line) => line.name === "agentStates")
        .map(({ fields }) => [
          fields["full"],
          ...(JSON.parse(fields["json"] ?? "") as LiveAgent[]).map((a) => `${a.agentId}:${a.code}`).sort(),
        ]);
    return { link, lines, closed, command, login, shown };
  }

  test.each([
    [{ userName: "" }, {}, "-201"],
    [{ password: "" }, {}, "-202"],
    [{ compId: "" }, {}, "-204"],
    [{ compId: "999999" }, {}, "-301"],
    [{ userName: "somebody" }, {}, "-301"],
    [{}, { roleType: 0, compId: "000000" }, "-301"],
    [{}, { roleType: 3, agentId: "1001" }, "-301"],
    [{ password: md5("spent") }, {}, "-402"],
    [{ password: "t" }, {}, "-402"],
    [{ type: "" }, {}, "-201"],
  ] as const)("C10 login with %j as %j is answered %s, and closed", async (fields, who, code) => {
    tickets.set("t", admin(who));
    const page = open();
    expect((await page.login(fields))["code"]).toBe(code);
    expect(page.closed).toEqual([4401]);
  });

  test("C10 company, name and the ticket's MD5 let an administrator in, once; roleType 4, too", async () => {
    for (const roleType of [1, 4] as const) {
      tickets.set("t", admin({ roleType }));
      const page = open();
      expect((await page.login())["code"]).toBe("1");
      expect((await page.login())["code"]).toBe("-103");
      expect((await page.command("getAgentState"))["code"]).toBe("1");
      expect((await page.command("setState", { state: "1" }))["code"]).toBe("-403");
      expect((await page.command("makeCall", { number: "1001" }))["code"]).toBe("-403");
      const late = open();
      expect((await late.login())["code"]).toBe("-402");
    }
  });

  test.each([
    [{ hiddenGlobalPhone: true }, false],
    [{ isHiddenNum: true }, true],
  ])("C10 numbers with %j are hidden from an administrator: %s (console.md section 5)", async (who, hideNumbers) => {
    const asked: unknown[] = [];
    deps = { ...deps, ask: asking(async (request) => (asked.push(request), { code: 1 })) };
    tickets.set("t", admin(who));
    const page = open();
    await page.login();
    await page.command("monitor", { agentId: "1001" });
    expect(asked.at(-1)).toMatchObject({ verb: "administer", name: "monitor", hideNumbers });
  });

  test("C10 an administrator forces what needs no telephone, the agent reads who, it is logged; the rest is refused in words", async () => {
    tickets.set("t", admin());
    const page = open();
    await page.login();
    const agent = await s.ready("1001");
    expect((await page.command("forceBusy", { agentId: "1001" }))["code"]).toBe("1");
    expect([agent.code(), agent.reason()]).toEqual([2, "byMonitor"]);
    expect(await page.command("monitor", { agentId: "1001" })).toMatchObject({
      code: "-403",
      msg: "本页的话机未连接，请稍后再试，或改用分机接听",
    });
    expect((await page.command("forceBusy", { agentId: "1003" }))["msg"]).toBe("没有监控该坐席的权限");
    expect((await page.command("forceBusy", {}))["code"]).toBe("-400");
    await page.command("forceReady", { agentId: "1001" });
    await s.customer();
    s.sw.pickUp(s.sw.at(agent.user)[0]!);
    await s.settle();
    const { callId } = agent.callView()!;
    expect(await page.command("forceHangup", { agentId: "1001" })).toMatchObject({ code: "1", callId });
    expect(await s.record(callId)).toMatchObject({ cause: "byMonitor" });
    const out = await s.signIn("1002");
    await page.command("forceExit", { agentId: "1002" });
    expect([out.code(), out.last("notice")?.["msg"]]).toEqual([0, "您已被管理员王主管强制签出"]);
    expect(done).toMatchObject([
      { command: "forceBusy", agentId: "1001" },
      { command: "forceReady", agentId: "1001" },
      { command: "forceHangup", agentId: "1001", callId },
      { command: "forceExit", agentId: "1002" },
    ]);
  });

  test("C11 showAgentIds tells the whole, then changes; more join, hideAgentIds takes away; a closed link is told nothing", async () => {
    tickets.set("t", admin());
    const page = open();
    await page.login();
    const agent = await s.signIn("1001");
    expect(await page.command("showAgentIds", { agentIds: "1001,9999" })).toMatchObject({
      code: "1",
      agentIds: "1001",
      count: "1",
    });
    expect(page.shown()).toEqual([["1", "1001:2"]]);
    await agent.command("setState", { state: "1" });
    await s.advance(250);
    expect(page.shown().slice(1)).toEqual([["0", "1001:1"]]);
    expect((await page.command("showAgentIds", { agentIds: "*" }))["agentIds"]).toBe("1001,1002,1003");
    await s.advance(250);
    expect(page.shown().at(-1)).toEqual(["1", "1001:1", "1002:0", "1003:0"]);
    expect((await page.command("hideAgentIds", { agentIds: "1001" }))["agentIds"]).toBe("1002,1003");
    await s.advance(250);
    const { length } = page.shown();
    await agent.command("setState", { state: "2" });
    await s.advance(500);
    expect(page.shown()).toHaveLength(length);
    await s.signIn("1002");
    await s.advance(500);
    expect(page.shown().at(-1)).toEqual(["0", "1002:2"]);
    expect((await page.command("hideAgentIds", { agentIds: "*" }))["count"]).toBe("0");
    await s.signIn("1003");
    await s.advance(500);
    expect(page.shown()).toHaveLength(length + 1);
  });

  test("C11 refused: an agent, a role without a page for it, nonsense", async () => {
    for (const who of [{ roleType: 2, agentId: "1001" }, { roleId: "blind" }] as const) {
      const page = open();
      page.link.administrates(admin(who));
      expect((await page.command("showAgentIds", { agentIds: "*" }))["code"]).toBe("-403");
      expect((await page.command("showAgentIds", { agentIds: "1001;1002" }))["code"]).toBe("-400");
      expect(page.shown()).toEqual([]);
    }
  });
});

test("C11 a thousand seats are told in lines that every client reads", () => {
  const agents = Array.from({ length: 1_000 }, (_, at): LiveAgent => ({
    agentId: String(1_000_000_000 + at),
    code: 2,
    statusName: "午餐".repeat(20),
    reason: "byAgent",
    since: 1_790_000_000_000,
    registered: true,
  }));
  const lines = linesOf(agents).map((json) =>
    encodeCti({ type: "event", name: "agentStates", fields: { full: "0", json } }),
  );
  expect(lines.flatMap((line) => JSON.parse(decodeCti(line).fields["json"]!) as LiveAgent[])).toEqual(agents);
  expect(linesOf([])).toEqual(["[]"]);
});
