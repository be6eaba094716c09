/** What may be watched of a seat, by hand. */
import { groupFigures, queueFigures, queueValue } from "../queues/index.ts";
import { seatFigures, seatValue } from "./seat-alarms.ts";

const now = 1_000_000;
const seat = { code: 8, since: now - 61_500, registered: true, level: 3 };
const day = {
  ...{ signedInS: 28_000, idleS: 9_000, busyS: 1_800, wrapUpS: 900 },
  ...{ inbound: 31, outbound: 5, answered: 30, missed: 4, averageTalkS: null },
};
const value = (id: string, of = seat, today: typeof day | undefined = day) => seatValue(id, of, today, now);

test("Q17 how long a seat is in its state, and nothing of the states it is not in", () => {
  expect([value("talking"), value("ringing"), value("busy")]).toEqual([61, null, null]);
  // A held talk is a talk; who was never signed in has no time.
  expect(value("talking", { ...seat, code: 13 })).toBe(61);
  expect(value("busy", { ...seat, code: 2, since: 0 })).toBeNull();
});

const named = (title: string) => value(seatFigures.find(({ name }) => name === title)?.id ?? "");

test("Q17 figures of the day are those of the seat's columns; without them there is nothing to compare", () => {
  expect(
    ["今日签入", "今日空闲", "今日忙碌", "今日话后", "呼入", "呼出", "接听", "未接", "均话时长"].map(named),
  ).toEqual([...[28_000, 9_000, 1_800, 900, 31, 5, 30, 4, null]]);
  expect(seatValue("missed", seat, undefined, now)).toBeNull();
});

test.each([
  ["measured", { level: 1 }, 1],
  ["not measured", { level: 0 }, null],
  ["gone in the call", { level: -1 }, 0],
  ["not registered", { registered: false }, 0],
  ["signed out", { code: 0, registered: false }, null],
])("the network of a telephone that is %s", (_, more, level) =>
  expect(value("network", { ...seat, ...more })).toBe(level),
);

test("every figure of seats, groups and the queue may be watched, under one name each", () => {
  for (const figures of [seatFigures, groupFigures, queueFigures]) {
    expect(new Set(figures.map(({ id }) => id)).size).toBe(figures.length);
    for (const { worse, formula, name } of figures)
      expect([worse, formula !== "", name !== ""]).toEqual([expect.stringMatching(/^(more|less)$/), true, true]);
  }
});

test("of the queue: how many, and the most that one of them has", () => {
  const call = (
    queuedAt: number,
    expected: number | null,
    priority: number,
    offered: string[],
    ringing: string | null,
  ) => ({
    ...{ callId: "c", callback: null, position: 1, number: "", place: "", vip: null, accessNumber: null },
    ...{ groups: [], queueName: null, moved: 0, arrivedAt: queuedAt },
    ...{ queuedAt, expected, priority, offered, ringing },
  });
  const calls = [call(now - 90_900, 300, 0, ["1001", "1002"], "1003"), call(now - 30_000, 120, 2.5, [], null)];
  const of = (id: string) => queueValue(id, { at: now, calls });
  expect(queueFigures.map(({ id }) => [id, of(id)])).toEqual([
    ["waiting", 2],
    ["longestWait", 90],
    // Who rings waits no longer.
    ["expected", 120],
    ["priority", 2.5],
    ["offered", 2],
  ]);
  expect(queueFigures.map(({ id }) => queueValue(id, { at: now, calls: [] }))).toEqual([0, null, null, null, null]);
});
