import { decodeCti, encodeCti } from "@liantai/api/contract";
import { FakeNet } from "../testing/fake-wire.ts";
import { settle, VirtualClock } from "../testing/virtual-clock.ts";
import { CtiLink } from "./cti-link.ts";

const login = { compId: "100001", agentId: "1001", extension: "8001", terminalType: "2", instance: "tab" };

function setUp({ address = async () => "ws://desk/cti/ws" } = {}) {
  const clock = new VirtualClock();
  const net = new FakeNet();
  const seen = {
    states: [] as string[],
    events: [] as string[],
    failures: [] as string[],
    replied: [] as boolean[],
    checks: 0,
    unreadable: 0,
  };
  let tickets = 0;
  const link = new CtiLink({
    clock,
    open: net.open,
    address,
    ticket: async () => `t${++tickets}`,
    state: (s) => seen.states.push(s),
    event: (name) => seen.events.push(name),
    loginFailed: (code, text) => seen.failures.push(`${code} ${text}`),
    replied: (inTime) => seen.replied.push(inTime),
    unreadable: () => (seen.unreadable += 1),
    extensionCheck: () => (seen.checks += 1),
  });
  const lines = () => net.last().sent.map(decodeCti);
  const respond = (code: number, fields: Record<string, string> = {}) => {
    const asked = lines().at(-1)!;
    net.last().say(
      encodeCti({
        type: "response",
        name: asked.name,
        fields: { seq: asked.fields.seq!, code: String(code), ...fields },
      }),
    );
  };
  const up = async () => {
    link.start(login);
    await settle();
    net.last().accept();
    await settle();
    respond(1);
    await settle();
  };
  return { clock, net, seen, link, lines, respond, up };
}

test("logs in with a ticket and says up only after the answer", async () => {
  const { link, net, lines, seen, respond } = setUp();
  link.start(login);
  await settle();
  net.last().accept();
  await settle();
  expect(lines()).toEqual([
    { type: "command", name: "login", fields: expect.objectContaining({ ticket: "t1", ...login, takeMedia: "0" }) },
  ]);
  expect(seen.states).toEqual(["connecting"]);
  respond(1);
  await settle();
  expect(seen.states).toEqual(["connecting", "up"]);
});

test("a refused login is told with the text of its code and tried again after 2 s", async () => {
  const { link, net, seen, respond, clock } = setUp();
  link.start(login);
  await settle();
  net.last().accept();
  await settle();
  respond(-301);
  await settle();
  expect(seen.failures).toEqual(["-301 坐席不存在"]);
  await clock.pass(2_000);
  expect(net.wires).toHaveLength(2);
});

test("L8 an address whose question fails is asked for again after 2 s", async () => {
  let asked = 0;
  const { link, net, clock, seen } = setUp({
    address: async () => {
      if (++asked === 1) throw new Error("the chunk did not come");
      return "ws://desk/cti/ws";
    },
  });
  link.start(login);
  await settle();
  expect(seen.states).toEqual(["connecting", "down"]);
  await clock.pass(2_000);
  expect(net.wires).toHaveLength(1);
});

test("C6 a lost link settles what waits and comes back after 2 s; a deliberate stop does not", async () => {
  const { link, net, up, clock, seen, lines } = setUp();
  await up();
  const waiting = link.command("hold", { callId: "c" });
  net.last().die();
  await expect(waiting).resolves.toMatchObject({ ok: false, code: -1 });
  await clock.pass(1_999);
  expect(net.wires).toHaveLength(1);
  await clock.pass(1);
  expect(net.wires).toHaveLength(2);
  net.last().accept();
  await settle();
  link.stop();
  await clock.pass(60_000);
  expect(net.wires).toHaveLength(2);
  expect(seen.states.at(-1)).toBe("off");
  expect(lines().map((l) => l.name)).toEqual(["login"]);
});

test("a deliberate stop of a live link says logout", async () => {
  const { link, up, lines } = setUp();
  await up();
  link.stop();
  expect(lines().at(-1)!.name).toBe("logout");
});

test("C2 responses find their command by seq, whatever the order", async () => {
  const { link, up, net, lines } = setUp();
  await up();
  const first = link.command("hold", { callId: "a" });
  const second = link.command("unhold", { callId: "b" });
  const [a, b] = lines().slice(-2);
  net.last().say(encodeCti({ type: "response", name: "unhold", fields: { seq: b!.fields.seq!, code: "1" } }));
  net.last().say(encodeCti({ type: "response", name: "hold", fields: { seq: a!.fields.seq!, code: "-404" } }));
  await expect(second).resolves.toMatchObject({ ok: true });
  await expect(first).resolves.toEqual({ ok: false, code: -404, text: "通话不存在" });
});

test("no answer within 5 s is a time-out and tells that the network is abnormal", async () => {
  const { link, up, clock, seen } = setUp();
  await up();
  const result = link.command("hold", { callId: "c" });
  await clock.pass(5_000);
  await expect(result).resolves.toEqual({ ok: false, code: -1, text: "网络请求超时！" });
  expect(seen.replied.at(-1)).toBe(false);
});

test("a link that stays silent is dropped and made again", async () => {
  const { up, clock, net } = setUp();
  await up();
  await clock.pass(15_000);
  expect(net.last().closedByClient).toBe(true);
  await clock.pass(2_000);
  expect(net.wires).toHaveLength(2);
});

test("the extension check comes 10 s after login", async () => {
  const { up, clock, seen } = setUp();
  await up();
  await clock.pass(9_999);
  expect(seen.checks).toBe(0);
  await clock.pass(1);
  expect(seen.checks).toBe(1);
});

test("a command without a link is refused in words: -1 of one that never was there, and of one that is lost", async () => {
  const { link, up, net } = setUp();
  const refused = () => link.command("recover", {});
  expect(await refused()).toEqual({ ok: false, code: -1, text: "WebSocket未连接" });
  await up();
  net.last().die();
  expect(await refused()).toEqual({ ok: false, code: -1, text: "与CTI服务器的连接已断开，消息未发送" });
});

test("events are handed on; a line that is none harms nobody", async () => {
  const { up, net, seen } = setUp();
  await up();
  net.last().say("event|mediaOwner|instance=tab");
  net.last().say("nonsense");
  expect(seen.unreadable).toBe(1);
  net.last().say("event|mediaOwner|instance=%E0%A4%A");
  expect(seen.events).toEqual(["mediaOwner"]);
});
