import { createVirtualClock } from "../../../../testing/clock.ts";
import { SpeechFailed } from "../../../../ports/speech.ts";
import { sayings } from "../../../../testing/speech/sayings.ts";
import { createDetector, near, sturdy, type Detector } from "./detector.ts";
import { describeDetector } from "./detector.contract.ts";
import type { FarDetector } from "./recogniser.ts";

describeDetector("fvad", async () => {
  const [said] = await sayings(["我要投诉你们公司"], "cmn+m7");
  return { said: said!, detector: async () => near(await createDetector()), close: async () => undefined };
});

describe("A21 a detector elsewhere", () => {
  /** Answers when it is told to; `spare` says yes to what is louder than 50. */
  function stage() {
    const clock = createVirtualClock();
    const asked: number[] = [];
    const told: boolean[] = [];
    let [answer, end] = [(_: boolean): void => undefined, (): void => undefined];
    let closed = 0;
    const far: FarDetector = (voiced, broken) => {
      answer = voiced;
      end = () => broken(new SpeechFailed(undefined, "识别进程已退出"));
      return { push: ([first]) => void asked.push(first!), close: () => void (closed += 1) };
    };
    const spare: Detector = { voiced: ([first]) => first! > 50, close: () => void (closed += 10) };
    const line = sturdy(
      far,
      spare,
      clock,
    )(
      (voiced) => told.push(voiced),
      () => undefined,
    );
    const push = (first: number) => line.push(new Int16Array(160).fill(first));
    return {
      clock,
      asked,
      told,
      push,
      line,
      answer: (is: boolean) => answer(is),
      end: () => end(),
      closed: () => closed,
    };
  }

  test("A21 that ends goes on as ours, and no frame is without its verdict or has two", () => {
    const s = stage();
    for (const first of [1, 2, 99]) s.push(first);
    s.answer(true);
    expect(s.told).toEqual([true]);
    s.end();
    // Frames 2 and 99, which it owed.
    expect(s.told).toEqual([true, false, true]);
    s.answer(true);
    s.push(100);
    expect(s.told).toEqual([true, false, true, true]);
    expect([s.asked, s.closed()]).toEqual([[1, 2, 99], 1]);
    s.line.close();
    s.line.close();
    expect(s.closed()).toBe(11);
  });

  test("A21 that owes a verdict for more than two seconds goes on as ours", async () => {
    const s = stage();
    s.push(99);
    await s.clock.advance(2_000);
    s.push(1);
    expect(s.told).toEqual([]);
    await s.clock.advance(20);
    s.push(98);
    expect(s.told).toEqual([true, false, true]);
    s.answer(false);
    expect(s.told).toHaveLength(3);
  });

  test("A21 a line that is closed by what it is told is told no more", () => {
    const clock = createVirtualClock();
    const told: boolean[] = [];
    let end = (): void => undefined;
    const spare: Detector = { voiced: () => true, close: () => undefined };
    const line = sturdy(
      (_voiced, broken) => {
        end = () => broken(new SpeechFailed(undefined));
        return { push: () => undefined, close: () => undefined };
      },
      spare,
      clock,
    )(
      (voiced) => {
        told.push(voiced);
        line.close();
      },
      () => undefined,
    );
    for (let n = 0; n < 3; n += 1) line.push(new Int16Array(160));
    end();
    expect(told).toEqual([true]);
  });
});
