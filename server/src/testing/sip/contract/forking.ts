import { Ears } from "../ears.ts";
import type { Stage } from "./stage.ts";
import { TONES } from "./stage.ts";

const FRAME = 160;

export function forking(stage: Stage): void {
  describe("forking", () => {
    test("a copy holds what the leg says and nothing else, in whole frames, until it is ended; the talk goes on", async () => {
      const { ann, bob, a } = await stage.talk();
      const copy = new Ears();
      const lengths = new Set<number>();
      const end = await stage.switch.fork(a, (samples) => {
        lengths.add(samples.length);
        copy.add(samples, copy.heard);
      });
      await copy.tone(TONES.ann);
      expect([...lengths]).toEqual([FRAME]);
      end();
      const other = new Ears();
      const endOther = await stage.switch.fork(a, (samples) => other.add(samples, other.heard));
      await other.tone(TONES.ann);
      const { heard } = copy;
      await Promise.all([ann.peer.ears.tone(TONES.bob), bob.peer.ears.tone(TONES.ann)]);
      expect(copy.heard - heard).toBeLessThanOrEqual(FRAME);
      endOther();
    });

    test("of a leg that is gone nothing comes, and a copy ends with its leg", async () => {
      const { ann, a, b } = await stage.talk();
      const copy = new Ears();
      await stage.switch.fork(a, (samples) => copy.add(samples, copy.heard));
      await copy.tone(TONES.ann);
      ann.bye();
      await stage.next("hungup", a);
      const { heard } = copy;
      await stage.switch.fork(a, () => {
        throw new Error("nobody is there");
      });
      await stage.switch.hangup(b);
      await stage.next("hungup", b);
      expect(copy.heard - heard).toBeLessThan(100 * FRAME);
    });
  });
}
