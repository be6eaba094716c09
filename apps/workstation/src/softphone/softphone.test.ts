import { FakeCall, FakeSipPhone, FakeMicrophone, FakeSpeaker } from "../testing/fake-phone.ts";
import { settle, VirtualClock } from "../testing/virtual-clock.ts";
import { Softphone } from "./softphone.ts";

async function setUp({ autoAnswer = false, start = true } = {}) {
  const clock = new VirtualClock();
  const line = new FakeSipPhone();
  const microphone = new FakeMicrophone();
  const speaker = new FakeSpeaker();
  const seen = {
    links: [] as string[],
    muted: false,
    microphone: "unknown",
    quality: undefined as number | null | undefined,
  };
  let refused = false;
  let broken = false;
  let given = 0;
  const softphone = new Softphone({
    clock,
    open: line.open,
    microphone,
    speaker,
    credentials: async () => {
      if (broken) throw new Error("the chunk did not come");
      if (refused) return undefined;
      return {
        socketUrl: "ws://desk/xcc/ws",
        user: "1000018001",
        password: `p${++given}`,
        realm: "liantai",
        instance: "tab",
        expiresIn: 600_000,
        deviceCheck: "off",
      };
    },
    state: (link) => seen.links.push(link),
    microphoneState: (state) => (seen.microphone = state),
    muted: (muted) => (seen.muted = muted),
    quality: (level) => (seen.quality = level),
    autoAnswer: () => autoAnswer,
    failed: () => undefined,
    legChanged: () => undefined,
  });
  if (start) {
    softphone.start();
    await settle();
    line.phone?.accept();
  }
  return {
    clock,
    line,
    microphone,
    speaker,
    seen,
    softphone,
    refuse: (on: boolean) => (refused = on),
    breaks: (on: boolean) => (broken = on),
  };
}

test("registers as this tab and asks for the microphone early, without keeping it", async () => {
  const { line, seen, microphone } = await setUp();
  expect(line.phone.config.instance).toBe("tab");
  expect(seen).toMatchObject({ links: ["connecting", "up"], microphone: "granted" });
  expect(microphone.on).toBe(false);
});

test("checks after 5 s and then every 10 s that it is registered", async () => {
  const { line, clock } = await setUp();
  line.phone.lose();
  await clock.pass(5_000);
  expect(line.phone.log).toEqual(["renew p2", "register"]);
  await clock.pass(9_999);
  expect(line.phone.log).toHaveLength(2);
  await clock.pass(1);
  expect(line.phone.log).toEqual(["renew p2", "register", "renew p3", "register"]);
});

test("P10 half of a password's life is left when the next is fetched, and the call does not notice", async () => {
  const { line, clock, softphone, refuse } = await setUp();
  const call = new FakeCall("c1", true);
  const events = line.phone.ring(call);
  await settle();
  events.connected();
  await clock.pass(299_000);
  expect(line.phone.log).toEqual([]);
  refuse(true);
  await clock.pass(10_000);
  expect(line.phone.log).toEqual([]);
  refuse(false);
  await clock.pass(10_000);
  expect(line.phone.log).toEqual(["renew p2", "register"]);
  await clock.pass(290_000);
  expect(line.phone.log).toHaveLength(2);
  expect(call.log).toEqual(["answer"]);
  expect([line.phones.length, softphone.hasLeg()]).toEqual([1, true]);
});

test("credentials that could not be had are asked for again", async () => {
  const { softphone, line, clock, seen, refuse } = await setUp({ start: false });
  refuse(true);
  softphone.start();
  await settle();
  expect(seen.links).toEqual(["connecting", "down"]);
  refuse(false);
  await clock.pass(5_000);
  expect(line.phones).toHaveLength(1);
});

test("L8 what fails on the way to the credentials is tried again, too", async () => {
  const { softphone, line, clock, seen, breaks } = await setUp({ start: false });
  breaks(true);
  softphone.start();
  await settle();
  expect(seen.links).toEqual(["connecting", "down"]);
  breaks(false);
  await clock.pass(5_000);
  expect(line.phones).toHaveLength(1);
});

test("rings until it is answered by hand", async () => {
  const { line, softphone, microphone, speaker } = await setUp();
  const call = new FakeCall("c1");
  const events = line.phone.ring(call);
  await settle();
  expect(call.log).toEqual([]);
  expect(softphone.stage()).toBe("offered");
  await expect(softphone.answer()).resolves.toBe(true);
  expect(call.log).toEqual(["answer"]);
  const track = {} as MediaStreamTrack;
  events.connected();
  events.track(track);
  expect(speaker.played).toEqual([track]);
  expect(microphone.on).toBe(true);
});

test.each([
  ["the switch marks the leg", true, false],
  ["the user's own rule says so", false, true],
])("answers at once when %s", async (_why, marked, own) => {
  const { line } = await setUp({ autoAnswer: own });
  const call = new FakeCall("c1", marked);
  line.phone.ring(call);
  await settle();
  expect(call.log).toEqual(["answer"]);
});

test("an answer that is quicker than its leg waits for it, for 3 s and for no other call", async () => {
  const { line, softphone, clock } = await setUp();
  await softphone.answer("c1");
  const other = new FakeCall("c0");
  line.phone.ring(other).ended({ by: "remote", cause: "Canceled" });
  await softphone.answer("c1");
  const own = new FakeCall("c1");
  const events = line.phone.ring(own);
  await settle();
  expect([other.log, own.log]).toEqual([[], ["answer"]]);
  events.ended({ by: "remote", cause: "Terminated" });
  await softphone.answer("c2");
  await clock.pass(3_001);
  const late = new FakeCall("c2");
  line.phone.ring(late);
  await settle();
  expect(late.log).toEqual([]);
});

test("a second call while one lives is refused as busy", async () => {
  const { line, softphone } = await setUp();
  line.phone.ring(new FakeCall("c1"));
  const second = new FakeCall("c2", true);
  line.phone.ring(second);
  await settle();
  expect(second.log).toEqual(["busy"]);
  expect(softphone.hasLeg()).toBe(true);
});

test("the same call brought back replaces the dead leg, and its mute comes back with it", async () => {
  const { line, softphone, seen } = await setUp();
  const first = new FakeCall("c1", true);
  const dead = line.phone.ring(first);
  await settle();
  dead.connected();
  softphone.setMuted(true);
  const second = new FakeCall("c1", true);
  const events = line.phone.ring(second);
  await settle();
  expect(second.log).toEqual(["answer"]);
  events.connected();
  expect(second.muted()).toBe(true);
  dead.ended({ by: "remote", cause: "Terminated" });
  expect(softphone.hasLeg()).toBe(true);
  expect(seen.muted).toBe(true);
});

test("a leg that was to replace one, and is taken back, leaves the call where it was: heard, muted and with its microphone", async () => {
  const { line, softphone, seen, speaker, microphone, clock } = await setUp();
  const first = new FakeCall("c1", true);
  const before = line.phone.ring(first);
  await settle();
  const track = {} as MediaStreamTrack;
  before.track(track);
  before.connected();
  softphone.setMuted(true);
  const after = line.phone.ring(new FakeCall("c1", true));
  await settle();
  after.track({} as MediaStreamTrack);
  after.ended({ by: "remote", cause: "Canceled" });
  await clock.pass(1_000);
  expect([softphone.stage(), seen.muted, microphone.on, speaker.silenced]).toEqual(["connected", true, true, 0]);
  expect(speaker.played.at(-1)).toBe(track);
  before.ended({ by: "remote", cause: "Terminated" });
  await clock.pass(1_000);
  expect([softphone.hasLeg(), microphone.on]).toEqual([false, false]);
});

test("mute says what the track says", async () => {
  const { line, softphone, seen } = await setUp();
  const call = new FakeCall("c1", true);
  line.phone.ring(call).connected();
  softphone.setMuted(true);
  expect(seen.muted).toBe(true);
  call.setMuted(false);
  softphone.setMuted(false);
  expect(seen.muted).toBe(false);
});

test("400 ms after the end the mute is off and the devices are let go", async () => {
  const { line, softphone, clock, microphone, speaker, seen } = await setUp();
  const events = line.phone.ring(new FakeCall("c1", true));
  await settle();
  events.connected();
  softphone.setMuted(true);
  events.ended({ by: "remote", cause: "Terminated" });
  await clock.pass(399);
  expect(seen.muted).toBe(true);
  expect(microphone.on).toBe(true);
  await clock.pass(1);
  expect(seen.muted).toBe(false);
  expect(microphone.on).toBe(false);
  expect(speaker.silenced).toBe(1);
});

test("a refused microphone leaves a ringing call to ring and says so", async () => {
  const { line, softphone, microphone, seen } = await setUp();
  microphone.allowed = false;
  const call = new FakeCall("c1");
  line.phone.ring(call);
  await expect(softphone.answer()).resolves.toBe(false);
  expect(call.log).toEqual([]);
  expect(softphone.stage()).toBe("offered");
  expect(seen.microphone).toBe("denied");
});

test("a leg that should answer itself is refused without a microphone", async () => {
  const { line, microphone } = await setUp();
  microphone.allowed = false;
  const call = new FakeCall("c1", true);
  line.phone.ring(call);
  await settle();
  expect(call.log).toEqual(["hangup"]);
});

test("losing the media lets go without a word; signing out unregisters", async () => {
  const moved = await setUp();
  moved.softphone.release();
  expect(moved.line.phone.log).toEqual(["abandon"]);
  const left = await setUp();
  left.softphone.stop();
  expect(left.line.phone.log).toEqual(["stop"]);
  expect(left.seen.links.at(-1)).toBe("off");
});

test("a released phone does not ring any more", async () => {
  const { line, softphone } = await setUp();
  softphone.release();
  const call = new FakeCall("c1", true);
  line.phone.ring(call);
  await settle();
  expect(call.log).toEqual([]);
  expect(softphone.hasLeg()).toBe(false);
});

test("quality: excellent while audio comes, abnormal after 5 s without any", async () => {
  const { line, clock, seen } = await setUp();
  const call = new FakeCall("c1", true);
  line.phone.ring(call).connected();
  for (let i = 1; i <= 3; i += 1) {
    call.next = { received: i * 100, lost: 0, jitter: 0.002 };
    await clock.pass(2_000);
  }
  expect(seen.quality).toBe(4);
  await clock.pass(6_000);
  expect(seen.quality).toBeNull();
});
