/** What a process leaves in Asterisk is taken up by the next one: here two switches, one after the other, in one process. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LegStore } from "../../../ports/leg-store.ts";
import type { AudioPeer } from "../../../testing/sip/audio-peer.ts";
import { everyoneHears, hears, hearsMusic } from "../../../testing/sip/plans.ts";
import { ROOM, Stage, TONES } from "../../../testing/sip/contract/stage.ts";
import { Sipp } from "../../../testing/sip/sipp.ts";
import { readStereo } from "../../../testing/sip/wav-file.ts";
import { toneShare } from "../../../testing/sip/goertzel.ts";
import { createProcessLegStore } from "../../embedded/legs/index.ts";
import type { EmbeddedSwitchFace } from "../../embedded/switch/index.ts";
import { systemClock } from "../../embedded/switch/options.ts";
import { createAsteriskSwitch } from "./index.ts";
import { Door } from "./testing/door.ts";
import { heldBy, leaveOthers, testAsterisk, until } from "./testing/harness.ts";

const GAP_MS = 300;
const none = new Int16Array();

beforeAll(leaveOthers);

describe("a process that died", () => {
  let stage: Stage;
  let legs: LegStore;
  let door: Door;
  let now: EmbeddedSwitchFace;
  let epoch: number;
  /** Ends the wait for pages that do not come back. */
  let giveUp: () => void;

  const make = (): EmbeddedSwitchFace =>
    createAsteriskSwitch({
      access: testAsterisk(),
      realm: "liantai",
      legs,
      // Patience of a second for pages that do not come back.
      clock: {
        ...systemClock,
        after: (ms, run) => {
          if (ms !== 10_000) return systemClock.after(ms, run);
          giveUp = run;
          return systemClock.after(1_000, run);
        },
      },
      directory: { credentials: async (user) => [stage.credentials.get(user) ?? []].flat() },
    });

  async function begin(it: EmbeddedSwitchFace): Promise<void> {
    await it.fence(++epoch);
    await it.start();
  }

  beforeEach(async () => {
    stage = new Stage();
    legs = createProcessLegStore();
    epoch = 0;
    await stage.open(async () => {
      now = make();
      await begin(now);
      door = new Door(now);
      return { switch: now, realm: "liantai", url: await door.open(), close: () => door.close() };
    });
  });
  afterEach(() => stage.close());

  /** What is to be kept has been. */
  const kept = (count: number): Promise<void> =>
    until(async () => (await legs.all()).filter(({ kind }) => kind === "leg").length === count);

  /** The process is gone from one moment to the next; another one has its legs. */
  async function die(): Promise<EmbeddedSwitchFace> {
    door.lead(undefined);
    await now.letGo();
    now = make();
    await begin(now);
    stage.succeed(now);
    return now;
  }

  const unbroken = (peers: readonly AudioPeer[]): void => {
    for (const { ears } of peers)
      expect(ears.longestGapMs - Math.max(...peers.map(({ longestStallMs }) => longestStallMs))).toBeLessThan(GAP_MS);
  };

  test("P22 talks go on unbroken, and their dialogues work on: hold, keys, plans, both ends' goodbye", async () => {
    const { a, b, ann, bob } = await stage.talk();
    const cid = await stage.caller("cid");
    await stage.switch.arrange(ROOM, new Map([...everyoneHears(a, b), [cid.leg, hears(a, b)]]));
    const peers = [ann.peer, bob.peer, cid.call.peer];
    await Promise.all([
      ann.peer.ears.tone(TONES.bob),
      bob.peer.ears.tone(TONES.ann),
      cid.call.peer.ears.tones([TONES.ann, TONES.bob], [TONES.cid]),
    ]);
    for (const { ears } of peers) ears.beginGaps();
    await kept(3);
    const next = await die();
    expect(new Set((await next.liveLegs()).map(({ leg }) => leg))).toEqual(new Set([a, b, cid.leg]));
    expect((await next.liveLegs()).find(({ leg }) => leg === b)).toMatchObject({
      user: "bob",
      direction: "out",
      state: "answered",
      held: false,
    });
    expect(door.join(next)).toBe(3);
    // The engine says again what it had said; nobody notices.
    await next.arrange(ROOM, new Map([...everyoneHears(a, b), [cid.leg, hears(a, b)]]));
    await Promise.all([
      ann.peer.ears.tone(TONES.bob),
      bob.peer.ears.tone(TONES.ann),
      cid.call.peer.ears.tones([TONES.ann, TONES.bob], [TONES.cid]),
    ]);
    unbroken(peers);
    // Ann's device asks, the engine asks, bob's device is told.
    expect(await ann.reinvite(true)).toBe("recvonly");
    expect(await stage.next("deviceHold", a)).toMatchObject({ held: true });
    expect(await ann.reinvite(false)).toBe("sendrecv");
    expect(await stage.next("deviceHold", a)).toMatchObject({ held: false });
    await ann.peer.ears.tone(TONES.bob);
    bob.info("5");
    expect(await stage.next("digit", b)).toMatchObject({ digit: "5" });
    await next.inform(b, { stage: "talking" });
    await bob.untilInformed(1);
    await next.arrange(ROOM, everyoneHears(a, b, cid.leg));
    await ann.peer.ears.tones([TONES.bob, TONES.cid], [TONES.ann]);
    bob.bye();
    expect(await stage.next("hungup", b)).toMatchObject({ cause: "normal" });
    await next.hangup(a);
    await next.hangup(cid.leg);
    expect(await ann.ended).toEqual({ by: "far" });
    expect(await cid.call.ended).toEqual({ by: "far" });
    await until(async () => (await heldBy()).length === 0);
    expect(await legs.all()).toEqual([expect.objectContaining({ kind: "registration" })]);
    expect(next.isRegistered("bob")).toBe(true);
  });

  test("P22 music begins again, a recording goes on in its file, what rang and what nobody kept is hung up", async () => {
    const { a, b, ann, bob } = await stage.talk();
    const cid = await stage.caller("cid");
    await stage.switch.arrange("queue", new Map([[cid.leg, hearsMusic]]));
    const path = stage.file("goes-on.wav");
    await stage.switch.startRecording("r", path, { left: [a], right: [b] });
    await Promise.all([ann.peer.ears.tone(TONES.bob), cid.call.peer.ears.music(Object.values(TONES))]);
    await until(async () => (await readStereo(path)).ms >= 1_000);
    const { leg: rings } = await (async () => {
      await (await stage.connect("cid")).call("4001");
      return stage.next("incoming");
    })();
    for (const { peer } of [ann, bob]) peer.ears.beginGaps();
    await kept(3);
    const diedAt = performance.now();
    const next = await die();
    expect((await next.liveLegs()).map(({ leg }) => leg)).not.toContain(rings);
    door.join(next);
    await next.arrange(ROOM, everyoneHears(a, b));
    await next.arrange("queue", new Map([[cid.leg, hearsMusic]]));
    await cid.call.peer.ears.music(Object.values(TONES));
    const before = (await readStereo(path)).ms;
    await next.startRecording("r", path, { left: [a], right: [b] });
    // However short or long the time between was, and in however many pieces it is written: until a second of both voices lies after it.
    const least = before + (performance.now() - diedAt) + 1_000;
    await until(async () => {
      const { left, right, ms } = await readStereo(path).catch(() => ({ left: none, right: none, ms: 0 }));
      const share = Math.min(toneShare(left.subarray(-8_000), TONES.ann), toneShare(right.subarray(-8_000), TONES.bob));
      return ms >= least && share > 0.8;
    }, 20_000);
    const result = await next.stopRecording("r");
    expect(result?.missing).toHaveLength(1);
    const [{ fromMs, toMs }] = result!.missing as [{ fromMs: number; toMs: number }];
    expect(fromMs).toBeGreaterThanOrEqual(1_000);
    const { left, right } = await readStereo(path);
    for (const [channel, hz] of [
      [left, TONES.ann],
      [right, TONES.bob],
    ] as const) {
      expect(toneShare(channel.subarray(fromMs * 8 - 4_000, fromMs * 8 - 800), hz)).toBeGreaterThan(0.5);
      expect(toneShare(channel.subarray(toMs * 8 + 4_000, toMs * 8 + 8_000), hz)).toBeGreaterThan(0.5);
    }
    unbroken([ann.peer, bob.peer]);
    await stage.hangUpAll();
    await until(async () => (await heldBy()).length === 0);
  });

  test("P22 what rings is ended by the next process: at who is called, at who calls, at who answered meanwhile", async () => {
    const ring = async (user: "ann" | "bob") => {
      const telephone = await stage.telephone(user);
      await stage.switch.originate({ to: user, from: "4001", ringMs: 60_000 });
      const call = await telephone.incoming();
      call.ring();
      return call;
    };
    const [bob, ann] = [await ring("bob"), await ring("ann")];
    const cid = await (await stage.connect("cid")).call("4001");
    await stage.switch.ring((await stage.next("incoming")).leg);
    await cid.ringing;
    const ringing = async () => (await legs.all()).filter(({ kind }) => kind === "ringing").length;
    await until(async () => (await ringing()) === 3);
    const next = await die();
    // Nobody hears it: it is said again until the ACK comes.
    await ann.answer();
    expect(door.join(next)).toBe(3);
    expect(await bob.ended).toEqual({ by: "far" });
    expect(await cid.ended).toEqual({ by: "refused", status: 480 });
    expect(await ann.ended).toEqual({ by: "far" });
    expect(await next.liveLegs()).toEqual([]);
    await until(async () => (await ringing()) === 0 && (await heldBy()).length === 0);
  });

  test("P22 what rang while pages were given up, and was answered then, talks on", async () => {
    const cid = await stage.connect("cid");
    const call = await cid.call("4001");
    const { leg } = await stage.next("incoming");
    await stage.switch.ring(leg);
    await call.ringing;
    await stage.switch.answer(leg);
    // Its audio is not up yet.
    giveUp();
    await Promise.all([stage.next("answered", leg), call.peer.connected]);
    await kept(1);
    const next = await die();
    expect(door.join(next)).toBe(1);
    await next.play(leg, { sources: [{ kind: "tone", hz: 500, ms: 120 }], loop: true });
    await call.peer.ears.tone(500);
    call.bye();
    expect(await stage.next("hungup", leg)).toMatchObject({ cause: "normal" });
  });

  test("P22 a telephone that rang and signs in elsewhere is told there, and the node of a trunk by Asterisk", async () => {
    const folder = await mkdtemp(join(tmpdir(), "liantai-rings-"));
    const steps = [{ say: "180 Ringing" }, { hear: "CANCEL" }] as const;
    const far = await Sipp.answers(folder, "far", "127.0.3.41:5090", steps);
    try {
      const address = "127.0.3.41:5090";
      const trunk = { id: "rings", address, transport: "udp", codecs: ["PCMA"], concurrency: 0 } as const;
      await now.provision([{ ...trunk, userName: "", password: "" }]);
      await until(async () => (await stage.next("trunk", undefined, 10_000)).up, 10_000);
      const to = { number: "13800138000", trunks: ["rings"] };
      await stage.next("ringing", await now.originate({ to, from: "4001", ringMs: 60_000 }));
      const telephone = await stage.telephone("bob");
      await now.originate({ to: "bob", from: "4001", ringMs: 60_000 });
      const bob = await telephone.incoming();
      await until(async () => (await legs.all()).some(({ kind }) => kind === "ringing"));
      const next = await die();
      door.lead(next);
      telephone.drop();
      await telephone.reconnect();
      await telephone.register();
      expect(await bob.ended).toEqual({ by: "far" });
      const cancelled = async () =>
        (await far.messages()).some(({ text }) => text.startsWith("CANCEL sip:13800138000@"));
      await until(cancelled);
      await next.provision([]);
    } finally {
      await far.end();
      await rm(folder, { recursive: true, force: true });
    }
  });

  test("P22 a page whose own process died signs in elsewhere and has its call; one that never comes is lost", async () => {
    const { a, b, bob, bobClient } = await stage.talk();
    await bob.peer.ears.tone(TONES.ann);
    bob.peer.ears.beginGaps();
    await kept(2);
    const next = await die();
    door.lead(next);
    bobClient.drop();
    await bobClient.reconnect();
    await bobClient.register();
    // The engine may have thought it lost when the process died.
    expect(await stage.next("found", b)).toBeDefined();
    expect(await stage.next("registered")).toMatchObject({ user: "bob" });
    expect(await bob.reinvite(false)).toBe("sendrecv");
    await bob.peer.ears.tone(TONES.ann);
    unbroken([bob.peer]);
    expect(stage.none("lost")).toBe(true);
    expect(await stage.next("lost", a)).toMatchObject({ why: "socket" });
    bob.bye();
    expect(await stage.next("hungup", b)).toMatchObject({ cause: "normal" });
    await next.hangup(a);
    await until(async () => (await heldBy()).length === 0);
  });

  test("P22 who wakes up after another took over does nothing any more, and can lead again later", async () => {
    const { a, b, ann, bob } = await stage.talk();
    await Promise.all([ann.peer.ears.tone(TONES.bob), bob.peer.ears.tone(TONES.ann)]);
    await kept(2);
    for (const { peer } of [ann, bob]) peer.ears.beginGaps();
    const old = now;
    const mine = old.as(epoch);
    door.lead(undefined);
    now = make();
    await begin(now);
    stage.succeed(now);
    expect(door.join(now)).toBe(2);
    await until(async () => (await old.liveLegs()).length === 0);
    const fenced = { name: "SwitchError", code: "fenced" };
    await expect(mine.hangup(a)).rejects.toMatchObject(fenced);
    await expect(mine.arrange(ROOM, new Map())).rejects.toMatchObject(fenced);
    await now.arrange(ROOM, everyoneHears(a, b));
    await Promise.all([ann.peer.ears.tone(TONES.bob), bob.peer.ears.tone(TONES.ann)]);
    unbroken([ann.peer, bob.peer]);
    // And back.
    await kept(2);
    const before = now;
    door.lead(undefined);
    now = old;
    await begin(old);
    stage.succeed(old);
    expect(door.join(old)).toBe(2);
    expect((await old.liveLegs()).map(({ leg }) => leg).sort()).toEqual([a, b].sort());
    await expect(before.as(2).hangup(a)).rejects.toMatchObject(fenced);
    await old.as(3).hangup(a);
    expect(await ann.ended).toEqual({ by: "far" });
    await Promise.all([bob.peer.ears.silence(), before.stop()]);
  });
});
