/** The forecast in closed form: what agents, modes and retries do to it. */
import { taskSettings, type TaskSettings } from "@liantai/api/contract/admin";
import { estimate, type History } from "./estimate.ts";

const history: History = {
  calls: 1_000,
  answered: 200,
  talkS: 120,
  ringS: 24,
  cost: 50,
  abandoned: 10,
  unanswered: [
    { code: 594, count: 400 },
    { code: 582, count: 400 },
  ],
};
const told = (settings: Partial<TaskSettings> = {}, ftype: 1 | 2 | 3 | 4 = 3, agents = 10) =>
  estimate(
    { ftype, settings: { ...taskSettings.getDefault(), retries: [], ...settings }, numbers: 1_000, agents },
    history,
  );

test("without retries each number is called once; those that a rule names are called again", () => {
  expect(told()).toMatchObject({ expectedCalls: 1_000, expectedAnswers: 200, answerRate: 20, cost: 50 });
  const retries = [{ codes: [594], afterMin: 60, times: 2, otherSlot: 0, otherNumber: 0 }];
  // Of 100 calls 80 are not answered, half of them with 594: 1 + 0.4 + 0.16.
  expect(told({ retries })).toMatchObject({ expectedCalls: 1_560, expectedAnswers: 312 });
  expect(told({ retries, inAll: 2 })).toMatchObject({ expectedCalls: 1_400 });
});

test("an agent of progressive dialling waits ring ÷ answer rate for each talk; who dials ahead waits less and abandons", () => {
  const wrapUpS = 15;
  const progressive = told({ wrapUpS, mode: "progressive" });
  // 200 × (120 + 15 + 24 ÷ 0.2) s by ten agents.
  expect(progressive).toMatchObject({ hours: 1.42, occupancy: 52.9, abandonedPct: 0 });
  const predictive = told({ wrapUpS, mode: "predictive" });
  expect(predictive.hours).toBeLessThan(progressive.hours);
  expect(predictive.abandonedPct).toBe(3);
  expect(told({ wrapUpS, mode: "ratio", ratio: 2 })).toMatchObject({ hours: 1.08 });
  expect(told({ wrapUpS }, 3, 20).hours).toBe(0.71);
});

test("robots and flows are bound by their lines, everything by calls a second", () => {
  expect(told({ lines: 5, concurrency: 100 }, 1).hours).toBe(2.67);
  expect(told({ lines: 5, concurrency: 100 }, 4).hours).toBe(0.14);
  expect(told({ concurrency: 1_000, perSecond: 1 }, 4).hours).toBe(0.28);
});
