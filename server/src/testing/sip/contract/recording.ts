import { createHash } from "node:crypto";
import { copyFile, readFile } from "node:fs/promises";
import { loudness, tonePart, toneShare } from "../goertzel.ts";
import { everyoneHears } from "../plans.ts";
import { readStereo } from "../wav-file.ts";
import type { Stage } from "./stage.ts";
import { ROOM, TONES } from "./stage.ts";

const SECOND = 8_000;

export function recording(stage: Stage): void {
  describe("recording", () => {
    test("holds each side on its channel, follows the clock, changes legs, goes on when a leg is lost", async () => {
      const { ann, bob, a, b, annClient } = await stage.talk();
      await Promise.all([ann.peer.ears.tone(TONES.bob), bob.peer.ears.tone(TONES.ann)]);
      const path = stage.file("folder/call.wav");
      const begun = performance.now();
      await stage.switch.startRecording("r1", path, { left: [a], right: [b] });
      const mark = (): number => Math.round(((performance.now() - begun) * SECOND) / 1_000);
      const heard = (): Promise<unknown> =>
        stage.switch.play(b, { sources: [{ kind: "tone", hz: 1_400, ms: 400 }] }).then(() => stage.next("playDone", b));
      await heard();
      const both = mark();
      await stage.switch.setRecording("r1", { left: [a] });
      await heard();
      const alone = mark();
      annClient.drop();
      await stage.next("lost", a);
      await ann.peer.close();
      await stage.switch.setRecording("r1", { left: [a], right: [b] });
      await heard();
      await heard();
      const afterLoss = mark();
      await copyFile(path, stage.file("killed.wav"));
      const result = await stage.switch.stopRecording("r1");
      const took = performance.now() - begun;
      const { left, right, ms } = await readStereo(path);
      expect(result).toMatchObject({ path, bytes: 44 + left.length * 4 });
      expect(Math.abs((result?.durationMs ?? 0) - took)).toBeLessThan(120);
      expect(Math.abs(ms - took)).toBeLessThan(120);
      const part = (channel: Int16Array, end: number): Int16Array => channel.subarray(end - 2_800, end - 400);
      expect(toneShare(part(left, both), TONES.ann)).toBeGreaterThanOrEqual(0.5);
      expect(toneShare(part(right, both), TONES.bob)).toBeGreaterThanOrEqual(0.5);
      expect(toneShare(part(left, alone), TONES.ann)).toBeGreaterThanOrEqual(0.5);
      expect(loudness(part(right, alone))).toBe(0);
      expect(loudness(part(left, afterLoss))).toBe(0);
      expect(toneShare(part(right, afterLoss), TONES.bob)).toBeGreaterThanOrEqual(0.5);
      // The file as a kill would have left it: readable, at most about a second short.
      const killed = await readStereo(stage.file("killed.wav"));
      expect(killed.ms).toBeGreaterThan(ms - 1_500);
      expect(await stage.switch.stopRecording("r1")).toBeUndefined();
    });

    test("several voices share a channel, and a pause is silence of its true length", async () => {
      const ann = await stage.caller("ann");
      const bob = await stage.caller("bob");
      const cid = await stage.caller("cid");
      await stage.switch.arrange(ROOM, everyoneHears(ann.leg, bob.leg, cid.leg));
      const { ears } = ann.call.peer;
      await ears.tones([TONES.bob, TONES.cid], [TONES.ann]);
      const path = stage.file("three.wav");
      const begun = performance.now();
      await stage.switch.startRecording("r2", path, { left: [ann.leg], right: [bob.leg, cid.leg] });
      const some = (): Promise<unknown> =>
        stage.switch
          .play(ann.leg, { sources: [{ kind: "silence", ms: 500 }] })
          .then(() => stage.next("playDone", ann.leg));
      const mark = (): number => Math.round(((performance.now() - begun) * SECOND) / 1_000);
      await some();
      const together = mark();
      await stage.switch.pauseRecording("r2", true);
      await some();
      const paused = mark();
      await stage.switch.pauseRecording("r2", false);
      await some();
      const again = mark();
      const result = await stage.switch.stopRecording("r2");
      expect(result?.missing).toEqual([]);
      expect(Math.abs((result?.durationMs ?? 0) - (again * 1_000) / SECOND)).toBeLessThan(120);
      const { left, right } = await readStereo(path);
      const part = (channel: Int16Array, end: number): Int16Array => channel.subarray(end - 2_800, end - 800);
      for (const end of [together, again]) {
        expect(toneShare(part(left, end), TONES.ann)).toBeGreaterThanOrEqual(0.5);
        for (const hz of [TONES.bob, TONES.cid]) expect(tonePart(part(right, end), hz)).toBeGreaterThan(0.15);
        expect(tonePart(part(right, end), TONES.ann)).toBeLessThan(0.02);
      }
      for (const channel of [left, right]) expect(loudness(part(channel, paused))).toBe(0);
    });

    test("what lies there already goes on, and the time between is silence that is named", async () => {
      const { ann, a, b } = await stage.talk();
      await ann.peer.ears.tone(TONES.bob);
      const path = stage.file("twice.wav");
      const some = (ms: number): Promise<unknown> =>
        stage.switch.play(b, { sources: [{ kind: "silence", ms }] }).then(() => stage.next("playDone", b));
      /** When it was asked for and when it was done, so that a busy machine is no gap. */
      const timed = async <T>(work: Promise<T>) => {
        const from = performance.now();
        const result = await work;
        return { from, to: performance.now(), result };
      };
      const begun = await timed(stage.switch.startRecording("r3", path, { left: [a], right: [b] }));
      await some(600);
      const stopped = await timed(stage.switch.stopRecording("r3"));
      await some(400);
      const again = await timed(stage.switch.startRecording("r4", path, { left: [a], right: [b] }));
      await some(600);
      const { result, ...ended } = await timed(stage.switch.stopRecording("r4"));
      const { left, right, ms } = await readStereo(path);
      const between = (what: number, [least, most]: readonly [number, number]): void => {
        expect(what).toBeGreaterThan(least - 120);
        expect(what).toBeLessThan(most + 120);
      };
      between(ms, [ended.from - begun.to, ended.to - begun.from]);
      expect(result?.durationMs).toBe(Math.round(ms));
      expect(result?.missing).toHaveLength(1);
      const { fromMs, toMs } = result!.missing[0]!;
      expect(fromMs).toBe(stopped.result?.durationMs);
      between(toMs - fromMs, [again.from - stopped.to, again.to - stopped.from]);
      const samples = (await readFile(path)).subarray(44);
      expect(result?.digest).toBe(createHash("sha256").update(samples).digest("hex"));
      const part = (channel: Int16Array, end: number): Int16Array => channel.subarray(end * 8 - 2_000, end * 8 - 400);
      expect(loudness(left.subarray(fromMs * 8, toMs * 8))).toBe(0);
      for (const end of [fromMs, Math.round(ms)]) {
        expect(toneShare(part(left, end), TONES.ann)).toBeGreaterThanOrEqual(0.5);
        expect(toneShare(part(right, end), TONES.bob)).toBeGreaterThanOrEqual(0.5);
      }
    });
  });
}
