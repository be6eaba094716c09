import { copyFile } from "node:fs/promises";
import { loudness, toneShare } from "../goertzel.ts";
import { readStereo } from "../wav-file.ts";
import type { Stage } from "./stage.ts";
import { TONES } from "./stage.ts";

const SECOND = 8_000;

export function recording(stage: Stage): void {
  describe("recording", () => {
    test("holds each side on its channel, follows the clock, changes legs, goes on when a leg is lost", async () => {
      const { ann, bob, a, b, annClient } = await stage.talk();
      await Promise.all([ann.peer.ears.tone(TONES.bob), bob.peer.ears.tone(TONES.ann)]);
      const path = stage.file("folder/call.wav");
      const begun = performance.now();
      await stage.switch.startRecording("r1", path, { left: a, right: b });
      const mark = (): number => Math.round(((performance.now() - begun) * SECOND) / 1_000);
      const heard = (): Promise<unknown> =>
        stage.switch.play(b, { sources: [{ kind: "tone", hz: 1_400, ms: 400 }] }).then(() => stage.next("playDone", b));
      await heard();
      const both = mark();
      await stage.switch.setRecordingLeg("r1", "right", undefined);
      await heard();
      const alone = mark();
      annClient.drop();
      await stage.next("lost", a);
      await ann.peer.close();
      await stage.switch.setRecordingLeg("r1", "right", b);
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
  });
}
