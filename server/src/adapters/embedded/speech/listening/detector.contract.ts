/** What every detector owes a line (docs/protocol.md, Y5 and A21): a verdict a frame, in order, right about speech and about silence. */
import { lineFrames, quiet } from "../../../../testing/speech/line.ts";
import type { FarDetector } from "./recogniser.ts";

interface DetectorStage {
  /** One for each line. */
  detector(): Promise<FarDetector>;
  /** 8,000 Hz, without silence before and behind it. */
  readonly said: Int16Array;
  close(): Promise<void>;
}

/** Frames that a beginning may be missed, and that an end may be held on to. */
const [misses, holds] = [15, 20];

export function describeDetector(name: string, make: () => Promise<DetectorStage>): void {
  describe(`A21 who speaks, by ${name}`, () => {
    let stage: DetectorStage;
    beforeAll(async () => {
      stage = await make();
    }, 60_000);
    afterAll(() => stage.close());

    /** Verdicts of a line, and a promise of so many. */
    async function line() {
      const verdicts: boolean[] = [];
      let more: () => void = () => undefined;
      const detect = await stage.detector();
      const { push, close } = detect(
        (voiced) => {
          verdicts.push(voiced);
          more();
        },
        (error) => {
          throw error;
        },
      );
      const judged = async (frames: readonly Int16Array[]): Promise<readonly boolean[]> => {
        const from = verdicts.length;
        for (const frame of frames) push(frame);
        while (verdicts.length < from + frames.length) await new Promise<void>((resolve) => (more = resolve));
        return verdicts.slice(from);
      };
      return { verdicts, judged, close };
    }

    test("A21 a verdict a frame: silence is none, a sentence is one from its beginning to its end", async () => {
      const { judged, close } = await line();
      expect(await judged(quiet(1_000))).toEqual(Array.from({ length: 50 }, () => false));
      const frames = lineFrames(stage.said);
      const verdicts = await judged(frames);
      expect(verdicts).toHaveLength(frames.length);
      expect(verdicts.indexOf(true)).toBeLessThan(misses);
      expect(verdicts.indexOf(true)).toBeGreaterThanOrEqual(0);
      expect(verdicts.filter(Boolean).length / frames.length).toBeGreaterThan(0.7);
      const after = await judged(quiet(1_000));
      expect(after.lastIndexOf(true)).toBeLessThan(holds);
      close();
    });

    test("A21 lines do not mix; after its end one is told nothing", async () => {
      const [speaks, silent] = await Promise.all([line(), line()]);
      const frames = lineFrames(stage.said);
      const [heard, none] = await Promise.all([speaks.judged(frames), silent.judged(quiet(frames.length * 20))]);
      expect(heard.filter(Boolean).length).toBeGreaterThan(frames.length / 2);
      expect(none.some(Boolean)).toBe(false);
      const told = speaks.verdicts.length;
      speaks.close();
      speaks.close();
      await silent.judged(quiet(400));
      expect(speaks.verdicts).toHaveLength(told);
      silent.close();
    });
  });
}
