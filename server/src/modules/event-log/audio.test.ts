/** T10: what was measured of each telephone stands at its last stretch of talk, and can be made anew. */
import { rebuild, reconcile, type MeasuredLeg } from "./index.ts";
import { factsOf, openDay, type Day } from "./testing/day.ts";
import { consulting, customerHangsUp, resumed } from "./testing/steps.ts";

let day: Day;
beforeAll(async () => {
  day = await openDay();
});
afterAll(() => day?.close());

const measured = (who: Pick<MeasuredLeg, "customer" | "agentId" | "number">, mos: number): MeasuredLeg => ({
  ...who,
  mos,
  worst: mos - 0.25,
  loss: 0.0125,
  jitterMs: 12.5,
  rttMs: 40,
  samples: 6,
});
const legs = async (id: string) =>
  (await factsOf(day).legs(id)).map((l) => [l.role, l.agentId, l.mos, l.worstMos, l.loss, l.jitterMs, l.rttMs]);

test("T10 of who was asked and then took over the talk is measured, not the consultation; of who was never measured nothing", async () => {
  await day.call("moved", [
    ...consulting(30, 35),
    resumed(50),
    [50, { type: "transferred", mode: "consult", to: "1002", from: "1001", agentId: "1002" }, undefined, "1001"],
    ...customerHangsUp(80),
    [
      81,
      {
        type: "audioMeasured",
        legs: [
          measured({ customer: true, number: "13800138000" }, 3.5),
          measured({ agentId: "1001", number: "1001" }, 4.25),
          measured({ agentId: "1002", number: "1002" }, 2.5),
        ],
      },
    ],
  ]);
  await day.call("unmeasured", [...consulting(30, 35), ...customerHangsUp(80)]);
  const expected = [
    ["customer", null, 3.5, 3.25, 0.0125, 12.5, 40],
    ["agent", "1001", 4.25, 4, 0.0125, 12.5, 40],
    ["consulted", "1002", null, null, null, null, null],
    ["agent", "1002", 2.5, 2.25, 0.0125, 12.5, 40],
  ];
  expect(await legs("moved")).toEqual(expected);
  expect((await legs("unmeasured")).flatMap((leg) => leg.slice(2)).every((value) => value === null)).toBe(true);
  expect(await reconcile(day.database)).toMatchObject({ found: 0 });
  await rebuild(day.database);
  expect(await legs("moved")).toEqual(expected);
});
