/** What is kept of past hours never shows: the home page's sums are those of the calls as they stand, whenever it is asked. */
import { homeApi } from "@liantai/api/contract/admin";
import { openOffice, type Office } from "../../testing/office.ts";
import { giveLegs } from "../../testing/legs.ts";

const compId = "100001";
const minute = 60_000;
const hour = 60 * minute;
/** The virtual clock stands at 2026-03-02 09:00 in Shanghai. */
const midnight = Date.parse("2026-03-02T00:00:00+08:00");

let office: Office;
let group: string;
beforeAll(async () => {
  office = await openOffice();
  const { id } = await office.ports.database.system((trx) =>
    trx.selectFrom("skill_group").select("id").where("compId", "=", compId).executeTakeFirstOrThrow(),
  );
  group = id;
}, 60_000);
afterAll(() => office?.close());

let made = 0;
/** A call that began then and, where it says so, has ended; lastsMs: how long after its beginning. */
const calls = (starts: readonly number[], lastsMs: number | null, answered = true) =>
  office.ports.database.system(async (trx) => {
    await trx
      .insertInto("call_record")
      .values(
        starts.map((at) => ({
          compId,
          callId: `s${(made += 1)}`,
          direction: "inbound" as const,
          caller: "13800000001",
          callee: "4001",
          accessNumber: null,
          skillGroupId: made % 2 === 0 ? group : null,
          agentId: answered ? "1001" : null,
          startAt: new Date(at),
          queuedAt: new Date(at),
          ringAt: null,
          answerAt: answered ? new Date(at + 3_000) : null,
          endAt: lastsMs === null ? null : new Date(at + lastsMs),
          waitMs: 3_000,
          ringMs: 0,
          talkMs: answered && lastsMs !== null ? lastsMs - 3_000 : 0,
          holdMs: 0,
          result: answered ? 200 : 594,
          cause: null,
          recordingKey: null,
          recordingMs: null,
          appliedSeq: 1,
        })),
      )
      .execute();
    await giveLegs(trx);
  });

/** The page's sums, and the raw counts of the same calls. */
async function both() {
  // An answer serves everybody for a second.
  await office.ports.clock.advance(1_000);
  const now = office.ports.clock.now();
  const { today, yesterday } = await office.administrator.call(homeApi.enterprise, { body: {} });
  const curve = await office.administrator.call(homeApi.trend);
  const rows = await office.ports.database.system((trx) =>
    trx
      .selectFrom("call_record")
      .select(["startAt", "answerAt", "endAt", "talkMs"])
      .where("compId", "=", compId)
      .execute(),
  );
  const raw = (from: number, to: number) => {
    const own = rows.filter(({ startAt }) => startAt.getTime() >= from && startAt.getTime() <= to);
    const handled = own.filter(({ answerAt, endAt }) => answerAt && endAt);
    return [own.length, own.filter(({ answerAt }) => answerAt).length, handled.reduce((sum, r) => sum + r.talkMs, 0)];
  };
  const byHour = (from: number) =>
    Array.from({ length: 24 }, (_, h) => raw(from + h * hour, from + (h + 1) * hour - 1)[0]);
  return {
    shown: [
      [today.inbound, today.answered, today.talkMs],
      [yesterday.inbound, yesterday.answered, yesterday.talkMs],
      curve.map(({ inbound }) => inbound),
      curve.map((each) => each.yesterday),
    ],
    is: [
      raw(midnight, now),
      raw(midnight - 24 * hour, now - 24 * hour),
      byHour(midnight),
      byHour(midnight - 24 * hour),
    ],
  };
}

test("calls that end late, calls of now and the hours of yesterday: every answer equals the raw counts", async () => {
  const every = (from: number, to: number, step: number) =>
    Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => from + i * step);
  await calls(every(midnight - 24 * hour, midnight, 7 * minute), 90_000);
  await calls(every(midnight, midnight + 9 * hour, 11 * minute), 60_000, false);
  await calls([midnight + 2 * hour + 1, midnight + 8 * hour + 59 * minute], null);
  const first = await both();
  expect(first.shown).toEqual(first.is);
  expect(first.is[0]![0]).toBeGreaterThan(50);
  // The one that had gone on since two o'clock ends: its hour was not settled.
  await office.ports.database.system((trx) =>
    trx
      .updateTable("call_record")
      .set({ endAt: new Date(midnight + 9 * hour), talkMs: 7 * hour })
      .where("compId", "=", compId)
      .where("startAt", "=", new Date(midnight + 2 * hour + 1))
      .execute(),
  );
  const ended = await both();
  expect(ended.shown).toEqual(ended.is);
  expect(ended.is[0]![2]).toBe(first.is[0]![2]! + 7 * hour);
  for (const step of [5 * minute, 30 * minute, 50 * minute]) {
    await office.ports.clock.advance(step);
    await calls([office.ports.clock.now() - 30_000, office.ports.clock.now() - 4 * minute], 20_000);
    const later = await both();
    expect(later.shown).toEqual(later.is);
  }
});

test("an hour that is settled is not read again; what was written into it late is in ten minutes afterwards", async () => {
  const inbound = async () => {
    await office.ports.clock.advance(1_000);
    return (await office.administrator.call(homeApi.enterprise, { body: {} })).today.inbound;
  };
  const before = await inbound();
  await calls([midnight + 3 * hour], 5_000);
  expect(await inbound()).toBe(before);
  await office.ports.clock.advance(10 * minute);
  const { shown, is } = await both();
  expect(shown).toEqual(is);
});

test("other service levels make other sums at once", async () => {
  const { from } = await office.administrator.call(homeApi.enterprise, { body: {} });
  expect(from).toBe("2026-03-02 00:00:00");
  const within = async () => {
    await office.ports.clock.advance(1_000);
    return (await office.administrator.call(homeApi.enterprise, { body: {} })).yesterday.withinLevel;
  };
  const before = await within();
  await office.ports.database.system((trx) =>
    trx.updateTable("skill_group").set({ serviceLevelS: 1 }).where("compId", "=", compId).execute(),
  );
  expect(before).toBeGreaterThan(0);
  expect(await within()).toBe(0);
});
