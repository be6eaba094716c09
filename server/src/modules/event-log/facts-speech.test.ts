/** K83, K84: silence and speaking at once of each talk, and calls that repeat an earlier one. Worked out by hand. */
import { sql } from "kysely";
import type { RecordingSpan } from "../../ports/switch.ts";
import { rebuild, reconcile } from "./index.ts";
import { compId, factsOf, openDay, type Day, type Step } from "./testing/day.ts";
import { answered, consulting, customerHangsUp, inbound, offered, queued, resumed } from "./testing/steps.ts";

let day: Day;
const facts = () => factsOf(day);
beforeAll(async () => {
  day = await openDay();
});
afterAll(() => day?.close());

const begins = (s: number): Step => [s, { type: "recordingStarted", file: "f" }];
const spans = (pairs: readonly (readonly [number, number])[]): RecordingSpan[] =>
  pairs.map(([from, to]) => ({ fromMs: from * 1_000, toMs: to * 1_000 }));
/** Of a recording of so many seconds, by its own seconds. */
const stored = (
  s: number,
  seconds: number,
  speech?: {
    readonly silent: readonly (readonly [number, number])[];
    readonly both: readonly (readonly [number, number])[];
  },
): Step => [
  s,
  {
    type: "recordingStored",
    key: "k",
    durationMs: seconds * 1_000,
    bytes: 44,
    ...(speech ? { speech: { silent: spans(speech.silent), both: spans(speech.both) } } : {}),
  },
];
const speechOf = async (id: string) =>
  (await facts().legs(id)).flatMap(({ agentId, role, silenceMs, overlapMs }) =>
    agentId === null ? [] : [[agentId, role, silenceMs, overlapMs]],
  );

test("each talk has what lies in it; while the customer is held or somebody is asked it is neither", async () => {
  // 1001 talks from 10 to 50 and asks from 30 on; 1002 is asked from 35 and talks from 50 to 80.
  await day.call("transfer", [
    ...consulting(30, 35),
    resumed(50),
    [50, { type: "transferred", mode: "consult", to: "1002", from: "1001", agentId: "1002" }, undefined, "1001"],
    ...customerHangsUp(80),
  ]);
  expect(await speechOf("transfer")).toEqual([
    ["1001", "agent", null, null],
    ["1002", "consulted", null, null],
    ["1002", "agent", null, null],
  ]);
  const recorded: Step[] = [
    ...consulting(30, 35).slice(0, 4),
    begins(10),
    ...consulting(30, 35).slice(4),
    resumed(50),
    [50, { type: "transferred", mode: "consult", to: "1002", from: "1001", agentId: "1002" }, undefined, "1001"],
    ...customerHangsUp(80),
    stored(81, 70, {
      // In the call 12 to 15 (3), 25 to 33 (5 before the question), 40 to 44 (asking), 47 to 54 (4 after it), 76 to 80 (4).
      silent: [
        [2, 5],
        [15, 23],
        [30, 34],
        [37, 44],
        [66, 70],
      ],
      // 20 to 20.5, 34 to 36 (asking), 60 to 61.
      both: [
        [10, 10.5],
        [24, 26],
        [50, 51],
      ],
    }),
  ];
  await day.call("recorded", recorded);
  const check = async () => {
    expect(await speechOf("recorded")).toEqual([
      ["1001", "agent", 8_000, 500],
      ["1002", "consulted", null, null],
      ["1002", "agent", 8_000, 1_000],
    ]);
    expect(await facts().fact("handling", "recorded", "agentId", "silenceMs", "overlapMs")).toEqual([
      ["1001", 8, 0.5],
      ["1002", 8, 1],
    ]);
  };
  await check();
  expect(await reconcile(day.database)).toMatchObject({ found: 0 });
  await rebuild(day.database);
  await check();
});

test("a talk that was held, one that the recording has not, and one of which nothing is known", async () => {
  const talk = (more: readonly Step[]): Step[] => [
    inbound,
    queued(2),
    offered(2, "1001"),
    answered(10, "1001"),
    ...more,
  ];
  await day.call("held", [
    ...talk([begins(10)]),
    [20, { type: "held", agentId: "1001" }],
    resumed(30),
    ...customerHangsUp(40),
    // 18 to 32 of the call: 2 s before, 2 s after.
    stored(41, 30, { silent: [[8, 22]], both: [] }),
  ]);
  expect(await speechOf("held")).toEqual([["1001", "agent", 4_000, 0]]);
  // Recorded by hand, from the next agent's talk on.
  await day.call("late", [
    ...talk([]),
    [40, { type: "sentOn", to: "h", agentId: "1001" }, undefined, "1001"],
    queued(40, "h"),
    offered(41, "1002", "h"),
    [50, { type: "transferred", mode: "blind", to: "1002", from: "1001", agentId: "1002" }, undefined, "1002"],
    begins(55),
    ...customerHangsUp(70),
    stored(71, 15, { silent: [[0, 3]], both: [[5, 6]] }),
  ]);
  expect(await speechOf("late")).toEqual([
    ["1001", "agent", null, null],
    ["1002", "agent", 3_000, 1_000],
  ]);
  await day.call("unknown", [...talk([begins(10)]), ...customerHangsUp(40), stored(41, 30)]);
  expect(await speechOf("unknown")).toEqual([["1001", "agent", null, null]]);
  expect(await reconcile(day.database)).toMatchObject({ found: 0 });
});

describe("K84 repeated calls", () => {
  const hours = 3_600;
  const from = (s: number, caller: string, direction: "inbound" | "outbound" = "inbound"): Step[] => {
    const [own, far] = direction === "inbound" ? [caller, "4001"] : ["1001", caller];
    return [
      [s, { type: "created", direction, caller: own, callee: far }, undefined, "caller"],
      [s + 5, { type: "ended" }, "abandonedInGreeting", "caller"],
    ];
  };
  const repeats = async (...ids: string[]) => {
    const { rows } = await day.database.tenant(compId, (trx) =>
      sql<{ id: string; repeatOf: string | null; repeatMs: string | null }>`
        select contact_id as id, repeat_of, repeat_ms from fact_contact where contact_id in (${sql.join(ids)})
        order by start_at, contact_id`.execute(trx),
    );
    return rows.map(({ id, repeatOf, repeatMs }) => [
      id,
      repeatOf,
      repeatMs === null ? null : Number(repeatMs) / 1_000,
    ]);
  };

  test("the last call of the same number within seven days, and how long after it this one began", async () => {
    await day.call("r1", from(0, "13900000001"));
    await day.call("r2", from(10 * hours, "13900000001"));
    await day.call("out", from(11 * hours, "13900000001", "outbound"));
    await day.call("other", from(12 * hours, "13900000002"));
    await day.call("r3", from(60 * hours, "13900000001"));
    await day.call("r4", from(228 * hours, "13900000001"));
    await day.call("r5", from(228 * hours + 7 * 24 * hours + 1, "13900000001"));
    expect(await repeats("r1", "r2", "out", "other", "r3", "r4", "r5")).toEqual([
      ["r1", null, null],
      ["r2", "r1", 10 * hours],
      // Whom an agent calls repeats nothing, and is repeated by nothing.
      ["out", null, null],
      ["other", null, null],
      ["r3", "r2", 50 * hours],
      ["r4", "r3", 168 * hours],
      ["r5", null, null],
    ]);
  });

  test("two that begin at the same moment: the second by its id repeats the first; hidden numbers are nobody's", async () => {
    await day.call("s1", from(0, "13900000003"));
    await day.call("s2", from(0, "13900000003"));
    await day.call("h1", from(0, "anonymous"));
    await day.call("h2", from(60, "anonymous"));
    await day.call("e1", from(0, ""));
    await day.call("e2", from(60, ""));
    expect(await repeats("s1", "s2", "h1", "h2", "e1", "e2")).toEqual([
      ["e1", null, null],
      ["h1", null, null],
      ["s1", null, null],
      ["s2", "s1", 0],
      ["e2", null, null],
      ["h2", null, null],
    ]);
  });

  test("another enterprise's calls of the same number are none of ours", async () => {
    await day.database.system(async (trx) => {
      await trx.insertInto("enterprise").values({ compId: "200002", name: "乙" }).execute();
      const row = await trx.selectFrom("call_record").selectAll().where("callId", "=", "r1").executeTakeFirstOrThrow();
      await trx
        .insertInto("call_record")
        .values({
          ...row,
          compId: "200002",
          callId: "theirs",
          caller: "13900000002",
          startAt: new Date(row.startAt.getTime() + 1),
        })
        .execute();
    });
    expect(await repeats("other", "theirs")).toEqual([["other", null, null]]);
  });
});
