/** What a figure counts is what 通话记录 lists behind it, over generated days. */
import { giveLegs } from "../../testing/legs.ts";
import { skillGroupRow } from "../../testing/skill-group.ts";
import type { Insertable } from "kysely";
import { cdrApi } from "@liantai/api/contract";
import {
  homeApi,
  liveMetrics,
  metrics,
  sumOf,
  sums,
  type CallsBehind,
  type SumName,
} from "@liantai/api/contract/admin";
import type { AgentStatusTable, CallRecordTable } from "../../ports/schema.ts";
import { openOffice, type Office, type Person } from "../../testing/office.ts";

const own = "100001";
const hour = 3_600_000;
/** The virtual clock stands at 2026-03-02 09:00 in Shanghai. */
const midnight = Date.parse("2026-03-02T00:00:00+08:00");
const now = midnight + 9 * hour;
const agents = ["1001", "1002", "1003", null];

/** Mulberry32: the same days in every run. */
function random(seed: number) {
  let a = seed;
  return (below: number) => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

let office: Office;

/** A call at any ms of three days around midnight, with every mixture of queue, answer and end, times on the limits among them. */
function generated(draw: (below: number) => number, groups: readonly (string | null)[], n: number) {
  const pick = <T>(values: readonly T[]): T => values[draw(values.length)]!;
  const edges = [midnight, midnight - 1, now, now - 24 * hour, now - 24 * hour + 1, midnight - 24 * hour];
  const start = draw(8) === 0 ? pick(edges) : midnight - 24 * hour + draw(33 * hour);
  const direction = pick(["inbound", "inbound", "inbound", "outbound", "internal"]);
  const queued = direction === "inbound" && draw(4) > 0;
  const wait = pick([0, 4_999, 5_000, 5_001, 20_000, 20_001, 60_000, draw(90_000)]);
  const answered = draw(3) > 0;
  const ended = draw(12) > 0;
  const at = (ms: number) => new Date(ms);
  return {
    compId: own,
    callId: `g${n}`,
    direction,
    caller: "13800000001",
    callee: "4001",
    accessNumber: null,
    skillGroupId: queued ? pick(groups) : null,
    agentId: answered ? pick(["1001", "1002", "1003"]) : pick(agents),
    startAt: at(start),
    queuedAt: queued ? at(start + 1_000) : null,
    ringAt: null,
    answerAt: answered ? at(start + 1_000 + wait) : null,
    endAt: ended ? at(start + 1_000 + wait + (answered ? draw(600_000) : 0)) : null,
    waitMs: queued ? wait : 0,
    ringMs: 0,
    talkMs: answered ? draw(600_000) : 0,
    holdMs: 0,
    result: answered ? 200 : 594,
    cause: null,
    recordingKey: null,
    recordingMs: null,
    appliedSeq: 1,
  } satisfies Insertable<CallRecordTable>;
}

let rows: ReturnType<typeof generated>[];

beforeAll(async () => {
  office = await openOffice();
  const draw = random(20_260_302);
  await office.ports.database.system(async (trx) => {
    const group = (await trx.selectFrom("skill_group").select("id").where("compId", "=", own).executeTakeFirstOrThrow())
      .id;
    await trx.updateTable("skill_group").set({ serviceLevelS: 20 }).where("compId", "=", own).execute();
    await trx
      .insertInto("skill_group")
      .values(skillGroupRow({ compId: own, id: "slow", name: "慢组", serviceLevelS: 60, enabled: 0 }))
      .execute();
    // One group was deleted since: its limit is not known any more.
    rows = Array.from({ length: 1_500 }, (_, n) => generated(draw, [group, "slow", "gone"], n));
    for (let i = 0; i < rows.length; i += 300)
      await trx
        .insertInto("call_record")
        .values(rows.slice(i, i + 300))
        .execute();
    await giveLegs(trx);
  });
});
afterAll(() => office?.close());

async function listed(who: Person, calls: CallsBehind, from: string, to: string, agentId = ""): Promise<number> {
  const body = { pageNo: 1, pageSize: 10, startTime: from, endTime: to, agentId, ...calls };
  return (await who.call(cdrApi.callRecords, { body })).total;
}
const names = Object.keys(sums) as SumName[];
const withCalls = names.filter((name) => sumOf(name).calls);

test("every count of the enterprise's day equals the calls listed behind it, and each was there to be counted", async () => {
  const day = await office.administrator.call(homeApi.enterprise, { body: {} });
  for (const name of withCalls) {
    expect([name, day.today[name]]).toEqual([
      name,
      await listed(office.administrator, sumOf(name).calls!, day.from, day.to),
    ]);
    expect(day.today[name]).toBeGreaterThan(0);
  }
  for (const { id, calls } of liveMetrics)
    expect([id, day.live[id]]).toEqual([id, await listed(office.administrator, calls, day.live.from!, day.to)]);
});

test("the counts are those of the field's definitions, written down here a second time", async () => {
  const { today } = await office.administrator.call(homeApi.enterprise, { body: {} });
  const of = (keep: (r: (typeof rows)[number]) => boolean) =>
    rows.filter((r) => r.startAt.getTime() >= midnight && r.startAt.getTime() <= now && keep(r)).length;
  const limits: Readonly<Record<string, number>> = { gone: Number.NaN, slow: 60_000 };
  const limit = (id: string | null) => (id === null ? Number.NaN : (limits[id] ?? 20_000));
  const lost = (r: (typeof rows)[number]) =>
    r.queuedAt !== null && !r.answerAt && r.endAt !== null && r.endAt.getTime() - r.queuedAt.getTime() >= 5_000;
  const known = (r: (typeof rows)[number]) => r.queuedAt !== null && r.skillGroupId !== "gone";
  expect(today).toMatchObject({
    inbound: of((r) => r.direction === "inbound"),
    answered: of((r) => r.direction === "inbound" && r.answerAt !== null),
    lost: of(lost),
    decided: of((r) => r.direction === "inbound" && (r.answerAt !== null || lost(r))),
    leveled: of((r) => known(r) && (r.answerAt !== null || lost(r))),
    withinLevel: of(
      (r) => known(r) && r.answerAt !== null && r.answerAt.getTime() - r.queuedAt!.getTime() <= limit(r.skillGroupId),
    ),
    dialled: of((r) => r.direction === "outbound"),
  });
  expect(today.abandoned).toBe(today.lost + today.shortAbandoned);
  expect(today.shortAbandoned).toBeGreaterThan(0);
});

test("an agent's counts equal the agent's list, and hold no colleague's calls", async () => {
  const day = await office.agent.call(homeApi.seat, { body: { agentId: "1002" } });
  expect(day.agentId).toBe("1001");
  for (const name of ["inbound", "answered", "dialled", "connected", "handled"] as const) {
    expect([name, day.today[name]]).toEqual([name, await listed(office.agent, sumOf(name).calls!, day.from, day.to)]);
    expect(day.today[name]).toBe(await listed(office.administrator, sumOf(name).calls!, day.from, day.to, "1001"));
  }
});

test("a figure nobody counts is refused by its field's name", async () => {
  await expect(
    office.administrator.call(cdrApi.callRecords, { body: { pageNo: 1, pageSize: 10, figure: "x" as "lost" } }),
  ).rejects.toMatchObject({ envelope: { data: { fields: [{ path: "figure", message: "没有这种统计口径" }] } } });
});

test("occupancy: time in states cut to the day and to the same time of yesterday", async () => {
  const state = (agentId: string, seq: number, code: number, from: number, to: number | null) =>
    ({
      compId: own,
      agentId,
      seq,
      code,
      customStatusId: null,
      fromAt: new Date(from),
      toAt: to === null ? null : new Date(to),
      reason: "x",
      callId: null,
    }) satisfies Insertable<AgentStatusTable>;
  const minute = 60_000;
  await office.ports.database.system((trx) =>
    trx
      .insertInto("agent_status")
      .values([
        // Idle over midnight: half an hour of it is today's.
        state("1001", 1, 1, midnight - hour, midnight + 30 * minute),
        state("1001", 2, 8, midnight + 30 * minute, midnight + 60 * minute),
        state("1001", 3, 4, midnight + 60 * minute, midnight + 65 * minute),
        state("1001", 4, 2, midnight + 65 * minute, midnight + 8 * hour),
        // Goes on: an hour up to now.
        state("1001", 5, 1, midnight + 8 * hour, null),
        state("1002", 1, 0, midnight - 30 * hour, null),
      ])
      .execute(),
  );
  const { today, yesterday } = await office.agent.call(homeApi.seat, { body: {} });
  expect([today.idleMs, today.occupiedMs, today.wrapMs]).toEqual([90 * minute, 35 * minute, 5 * minute]);
  expect([yesterday.idleMs, yesterday.occupiedMs]).toEqual([0, 0]);
});

test("every metric is made of its parts and says nothing where nothing can be divided", async () => {
  const nothing = Object.fromEntries(names.map((name) => [name, 0])) as Record<SumName, number>;
  for (const metric of metrics) {
    expect([metric.id, metric.of(nothing)]).toEqual([
      metric.id,
      metric.unit === "count" || metric.id === "talkTime" ? 0 : null,
    ]);
    for (const part of metric.parts) expect(names).toContain(part);
  }
});
