/** K83: silence and speaking at once, by frames of 20 ms whose levels are written down by hand. */
import { SpeechMeter } from "./speech.ts";

/** Mean square of a frame so many decibels below full scale. */
const power = (db: number): number => 32_768 ** 2 * 10 ** (db / 10);
const nothing = -Infinity;

/** ms of a stretch, and how loud both sides are meanwhile; apart: not both are on the recording. */
type Part = readonly [ms: number, left: number, right: number] | readonly [ms: number, apart: "apart"];

function measure(parts: readonly Part[]) {
  const meter = new SpeechMeter();
  let at = 0;
  for (const [ms, left, right] of parts)
    for (const end = at + ms; at < end; at += 20)
      if (left === "apart") meter.unknown(at, at + 20);
      else meter.add(at, power(left), power(right!));
  const found = meter.result(at);
  const pairs = (spans: readonly { fromMs: number; toMs: number }[] = []) => spans.map((s) => [s.fromMs, s.toMs]);
  return found && { silent: pairs(found.silent), both: pairs(found.both) };
}

test("nobody speaks for 2 s and longer; shorter pauses are none, whoever makes them", () => {
  const parts: Part[] = [
    [1_000, -20, nothing],
    [3_000, nothing, nothing],
    [1_000, nothing, -20],
    [1_980, nothing, nothing],
    [1_000, -20, nothing],
    [2_000, nothing, nothing],
  ];
  expect(measure(parts)).toEqual({
    silent: [
      [1_000, 4_000],
      [7_980, 9_980],
    ],
    both: [],
  });
});

test("both speak for 200 ms and longer; a gap of less than 200 ms is within a voice", () => {
  const parts: Part[] = [
    [1_000, -20, nothing],
    [500, -20, -25],
    [1_000, nothing, -25],
    [180, -20, -25],
    [500, nothing, -25],
    // One voice from here to the end, over three sounds of the other with gaps of 100 ms.
    [200, -20, -25],
    [100, -20, nothing],
    [200, -20, -25],
    [100, -20, nothing],
    [200, -20, -25],
  ];
  expect(measure(parts)).toEqual({
    silent: [],
    both: [
      [1_000, 1_500],
      [3_180, 3_980],
    ],
  });
});

test("clicks and noise are no voices: a line that hums is heard as silent once its floor is known", () => {
  expect(
    measure([
      [1_000, -20, nothing],
      [2_000, nothing, nothing],
      [40, nothing, -15],
      [2_000, nothing, nothing],
      [1_000, nothing, -20],
    ]),
  ).toEqual({ silent: [[1_000, 5_040]], both: [] });
  // From -70 the floor rises to 10 below the hum in the 750th frame: until then it is taken for a voice.
  const hum = measure([
    [20_000, -45.01, nothing],
    [1_000, -20, -20],
    [4_000, -45.01, nothing],
  ])!;
  expect(hum.both).toEqual([[20_000, 21_000]]);
  expect(hum.silent).toEqual([
    [14_980, 20_000],
    [21_000, 25_000],
  ]);
  expect(measure([[4_000, -52, -52]])!.silent).toEqual([[0, 4_000]]);
});

test("where one side is not on the recording nothing is known; where both never were, nothing is said", () => {
  expect(
    measure([
      [1_000, -20, -20],
      [2_500, "apart"],
      [2_500, nothing, nothing],
      [5_000, "apart"],
      [1_000, nothing, -20],
    ]),
  ).toEqual({ silent: [[3_500, 6_000]], both: [[0, 1_000]] });
  expect(measure([[9_000, "apart"]])).toBeUndefined();
});

test("more than 3,000 sounds of one side are not measured", () => {
  const sound: readonly Part[] = [
    [60, -20, nothing],
    [200, nothing, nothing],
  ];
  const sounds = (n: number): Part[] => Array.from({ length: n }, () => sound).flat();
  expect(measure(sounds(3_000))).toEqual({ silent: [], both: [] });
  expect(measure(sounds(3_001))).toBeUndefined();
});
