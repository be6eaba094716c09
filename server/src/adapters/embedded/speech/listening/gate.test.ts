import { closedGate, step, type Gate } from "./gate.ts";

/** 'v' a voiced frame, '.' one that is not; answers where it changed. */
function run(frames: string, endFrames = 40): readonly string[] {
  let gate: Gate = closedGate;
  const changes: string[] = [];
  for (const [n, frame] of [...frames].entries()) {
    const next = step(gate, frame === "v", endFrames);
    gate = next.gate;
    if (next.change) changes.push(`${next.change} ${n}`);
  }
  return changes;
}
const quiet = (n: number): string => ".".repeat(n);
const voice = (n: number): string => "v".repeat(n);

describe("Y5 the gate", () => {
  test("noise that the detector takes for speech now and then begins nothing", () => {
    expect(run("v...v.vv....v...vv.v...".repeat(20))).toEqual([]);
  });

  test("six voiced frames of eight begin, whatever the two others are; the end comes after the silence", () => {
    expect(run(`${quiet(10)}vv.vvv.v${quiet(60)}`)).toEqual(["start 17", "end 58"]);
  });

  test("a pause shorter than the end, with a click in it, is one sentence", () => {
    expect(run(`${voice(20)}${quiet(30)}v${quiet(8)}${voice(20)}${quiet(60)}`)).toEqual(["start 5", "end 120"]);
  });

  test("a click does not lengthen the silence", () => {
    const plain = run(`${voice(20)}${quiet(80)}`);
    expect(run(`${voice(20)}${quiet(20)}vv${quiet(58)}`)).toEqual(plain);
  });

  test("it opens again", () => {
    expect(run(`${voice(10)}${quiet(50)}${voice(10)}${quiet(50)}`)).toHaveLength(4);
  });
});
