import { EventEmitter, once } from "node:events";
import { WebSocket } from "ws";
import { describeSwitch } from "../../../ports/switch.contract.ts";
import { SipClient } from "../../../testing/sip/sip-client.ts";
import { Stage, TONES } from "../../../testing/sip/contract/stage.ts";
import { embeddedHarness } from "./testing/harness.ts";

const optionsOf = (n: number): string =>
  [
    "OPTIONS sip:switch@liantai SIP/2.0",
    `Via: SIP/2.0/WS x.invalid;branch=z9hG4bK${n}`,
    "Max-Forwards: 70",
    "To: <sip:switch@liantai>",
    `From: <sip:x@liantai>;tag=f${n}`,
    `Call-ID: x${n}`,
    `CSeq: ${n + 1} OPTIONS`,
    "Content-Length: 0",
    "\r\n",
  ].join("\r\n");

/** A socket that signs nobody in. */
async function nameless(url: string) {
  const socket = new WebSocket(url, "sip");
  await once(socket, "open");
  let answers = 0;
  const all = new Promise<void>((resolve) =>
    socket.on("message", () => {
      if (++answers === 20) resolve();
    }),
  );
  socket.on("error", () => undefined);
  return {
    socket,
    answers: () => answers,
    /** Twenty answers have come. */
    all,
    first: once(socket, "message").then(([data]) => String(data)),
    closed: once(socket, "close").then(([code]) => code as number),
  };
}

/** What the switch needs of a WebSocket whose peer says nothing. */
class FakeSocket extends EventEmitter {
  readonly OPEN = 1;
  readonly readyState = 1;
  closed: number | undefined;
  send(): void {}
  ping(): void {}
  terminate(): void {}
  close(code: number): void {
    this.closed ??= code;
  }
}

describeSwitch("embedded", embeddedHarness);

test("no media thread begins before calls are expected, each one once, and none after the stop", async () => {
  const { switch: own, close } = await embeddedHarness({ credentials: async () => [] }, { workers: 2 });
  expect(own.stats().workers).toBe(0);
  own.expectCalls();
  own.expectCalls();
  expect(own.stats().workers).toBe(2);
  await own.stop();
  own.expectCalls();
  expect(own.stats().workers).toBe(0);
  await close();
});

test("P10 a telephone whose session ends in the moment of its sign-in is not left registered", async () => {
  const holder = "session";
  const credential = { user: "1000011001", password: "secret", mayCall: true, holder };
  let turns = 0;
  const asked = async (): Promise<(typeof credential)[]> => [credential];
  const own = await embeddedHarness(
    {
      credentials(user) {
        const found = asked();
        if (user === credential.user && turns > 0) {
          // The end is heard so many turns after the look-up was answered; the next look-up knows of it.
          let later = found.then(() => undefined);
          for (let i = 1; i < turns; i++) later = later.then(() => undefined);
          void later.then(() => {
            turns = -1;
            return own.switch.release(holder);
          });
        }
        return turns < 0 ? Promise.resolve([]) : found;
      },
    },
    { workers: 1 },
  );
  const left: number[] = [];
  try {
    for (const after of [1, 2, 3, 4, 5, 6]) {
      turns = after;
      const phone = await SipClient.connect({ url: own.url, realm: own.realm, ...credential });
      await phone.register().catch(() => undefined);
      if (own.switch.isRegistered(credential.user)) left.push(after);
      await own.switch.release(holder);
      await phone.close();
    }
    expect(left).toEqual([]);
  } finally {
    await own.switch.stop();
    await own.close();
  }
});

test("P14 of one address 2,000 sockets that nobody signed in on may be open, of another still more", async () => {
  const own = await embeddedHarness({ credentials: async () => [] }, { workers: 1 });
  const opened: FakeSocket[] = [];
  const from = (remoteAddress: string): FakeSocket => {
    const socket = new FakeSocket();
    opened.push(socket);
    own.switch.acceptSocket(socket as FakeSocket & WebSocket, { remoteAddress });
    return socket;
  };
  try {
    for (let i = 0; i < 2_000; i++) expect(from(i % 2 ? "192.0.2.1" : "::ffff:192.0.2.1").closed).toBe(undefined);
    expect(from("192.0.2.1").closed).toBe(1013);
    expect(from("192.0.2.2").closed).toBe(undefined);
    opened[0]!.emit("close");
    expect(from("192.0.2.1").closed).toBe(undefined);
  } finally {
    await own.switch.stop();
    await own.close();
  }
});

describe("embedded only", () => {
  const stage = new Stage();
  beforeAll(() => stage.open((directory) => embeddedHarness(directory, { workers: 1 })));
  afterEach(() => stage.hangUpAll());
  afterAll(() => stage.close());

  test.each(["a lost", "an unnoticed"])(
    "a network that blinks: the device takes up its dialogue on a new socket (%s loss)",
    async (loss) => {
      const { a, b, ann, bob, bobClient } = await stage.talk();
      await ann.peer.ears.tone(TONES.bob);
      if (loss === "a lost") {
        bobClient.drop();
        await stage.next("lost", b);
      }
      await bobClient.reconnect();
      await bobClient.register();
      await stage.next("registered");
      if (loss === "a lost") expect(await stage.next("found", b)).toEqual({ type: "found", leg: b });
      expect(await bob.reinvite(true)).toBe("recvonly");
      expect(await stage.next("deviceHold", b)).toMatchObject({ held: true });
      await stage.switch.hangup(a);
      await ann.ended;
      bob.bye();
      expect(await stage.next("hungup", b)).toMatchObject({ cause: "normal" });
    },
  );

  test("who is signed in as another user cannot take a dialogue over, nor can a new page", async () => {
    const { b, bobClient } = await stage.talk();
    bobClient.drop();
    await stage.next("lost", b);
    await stage.telephone("bob");
    await stage.telephone("cid");
    expect(stage.none("found")).toBe(true);
    await stage.switch.hangup(b);
    expect(await stage.next("hungup", b)).toMatchObject({ cause: "lost" });
  });

  test("P14 a socket that nobody signed in on and that sends 2,900 OPTIONS is closed after 20 of them", async () => {
    const { socket, closed, answers } = await nameless(stage.url);
    for (let n = 0; n < 2_900; n += 1) socket.send(optionsOf(n));
    expect(await closed).toBe(1008);
    expect(answers()).toBe(20);
  });

  test("P14 one whose fields only the library's grammar can read is closed sooner", async () => {
    const { socket, closed, answers } = await nameless(stage.url);
    const odd = Array.from({ length: 20 }, () => "Record-Route: <sip:a@b;lr>").join("\r\n");
    for (let n = 0; n < 20; n += 1) socket.send(optionsOf(n).replace("Content-Length", `${odd}\r\nContent-Length`));
    expect(await closed).toBe(1008);
    expect(answers()).toBeLessThan(5);
  });

  test("P14 a message of 9 kB is for who is signed in, and one of 70 lines for nobody", async () => {
    const { socket, closed } = await nameless(stage.url);
    socket.send(optionsOf(0).replace("\r\n\r\n", `\r\nX-Long: ${"x".repeat(9_000)}\r\n\r\n`));
    expect(await closed).toBe(1009);
    const lines = await nameless(stage.url);
    lines.socket.send(optionsOf(1).replace("Content-Length", `${"X-Line: 1\r\n".repeat(70)}Content-Length`));
    lines.socket.send(optionsOf(2));
    expect(await lines.first).toContain("CSeq: 3 OPTIONS");
    lines.socket.terminate();
  });

  test("guessing a password is slowed down", async () => {
    const begun = performance.now();
    for (let i = 0; i < 4; i++) {
      const client = await stage.connect("cid", { password: `guess-${i}` });
      await expect(client.register()).rejects.toMatchObject({ status: 403 });
    }
    expect(performance.now() - begun).toBeGreaterThan(490);
    const client = await stage.connect("cid");
    await client.register();
  });

  // The last one: it leaves the address of these tests nothing to sign in with for a while.
  test("P14 sockets of one address share an allowance, whatever each has left; who is signed in does not use it", async () => {
    const ann = await stage.telephone("ann");
    // Side by side, so that a slow machine does not give the allowance back as fast as it is used.
    const page = async (): Promise<boolean> => {
      const { socket, closed, answers, all } = await nameless(stage.url);
      for (let n = 0; n < 20; n += 1) socket.send(optionsOf(n));
      await Promise.race([closed, all]);
      socket.terminate();
      return answers() < 20;
    };
    let refused = 0;
    for (let rounds = 0; rounds < 20 && refused === 0; rounds += 1)
      refused = (await Promise.all(Array.from({ length: 30 }, page))).filter(Boolean).length;
    expect(refused).toBeGreaterThan(0);
    await ann.register();
  });
});
