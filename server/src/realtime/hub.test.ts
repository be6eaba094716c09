import { resumeBuffer, socketCloses } from "@liantai/api/contract";
import fc from "fast-check";
import { nobodyFollows } from "../testing/idle.ts";
import { seatCaller } from "../testing/who.ts";
import { audience, createHub, hubLimits, type Connection, type Hub } from "./hub.ts";
import type { Line } from "./log.ts";
import type { Wire } from "./wire.ts";

interface Frame {
  readonly type: string;
  readonly seq?: number;
  readonly [key: string]: unknown;
}

/** A client's end: what reached it, unless the connection was cut before. */
function testWire(): Wire & { readonly frames: Frame[]; readonly closed: number[]; cut: boolean; lag: number } {
  let queue: Frame[] = [];
  const wire = {
    frames: [] as Frame[],
    closed: [] as number[],
    cut: false,
    lag: 0,
    line: (line: Line) => void queue.push(JSON.parse(`{"seq":${line.seq},${line.body.toString()}`) as Frame),
    control: (message: { readonly type: string }) => void queue.push(message),
    flush() {
      if (!wire.cut) wire.frames.push(...queue);
      queue = [];
    },
    get backlog() {
      return wire.lag;
    },
    close(code: number) {
      wire.flush();
      wire.closed.push(code);
    },
    terminate: () => void wire.closed.push(0),
  };
  return wire;
}

function setUp(limits = {}): { hub: Hub; clock: { at: number }; settle: () => void; dropped: string[] } {
  const dropped: string[] = [];
  const clock = { at: 1_000_000 };
  let tokens = 0;
  let due: (() => void)[] = [];
  const waiting = new Set<{ flush(): void }>();
  const hub = createHub({
    clock: {
      now: () => clock.at,
      monotonic: () => 0,
      after: () => ({ cancel: () => undefined }),
      every: () => ({ cancel: () => undefined }),
    },
    random: { token: () => `stream-${(tokens += 1)}`, id: () => "id", int: () => 0 },
    flusher: { touch: (item) => void (waiting.add(item), due.push(() => waiting.forEach((each) => each.flush()))) },
    watches: nobodyFollows,
    dropped: (stream) => void dropped.push(stream),
    limits: { ...hubLimits, ...limits },
  });
  return {
    hub,
    clock,
    dropped,
    settle: () => {
      for (const run of due.splice(0)) run();
      due = [];
      waiting.clear();
    },
  };
}

const note = (n: number) => ({ type: "sendCallId", callId: String(n), agentId: "1001" }) as const;

describe("a stream", () => {
  test("M2 M3 begins with the server time and its id, then numbers messages from 1", () => {
    const { hub, settle } = setUp();
    const wire = testWire();
    const { stream } = hub.open(seatCaller(), wire);
    hub.send([audience.agent("100001", "1001")], note(1));
    hub.send([audience.agent("100001", "1001")], note(2));
    settle();
    expect(wire.frames).toEqual([
      { type: "socket-uuid", data: { time: 1_000_000, socketId: stream, stream } },
      { seq: 1, ...note(1) },
      { seq: 2, ...note(2) },
    ]);
  });

  test("F47 one page of an account hears what is for its socket, the account's other pages do not", () => {
    const { hub, settle } = setUp();
    const [wire, other] = [testWire(), testWire()];
    const { stream } = hub.open(seatCaller(), wire);
    hub.open(seatCaller(), other);
    const { userId } = seatCaller();
    expect([hub.hears(audience.socket(userId, stream)), hub.hears(audience.socket("another", stream))]).toEqual([
      true,
      false,
    ]);
    hub.send([audience.socket(userId, stream)], note(1));
    settle();
    expect([wire.frames.length, other.frames.length]).toEqual([2, 1]);
  });

  test("M4 resumes after the last message that the client handled", () => {
    const { hub, settle } = setUp();
    const first = testWire();
    const connection = hub.open(seatCaller(), first);
    hub.send([audience.everyone], note(1));
    settle();
    connection.closed();
    hub.send([audience.everyone], note(2));
    const second = testWire();
    expect(hub.open(seatCaller(), second, { stream: connection.stream, last: 1 }).stream).toBe(connection.stream);
    settle();
    expect(second.frames.slice(1)).toEqual([
      { type: "resumed", from: 1 },
      { seq: 2, ...note(2) },
    ]);
  });

  test.each([
    [
      "the stream is unknown here (another process, or dropped)",
      (c: Connection) => ({ stream: `${c.stream}x`, last: 1 }),
      {},
    ],
    ["a session that is not its own asks", (c: Connection) => ({ stream: c.stream, last: 1 }), { sessionId: "s2" }],
    ["the number was never sent", (c: Connection) => ({ stream: c.stream, last: 99 }), {}],
    ["the number makes no sense", (c: Connection) => ({ stream: c.stream, last: -1 }), {}],
    ["the buffer no longer reaches back", (c: Connection) => ({ stream: c.stream, last: 0 }), {}],
  ])("M4 asks the page to fetch again when %s", (_why, resume, over) => {
    const { hub, settle } = setUp({ messages: 3 });
    const connection = hub.open(seatCaller(), testWire());
    for (let n = 1; n <= 5; n += 1) hub.send([audience.everyone], note(n));
    connection.closed();
    const wire = testWire();
    const next = hub.open(seatCaller(over), wire, resume(connection));
    hub.send([audience.everyone], note(6));
    settle();
    expect(next.stream).not.toBe(connection.stream);
    expect(wire.frames.map(({ type }) => type)).toEqual(["refetch", "socket-uuid", "sendCallId"]);
    expect(wire.frames[2]).toEqual({ seq: 1, ...note(6) });
  });

  test("M3 is kept for keepMs after its socket closed, not longer", () => {
    const { hub, clock, settle } = setUp();
    const connection = hub.open(seatCaller(), testWire());
    connection.closed();
    clock.at += resumeBuffer.keepMs;
    hub.sweep();
    const back = testWire();
    const again = hub.open(seatCaller(), back, { stream: connection.stream, last: 0 });
    settle();
    expect(back.frames[1]).toEqual({ type: "resumed", from: 0 });
    again.closed();
    clock.at += resumeBuffer.keepMs + 1;
    hub.sweep();
    expect(hub.stats).toEqual({ streams: 0, sockets: 0 });
  });

  test("M6 loses its socket after 60 s of silence and can still be resumed", () => {
    const { hub, clock } = setUp();
    const wire = testWire();
    const connection = hub.open(seatCaller(), wire);
    clock.at += 59_000;
    connection.heard();
    clock.at += 60_000;
    hub.sweep();
    expect(wire.closed).toEqual([]);
    clock.at += 1;
    hub.sweep();
    expect(wire.closed).toEqual([0]);
    expect(hub.stats).toEqual({ streams: 1, sockets: 0 });
  });

  test("M6 of a client that does not keep up is dropped, and its return is a refetch", () => {
    const { hub, settle } = setUp();
    const slow = testWire();
    const connection = hub.open(seatCaller(), slow);
    slow.lag = hubLimits.backlog + 1;
    hub.send([audience.everyone], note(1));
    expect(slow.closed).toEqual([0]);
    const back = testWire();
    hub.open(seatCaller(), back, { stream: connection.stream, last: 0 });
    settle();
    expect(back.frames[0]).toEqual({ type: "refetch" });
  });

  test("moves to the newest socket that resumes it", () => {
    const { hub, settle } = setUp();
    const [first, second] = [testWire(), testWire()];
    const connection = hub.open(seatCaller(), first);
    hub.open(seatCaller(), second, { stream: connection.stream, last: 0 });
    expect(first.closed).toEqual([socketCloses.replaced]);
    // The late close of the old socket does not take the new one's place.
    connection.closed();
    hub.send([audience.everyone], note(1));
    settle();
    expect(second.frames.at(-1)).toEqual({ seq: 1, ...note(1) });
  });

  test("M6 makes room: a session holds a bounded number of streams", () => {
    const { hub } = setUp();
    for (let i = 0; i < 50; i += 1) hub.open(seatCaller(), testWire()).closed();
    expect(hub.stats.streams).toBe(hubLimits.streamsPerSession);
  });
});

describe("audiences", () => {
  test("a message reaches whom it is for, once each", () => {
    const { hub, settle } = setUp();
    const people = {
      agent: seatCaller(),
      colleague: seatCaller({ sessionId: "s2", userId: "u2", agentId: "1002" }),
      monitor: seatCaller({ sessionId: "s3", userId: "u3", agentId: "1005", roleType: 3 }),
      administrator: seatCaller({ sessionId: "s4", userId: "u4", agentId: null, roleType: 1 }),
      stranger: seatCaller({ sessionId: "s5", userId: "u5", compId: "100002", roleType: 1 }),
    };
    const wires = Object.fromEntries(
      Object.entries(people).map(([name, who]) => {
        const wire = testWire();
        hub.open(who, wire);
        return [name, wire];
      }),
    );
    const reached = (keys: string[]) => {
      settle();
      for (const wire of Object.values(wires)) wire.frames.length = 0;
      hub.send(keys, note(1));
      settle();
      return Object.entries(wires).flatMap(([name, wire]) => wire.frames.map(() => name));
    };
    expect(reached([audience.everyone])).toEqual(Object.keys(people));
    expect(reached([audience.enterprise("100001")])).toEqual(["agent", "colleague", "monitor", "administrator"]);
    expect(reached([audience.account("u2")])).toEqual(["colleague"]);
    expect(reached([audience.supervisors("100001"), audience.agent("100001", "1005")])).toEqual([
      "monitor",
      "administrator",
    ]);
    expect(reached([audience.agent("100002", "1001")])).toEqual(["stranger"]);
    expect(reached([audience.agent("100003", "1001")])).toEqual([]);
    expect(reached([audience.operators])).toEqual([]);
    hub.open(
      seatCaller({ sessionId: "o1", userId: "o1", roleType: 0, compId: "000000", agentId: null }),
      (wires["o"] = testWire()),
    );
    hub.open(
      seatCaller({ sessionId: "o2", userId: "o2", roleType: 1, operator: true, agentId: null }),
      (wires["in"] = testWire()),
    );
    expect(reached([audience.operators])).toEqual(["o", "in"]);
  });

  test("M8 every tab of an ended session hears it, tabs of others do not", () => {
    const { hub } = setUp();
    const [first, copied, other] = [testWire(), testWire(), testWire()];
    hub.open(seatCaller(), first);
    hub.open(seatCaller(), copied);
    hub.open(seatCaller({ sessionId: "s2" }), other);
    hub.endSession("s1", "您已退出登录");
    expect([first.closed, copied.closed, other.closed]).toEqual([
      [socketCloses.sessionEnded],
      [socketCloses.sessionEnded],
      [],
    ]);
    expect(copied.frames.at(-1)).toMatchObject({ type: "loginOut", msg: "您已退出登录" });
  });

  test("M8 an ended session hears why, is closed and cannot be resumed", () => {
    const { hub, settle } = setUp();
    const wire = testWire();
    const connection = hub.open(seatCaller(), wire);
    hub.endSession("s1", "您的账号已在别处登录，您将被强制退出");
    expect(wire.frames.at(-1)).toEqual({ seq: 1, type: "loginOut", msg: "您的账号已在别处登录，您将被强制退出" });
    expect(wire.closed).toEqual([socketCloses.sessionEnded]);
    const back = testWire();
    hub.open(seatCaller(), back, { stream: connection.stream, last: 0 });
    settle();
    expect(back.frames[0]).toEqual({ type: "refetch" });
  });
});

test("M3 M8 a stream that nobody comes back to is told once, and its socket says nothing any more, whether or not it closes", () => {
  const { hub, clock, dropped } = setUp();
  const ended = hub.open(seatCaller(), testWire());
  const away = hub.open(seatCaller({ sessionId: "s2" }), testWire());
  expect([ended.live(), away.live()]).toEqual([true, true]);
  hub.endSession("s1", "您已退出登录");
  away.closed();
  expect([ended.live(), away.live(), dropped]).toEqual([false, false, [ended.stream]]);
  clock.at += hubLimits.keepMs + 1;
  hub.sweep();
  expect(dropped).toEqual([ended.stream, away.stream]);
});

test("M4 M5 whatever drops, a client that resumes gets every message once and in order, or is told to fetch again", () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.constant("publish" as const) },
    { weight: 3, arbitrary: fc.constant("settle" as const) },
    { weight: 2, arbitrary: fc.constant("cut" as const) },
    { weight: 2, arbitrary: fc.constant("close" as const) },
    { weight: 3, arbitrary: fc.constant("connect" as const) },
    { weight: 2, arbitrary: fc.constant("ack" as const) },
    { weight: 1, arbitrary: fc.constant("sweep" as const) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), fc.integer({ min: 1, max: 12 }), (steps, messages) => {
      const { hub, clock, settle } = setUp({ messages });
      const page = createPage(hub);
      let published = 0;
      const act = {
        publish: () => hub.send([audience.everyone], note((published += 1))),
        settle: () => (settle(), page.read()),
        cut: () => void (page.wire.cut = true),
        close: () => page.connection.closed(),
        connect: () => page.connect(),
        ack: () => page.connection.acknowledge(page.last),
        sweep: () => ((clock.at += 1_000), hub.sweep()),
      };
      for (const what of [...steps, "connect" as const, "settle" as const]) act[what]();
      const from = page.handled[0] ?? published + 1;
      expect(page.handled).toEqual(Array.from({ length: published - from + 1 }, (_, i) => from + i));
      // What came before the first handled message was fetched, and only because the page was told so.
      if (from > 1) expect(page.fetches).toBeGreaterThan(0);
    }),
    { numRuns: 1_000 },
  );
});

/** A page as apps/workstation behaves: it knows only what its frames said. */
function createPage(hub: Hub) {
  let stream: string | undefined;
  let read = 0;
  const page = {
    wire: testWire(),
    connection: undefined as unknown as Connection,
    last: 0,
    /** Messages handled since the lists were last fetched. */
    handled: [] as number[],
    fetches: -1,
    fetch() {
      page.fetches += 1;
      page.handled = [];
    },
    connect() {
      page.wire = testWire();
      read = 0;
      if (stream === undefined) page.fetch();
      page.connection = hub.open(
        seatCaller(),
        page.wire,
        stream === undefined ? undefined : { stream, last: page.last },
      );
    },
    read() {
      for (const frame of page.wire.frames.slice(read)) {
        if (frame.type === "refetch") page.fetch();
        else if (frame.type === "socket-uuid") {
          const named = (frame["data"] as { stream: string }).stream;
          if (named !== stream) page.last = 0;
          stream = named;
        } else if (frame.seq !== undefined) {
          expect(frame.seq).toBe(page.last + 1);
          page.last = frame.seq;
          page.handled.push(Number(frame["callId"]));
        }
      }
      read = page.wire.frames.length;
    },
  };
  page.connect();
  return page;
}
