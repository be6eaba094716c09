import type { ChatServerFrame } from "@liantai/api/contract/im";
import { FakeNet } from "../testing/fake-wire.ts";
import { settle, VirtualClock } from "../testing/virtual-clock.ts";
import { ChatLink } from "./chat-link.ts";

const seat = { agentId: "1001", agentName: "张敏" };
const friend = (sessionId: string) => ({ sessionId, nick: sessionId, number: 0 });

function setUp() {
  const clock = new VirtualClock();
  const net = new FakeNet();
  const seen = { states: [] as string[], told: [] as ChatServerFrame[], over: [] as string[], tickets: 0 };
  let failing = false;
  const link = new ChatLink({
    clock,
    open: net.open,
    origin: "ws://desk",
    ticket: async () => {
      if (failing) throw new Error("no network");
      return `t${++seen.tickets}`;
    },
    state: (state) => seen.states.push(state),
    told: (frame) => seen.told.push(frame),
    over: (why) => seen.over.push(why),
  });
  const welcome = () => net.last().say({ cmd: 6, code: 10_007, data: { userId: "1001", time: 1 } });
  const up = async () => {
    link.start(seat);
    await settle();
    net.last().accept();
    welcome();
  };
  const sent = () => net.last().sent.map((text) => JSON.parse(text) as { cmd: number });
  return { clock, net, seen, link, up, welcome, sent, fail: (on: boolean) => (failing = on) };
}

test("J55 opens with a fresh ticket and says who it is; it is up when the server has said so", async () => {
  const { link, net, seen, welcome } = setUp();
  link.start(seat);
  await settle();
  const { query, url } = net.last();
  expect(url).toMatch(/^ws:\/\/desk\/api\/chat\/socket\?/);
  expect(query.get("token")).toBe("t1");
  expect(JSON.parse(Buffer.from(query.get("extra")!, "base64").toString("utf8"))).toEqual({
    agentId: "1001",
    agentName: "张敏",
  });
  net.last().accept();
  expect(seen.states).toEqual(["connecting"]);
  expect(link.send({ cmd: 17 })).toBe(false);
  welcome();
  expect(seen.states).toEqual(["connecting", "up"]);
});

test("J55 a lost link is tried again after 5 s with another ticket, as is one that gets none; a deliberate end is not", async () => {
  const { link, net, seen, up, clock, fail } = setUp();
  await up();
  net.last().die();
  fail(true);
  await clock.pass(5_000);
  expect(net.wires).toHaveLength(1);
  fail(false);
  await clock.pass(4_999);
  expect(net.wires).toHaveLength(1);
  await clock.pass(1);
  expect([net.wires.length, net.last().query.get("token")]).toEqual([2, "t2"]);
  link.stop();
  await clock.pass(60_000);
  expect(net.wires).toHaveLength(2);
  expect(seen.states.at(-1)).toBe("off");
});

test("J55 one that opens and is not let in within 5 s is dropped, and tried again at once where a person asks", async () => {
  const { link, net, clock, up } = setUp();
  link.start(seat);
  await settle();
  net.last().accept();
  await clock.pass(5_000);
  expect(net.wires).toHaveLength(2);
  expect(net.wires[0]!.closedByClient).toBe(true);
  await up();
  net.last().die();
  link.retryNow();
  await settle();
  expect(net.wires).toHaveLength(3);
});

test("J55 a heartbeat every 20 s; a link that said nothing since the last one is made again", async () => {
  const { net, clock, up, sent } = setUp();
  await up();
  await clock.pass(20_000);
  expect(sent().filter(({ cmd }) => cmd === 13)).toHaveLength(1);
  net.last().say({ cmd: 13 });
  await clock.pass(20_000);
  expect([net.wires.length, sent().filter(({ cmd }) => cmd === 13).length]).toEqual([1, 2]);
  await clock.pass(20_000);
  expect(net.wires).toHaveLength(2);
});

test("J83 once a minute the conversations are asked for, though nothing said that they are others", async () => {
  const { net, clock, up, sent } = setUp();
  await up();
  const pulls = () => sent().filter(({ cmd }) => cmd === 17).length;
  await clock.pass(5_000);
  const before = pulls();
  for (let n = 0; n < 3; n++) {
    await clock.pass(20_000);
    net.last().say({ cmd: 13 });
  }
  await clock.pass(700);
  expect(pulls()).toBe(before + 1);
});

test.each([
  [4001, "sessionEnded"],
  [4002, "replaced"],
  [4003, "conversationEnded"],
  [4004, "malformed"],
])("J55 after %i nothing is tried again", async (code, why) => {
  const { net, seen, up, clock } = setUp();
  await up();
  net.last().die(code);
  await clock.pass(60_000);
  expect([net.wires.length, seen.over, seen.states.at(-1)]).toEqual([1, [why], "off"]);
});

test("J56 conversations are asked for 700 ms after the link is up, once", async () => {
  const { link, clock, up, sent } = setUp();
  await up();
  await clock.pass(500);
  link.pull();
  expect(sent()).toEqual([]);
  await clock.pass(200);
  expect(sent()).toEqual([{ cmd: 17 }]);
  await clock.pass(5_000);
  expect(sent()).toEqual([{ cmd: 17 }]);
});

test("J56 lists of them are told 300 ms after the last, or before what came after them", async () => {
  const { net, clock, seen, up } = setUp();
  await up();
  net.last().say({ cmd: 18, data: [friend("a")] });
  await clock.pass(299);
  net.last().say({ cmd: 18, data: [friend("b")] });
  await clock.pass(299);
  expect(seen.told).toEqual([]);
  await clock.pass(1);
  expect(seen.told).toEqual([{ cmd: 18, data: [friend("b")] }]);
  net.last().say({ cmd: 18, data: [] });
  net.last().say({ cmd: 21, data: { sessionId: "b", seq: 1 } });
  expect(seen.told.map(({ cmd }) => cmd)).toEqual([18, 18, 21]);
  net.last().say("nonsense");
  expect(seen.told).toHaveLength(3);
});
