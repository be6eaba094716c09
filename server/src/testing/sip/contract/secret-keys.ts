import { everyoneHears, hears } from "../plans.ts";
import { loudness, toneShare } from "../goertzel.ts";
import { readStereo } from "../wav-file.ts";
import { ROOM, TONES, type Stage } from "./stage.ts";

/** What the engine asks while a customer types in secret (K37): a plan in which nobody hears him, and a pause of the recording. */
export function secretKeys(stage: Stage): void {
  describe("keys in secret", () => {
    test("K37 keys and voice of one whom nobody hears reach no ear and no recording, and the keys are told", async () => {
      const customer = await stage.caller("ann");
      const agent = await stage.caller("bob");
      const monitor = await stage.caller("cid");
      const [a, b, c] = [customer.leg, agent.leg, monitor.leg];
      await stage.switch.arrange(ROOM, everyoneHears(a, b, c));
      await agent.call.peer.ears.tones([TONES.ann, TONES.cid], [TONES.bob]);
      const path = stage.file("secret.wav");
      await stage.switch.startRecording("r5", path, { left: [a], right: [b] });
      await stage.switch.pauseRecording("r5", true);
      await stage.switch.arrange(
        ROOM,
        new Map([
          [a, hears(b)],
          [b, hears(c)],
          [c, hears(b)],
        ]),
      );
      const { ears } = agent.call.peer;
      await Promise.all([ears.tone(TONES.cid), monitor.call.peer.ears.tone(TONES.bob)]);
      for (const key of "6212") {
        await customer.call.peer.pressKey(key, 100);
        expect(await stage.next("digit", a)).toMatchObject({ digit: key });
        // His tone in band, and the pairs of tones that a network makes of keys.
        for (const { peer } of [agent.call, monitor.call])
          for (const share of peer.ears.shares([TONES.ann, 770, 1_336, 1_477])) expect(share).toBeLessThan(0.2);
      }
      expect([agent.call.peer.keys, monitor.call.peer.keys]).toEqual([[], []]);
      await customer.call.peer.ears.tone(TONES.bob);
      await stage.switch.pauseRecording("r5", false);
      await stage.switch.arrange(ROOM, everyoneHears(a, b, c));
      await ears.tones([TONES.ann, TONES.cid], [TONES.bob]);
      await stage.switch.play(c, { sources: [{ kind: "silence", ms: 500 }] }).then(() => stage.next("playDone", c));
      await stage.switch.stopRecording("r5");
      const { left } = await readStereo(path);
      expect(loudness(left.subarray(800, 3_200))).toBe(0);
      expect(toneShare(left.subarray(-2_400, -400), TONES.ann)).toBeGreaterThanOrEqual(0.5);
    });
  });
}
