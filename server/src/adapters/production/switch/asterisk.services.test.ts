import { once } from "node:events";
import { connect } from "node:net";
import { everyoneHears, hears, hearsMusic } from "../../../testing/sip/plans.ts";
import { ROOM, Stage, TONES } from "../../../testing/sip/contract/stage.ts";
import { publicAddress } from "../../../testing/sip/contract/public-address.ts";
import { createAsteriskSwitch } from "./index.ts";
import { asteriskHarness, heldBy, leaveOthers, testAsterisk, until } from "./testing/harness.ts";
import { relayTo, type Relay } from "./testing/relay.ts";

beforeAll(leaveOthers);

describe("with Asterisk there", () => {
  const stage = new Stage();
  beforeAll(() => stage.open(asteriskHarness));
  afterEach(() => stage.hangUpAll());
  afterAll(() => stage.close());

  test("a call with everything leaves no channel and no bridge behind", async () => {
    const { a, b, ann, bob } = await stage.talk();
    const cid = await stage.caller("cid");
    await stage.switch.startRecording("r", stage.file("all.wav"), { left: [a], right: [b, cid.leg] });
    await stage.switch.arrange(
      ROOM,
      new Map([
        [a, hears(b)],
        [b, hears(a, cid.leg)],
        [cid.leg, hears(a, b)],
      ]),
    );
    await bob.peer.ears.tones([TONES.ann, TONES.cid], [TONES.bob]);
    await stage.switch.play(a, { sources: [{ kind: "tone", hz: 1_400, ms: 200 }], loop: true });
    await ann.peer.ears.tone(1_400);
    await stage.switch.arrange(ROOM, new Map([[a, hearsMusic]]));
    await ann.peer.ears.music(Object.values(TONES));
    await stage.switch.stopRecording("r");
    cid.call.bye();
    await Promise.all([stage.switch.hangup(a), stage.switch.hangup(b)]);
    await until(async () => (await heldBy()).length === 0);
  });

  test("sounds and recordings of many calls have each a session of its HTTP server, which has 100 by default", async () => {
    const { hostname, port } = new URL(testAsterisk().url);
    const sessions = Array.from({ length: 150 }, () => connect(Number(port), hostname));
    await Promise.all(sessions.map((socket) => once(socket, "connect")));
    const { ann, a } = await stage.talk();
    await stage.switch.play(a, { sources: [{ kind: "tone", hz: 1_400, ms: 200 }], loop: true });
    await ann.peer.ears.tone(1_400);
    expect(sessions.filter((socket) => socket.readableEnded || socket.destroyed)).toEqual([]);
    for (const socket of sessions) socket.destroy();
  });

  test("changes that overtake each other end as the last one says", async () => {
    const { a, b, ann, bob } = await stage.talk();
    const both = everyoneHears(a, b);
    const plans = [new Map(), both, new Map([[a, hearsMusic]]), both, new Map([[b, hears(a)]]), both];
    await Promise.all(plans.map((plan) => stage.switch.arrange(ROOM, plan)));
    await Promise.all([ann.peer.ears.tone(TONES.bob), bob.peer.ears.tone(TONES.ann)]);
  });
});

describe("with MEDIA_ADDRESS", () => {
  const stage = new Stage();
  beforeAll(() => stage.open((directory) => asteriskHarness(directory, { publicAddress: "203.0.113.10" })));
  afterEach(() => stage.hangUpAll());
  afterAll(() => stage.close());

  test("P24 descriptions name the public address, and whoever can reach our own is heard", () => publicAddress(stage));
});

describe("with Asterisk out of reach", () => {
  const stage = new Stage();
  let relay: Relay;
  beforeAll(async () => {
    const access = testAsterisk();
    relay = await relayTo(new URL(access.url));
    const url = `http://127.0.0.1:${relay.port}/ari`;
    await stage.open((directory) => asteriskHarness(directory, { access: { ...access, url } }));
  });
  afterAll(async () => {
    await stage.close();
    await relay.close();
  });

  test("calls end, readiness says so, and calls are taken again when it is back", async () => {
    const { a, b, ann } = await stage.talk();
    await ann.peer.ears.tone(TONES.bob);
    expect(stage.switch.available()).toBe(true);
    relay.cut();
    expect(await stage.next("hungup", a)).toMatchObject({ cause: "failed" });
    expect(await stage.next("hungup", b)).toMatchObject({ cause: "failed" });
    expect(await ann.ended).toEqual({ by: "far" });
    await until(() => !stage.switch.available());
    const cid = await stage.connect("cid");
    const call = await cid.call("4001");
    const { leg } = await stage.next("incoming");
    await stage.switch.answer(leg);
    expect(await call.ended).toMatchObject({ by: "refused" });
    relay.mend();
    await until(() => stage.switch.available(), 10_000);
    await stage.hangUpAll();
    const again = await stage.talk();
    await again.ann.peer.ears.tone(TONES.bob);
    await stage.hangUpAll();
    await until(async () => (await heldBy()).length === 0);
  });

  test("what a process that died left in Asterisk is hung up by the next one", async () => {
    await stage.talk();
    relay.cut();
    await until(() => !stage.switch.available());
    expect(await heldBy()).not.toEqual([]);
    const next = await asteriskHarness({ credentials: async () => [] });
    await until(async () => (await heldBy()).length === 0);
    await next.switch.stop();
    await next.close();
    relay.mend();
  });
});

test("a start without Asterisk, or with a wrong password, fails with one line that tells no password", async () => {
  const { url, user, password } = testAsterisk();
  for (const access of [
    { url: "http://127.0.0.1:1/ari", user, password },
    { url, user, password: "not-the-secret-one" },
  ]) {
    const own = createAsteriskSwitch({ access, directory: { credentials: async () => [] }, realm: "liantai" });
    const failure = await own.start().then(
      () => undefined,
      (error: Error) => error.message,
    );
    expect(failure).toMatch(/^ASTERISK_ARI_URL: [^\n]+$/);
    expect(failure).not.toContain(access.password);
    await own.stop();
  }
});
