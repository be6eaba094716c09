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
});
afterAll(() => office?.close());

const byId = (a: { readonly agentId: string }, b: { readonly agentId: string }) => (a.agentId < b.agentId ? -1 : 1);
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
  const { today, yesterday, agents } = await office.administrator.call(homeApi.enterprise, { body: {} });
  const curve = await office.administrator.call(homeApi.trend);
  const rows = await office.ports.database.system((trx) =>
    trx
      .selectFrom("call_record")
      .select(["startAt", "answerAt", "endAt", "talkMs"])
      .where("compId", "=", compId)
      .execute(),
  );
  const legs = await office.ports.database.system((trx) =>
    trx.selectFrom("call_leg").selectAll().where("compId", "=", compId).where("agentId", "is not", null).execute(),
  );
  /** Calls of each seat, answered ones, seconds: of the parts it had, whenever in the day they began. */
  const seats = () => {
    const had = legs.filter(
      ({ startAt, answerAt, offered }) =>
        startAt.getTime() >= midnight && startAt.getTime() <= now && (answerAt !== null || offered === 0),
    );
    const of = (agentId: string) => {
      const own = had.filter((leg) => leg.agentId === agentId);
      const distinct = (some: typeof own) => new Set(some.map(({ callId }) => callId)).size;
      const talkMs = own.reduce((sum, leg) => sum + Number(leg.talkMs), 0);
      const answered = distinct(own.filter(({ answerAt }) => answerAt));
      return { agentId, calls: distinct(own), answered, talkS: Math.round(talkMs / 1_000) };
    };
    return Array.from(new Set(had.map((leg) => leg.agentId!)), of).sort(byId);
  };
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
    shownSeats: agents.map(({ name: _, ...agent }) => agent).sort(byId),
    seats: seats(),
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
    expect(later.shownSeats).toEqual(later.seats);
  }
});

/** A further part in the call that was made last. */
const part = (seq: number, agentId: string, at: number, answered: boolean, endMs: number | null) =>
  office.ports.database.system((trx) =>
    trx
      .insertInto("call_leg")
      .values({
        compId,
        callId: `s${made}`,
        seq,
        party: seq,
        role: "agent",
        agentId,
        number: agentId,
        offered: answered ? 0 : 1,
        startAt: new Date(at),
        answerAt: answered ? new Date(at) : null,
        endAt: endMs === null ? null : new Date(at + endMs),
        talkMs: answered && endMs !== null ? endMs : 0,
        holdMs: 0,
        holds: 0,
        consultMs: 0,
        conferenceMs: 0,
        result: 200,
      })
      .execute(),
  );

test("who has a second part of a call in a later hour, or is rung across one, had that call once", async () => {
  const at = midnight + 4 * hour + 58 * minute;
  await calls([at], 4 * minute);
  await part(3, "1002", at + minute, true, 2 * minute);
  await part(4, "1001", at + 3 * minute, true, minute);
  await part(5, "1003", at + 3 * minute, false, 5_000);
  await office.ports.clock.advance(11 * minute);
  const first = await both();
  expect(first.shownSeats).toEqual(first.seats);
  // It rings in an hour that is long over, and is taken then.
  await calls([midnight + 5 * hour + minute], 4 * minute);
  await part(3, "1004", midnight + 5 * hour + 2 * minute, false, null);
  await office.ports.clock.advance(11 * minute);
  const rung = await both();
  expect(rung.shownSeats).toEqual(rung.seats);
  await office.ports.database.system((trx) =>
    trx
      .updateTable("call_leg")
      .set({ answerAt: new Date(midnight + 5 * hour + 3 * minute), talkMs: minute })
      .where("callId", "=", `s${made}`)
      .where("seq", "=", 3)
      .execute(),
  );
  const taken = await both();
  expect(taken.shownSeats).toEqual(taken.seats);
  expect(taken.seats).toContainEqual({ agentId: "1004", calls: 1, answered: 1, talkS: 60 });
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

test("K64 a service level is that of when the call came: another one changes nothing of what was", async () => {
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
  expect(await within()).toBe(before);
});
