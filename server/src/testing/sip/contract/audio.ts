import { writeFile } from "node:fs/promises";
import { wavOf } from "../wav-file.ts";
import { everyoneHears, hearsMusic } from "../plans.ts";
import type { Stage } from "./stage.ts";
import { ROOM, TONES } from "./stage.ts";

const all = Object.values(TONES);

export function audio(stage: Stage): void {
  describe("audio", () => {
    test("two legs hear each other, and nothing once they are apart", async () => {
      const { ann, bob } = await stage.talk();
      await Promise.all([ann.peer.ears.tone(TONES.bob), bob.peer.ears.tone(TONES.ann)]);
      await stage.switch.arrange(ROOM, new Map());
      await Promise.all([ann.peer.ears.silence(), bob.peer.ears.silence()]);
    });

    test("two callers can be joined, and a third takes the place of one", async () => {
      const ann = await stage.caller("ann");
      const bob = await stage.caller("bob");
      const cid = await stage.caller("cid");
      await stage.switch.arrange(ROOM, everyoneHears(ann.leg, bob.leg));
      await Promise.all([ann.call.peer.ears.tone(TONES.bob), bob.call.peer.ears.tone(TONES.ann)]);
      await stage.switch.arrange(ROOM, everyoneHears(ann.leg, cid.leg));
      await Promise.all([
        ann.call.peer.ears.tone(TONES.cid),
        cid.call.peer.ears.tone(TONES.ann),
        bob.call.peer.ears.silence(),
      ]);
      ann.call.bye();
      await cid.call.peer.ears.silence();
    });

    test("hold plays music to one and silence to the other until they hear each other again", async () => {
      const { ann, bob, a, b } = await stage.talk();
      await ann.peer.ears.tone(TONES.bob);
      await stage.switch.arrange(ROOM, new Map([[a, hearsMusic]]));
      await Promise.all([ann.peer.ears.music(all), bob.peer.ears.silence()]);
      await stage.switch.arrange(ROOM, everyoneHears(a, b));
      await Promise.all([ann.peer.ears.tone(TONES.bob), bob.peer.ears.tone(TONES.ann)]);
    });

    test("what is played is heard in its order, and its end is told once", async () => {
      const { call, leg } = await stage.caller("ann");
      await writeFile(stage.file("prompt.wav"), wavOf(1_400, 250));
      const sources = [
        { kind: "tone", hz: 500, ms: 250 },
        { kind: "silence", ms: 200 },
        { kind: "file", path: stage.file("prompt.wav") },
      ] as const;
      const heard = call.peer.ears
        .tone(500)
        .then(() => call.peer.ears.silence())
        .then(() => call.peer.ears.tone(1_400));
      const playId = await stage.switch.play(leg, { sources });
      await heard;
      expect(await stage.next("playDone", leg)).toMatchObject({ playId, reason: "finished" });
      expect(stage.none("playDone")).toBe(true);
    });

    test("a loop goes on until it is stopped, a second playback ends the first", async () => {
      const { call, leg } = await stage.caller("ann");
      const first = await stage.switch.play(leg, { sources: [{ kind: "tone", hz: 500, ms: 120 }], loop: true });
      await call.peer.ears.tone(500);
      const second = await stage.switch.play(leg, { sources: [{ kind: "tone", hz: 1_400, ms: 120 }], loop: true });
      expect(await stage.next("playDone", leg)).toMatchObject({ playId: first, reason: "stopped" });
      await call.peer.ears.tone(1_400);
      await stage.switch.stopPlay(leg);
      expect(await stage.next("playDone", leg)).toMatchObject({ playId: second, reason: "stopped" });
      await call.peer.ears.silence();
    });

    test("A14 what is stopped says how much of it was heard, and can be played on from there", async () => {
      const { call, leg } = await stage.caller("ann");
      const sources = [
        { kind: "tone", hz: 500, ms: 30_000 },
        { kind: "tone", hz: 1_400, ms: 30_000 },
      ] as const;
      await stage.switch.play(leg, { sources });
      await call.peer.ears.tone(500);
      await stage.switch.stopPlay(leg);
      const { atMs: first = -1 } = await stage.next("playDone", leg);
      expect(first).toBeGreaterThan(0);
      expect(first).toBeLessThan(30_000);
      await stage.switch.play(leg, { sources, fromMs: 29_900 });
      await call.peer.ears.tone(1_400);
      await stage.switch.stopPlay(leg);
      const { atMs: second = -1 } = await stage.next("playDone", leg);
      expect(second).toBeGreaterThan(29_900);
      expect(second).toBeLessThan(60_000);
    });

    test("playback ends by a digit where that is wanted, and by hang-up", async () => {
      const { call, leg } = await stage.caller("ann");
      await stage.switch.play(leg, { sources: [{ kind: "music" }], loop: true, stopOnDigit: true });
      await call.peer.ears.music(all);
      await call.peer.pressKey("7");
      expect(await stage.next("playDone", leg)).toMatchObject({ reason: "digit" });
      await stage.switch.play(leg, { sources: [{ kind: "music" }], loop: true });
      call.bye();
      expect(await stage.next("playDone", leg)).toMatchObject({ reason: "hangup" });
    });

    test("a playback over a conversation gives the conversation back", async () => {
      const { ann, a } = await stage.talk();
      await stage.switch.play(a, { sources: [{ kind: "tone", hz: 1_400, ms: 300 }] });
      await ann.peer.ears.tone(1_400);
      await ann.peer.ears.tone(TONES.bob);
    });

    test("a file that cannot be played is refused", async () => {
      const { leg } = await stage.caller("ann");
      await writeFile(stage.file("bad.wav"), "no audio");
      for (const path of [stage.file("bad.wav"), stage.file("missing.wav")]) {
        await expect(stage.switch.play(leg, { sources: [{ kind: "file", path }] })).rejects.toMatchObject({
          code: "bad-audio",
        });
      }
    });

    test("a device that holds the call hears nothing until it takes it back", async () => {
      const { ann, bob, a } = await stage.talk();
      await ann.peer.ears.tone(TONES.bob);
      expect(await ann.reinvite(true)).toBe("recvonly");
      expect(await stage.next("deviceHold", a)).toMatchObject({ held: true });
      const before = ann.peer.ears.heard;
      await bob.peer.ears.tone(TONES.ann);
      expect(ann.peer.ears.heard - before).toBeLessThan(800);
      expect(await ann.reinvite(false)).toBe("sendrecv");
      expect(await stage.next("deviceHold", a)).toMatchObject({ held: false });
      await ann.peer.ears.tone(TONES.bob);
    });
  });
}
