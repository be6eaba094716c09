/** T10: the E-model. Expected: the equations of ITU-T G.107 worked by hand. */
import { mosOf } from "./mos.ts";

describe("T10 the mean opinion score of a leg", () => {
  test.each([
    // R = 93.2 - 0.48 = 92.72
    ["a quiet local network", { loss: 0, jitterMs: 0 }, 4.4],
    // 2 %: Ie-eff = 190 / 27.1 = 7.011; delay 20 + 20 + 40 = 80 ms: Id = 1.92; R = 84.27
    ["2 % of packets lost, 20 ms of jitter, 40 ms there and back", { loss: 0.02, jitterMs: 20, rttMs: 40 }, 4.21],
    // 10 %: Ie-eff = 950 / 35.1 = 27.066; delay 20 ms: Id = 0.48; R = 65.65
    ["10 % lost", { loss: 0.1, jitterMs: 0 }, 3.39],
    // delay 420 ms: Id = 10.08 + 26.697 = 36.777; R = 56.42
    ["800 ms there and back", { loss: 0, jitterMs: 0, rttMs: 800 }, 2.91],
    ["everything lost", { loss: 1, jitterMs: 300, rttMs: 2_000 }, 1],
  ])("%s", (_, measured, mos) => {
    expect(mosOf(measured)).toBeCloseTo(mos, 1);
  });

  test("worse figures never give a better score", () => {
    const scores = [0, 0.01, 0.03, 0.1, 0.3, 1].map((loss) => mosOf({ loss, jitterMs: 10 }));
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });
});
