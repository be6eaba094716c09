import { giveLegs } from "../../testing/legs.ts";
import { skillGroupRow } from "../../testing/skill-group.ts";
import type { Insertable } from "kysely";
import { homeApi, rechargeApi } from "@liantai/api/contract/admin";
import type { CallRecordTable } from "../../ports/schema.ts";
import { openOffice, type Office } from "../../testing/office.ts";

const own = "100001";
const foreign = "100002";
/** The virtual clock stands at 2026-03-02 09:00 in Shanghai. */
const at = (text: string) => new Date(`${text.replace(" ", "T")}+08:00`);
const after = (date: Date, seconds: number) => new Date(date.getTime() + seconds * 1_000);

let office: Office;
let group: string;
let calls = 0;

interface Call {
  readonly compId?: string;
  readonly start: string;
  readonly direction?: "inbound" | "outbound" | "internal";
  readonly agent?: string;
  /** Seconds in the queue before an answer or the end; absent: never queued. */
  readonly wait?: number;
  /** Seconds; absent: not answered. null: talking still. */
  readonly talk?: number | null;
  /** Waiting still. */
  readonly waiting?: boolean;
  readonly group?: string;
}

function row({
  compId = own,
  start,
  direction = "inbound",
  agent,
  wait,
  talk,
  waiting = false,
  group: id = group,
}: Call): Insertable<CallRecordTable> {
  const startAt = at(start);
  const queued = wait !== undefined || waiting;
  const answerAt = talk === undefined ? null : after(startAt, wait ?? 0);
  const endAt = waiting || talk === null ? null : after(startAt, (wait ?? 0) + (talk ?? 0));
  return {
    compId,
    callId: `call-${(calls += 1)}`,
    direction,
    caller: "13800000001",
    callee: "4001",
    accessNumber: null,
    skillGroupId: queued ? id : null,
    agentId: agent ?? null,
    startAt,
    queuedAt: queued ? startAt : null,
    ringAt: null,
    answerAt,
    endAt,
    waitMs: waiting ? 0 : (wait ?? 0) * 1_000,
    ringMs: 0,
    talkMs: (talk ?? 0) * 1_000,
    holdMs: 0,
    result: talk === undefined ? 594 : 200,
    cause: null,
    recordingKey: null,
    recordingMs: null,
    appliedSeq: 1,
  };
}

beforeAll(async () => {
  office = await openOffice();
  await office.ports.database.system(async (trx) => {
    await trx.insertInto("enterprise").values({ compId: foreign, name: "别家" }).execute();
    group = (await trx.selectFrom("skill_group").select("id").where("compId", "=", own).executeTakeFirstOrThrow()).id;
    await trx.updateTable("skill_group").set({ serviceLevelS: 20 }).where("compId", "=", own).execute();
    await trx
      .insertInto("skill_group")
      .values([
        skillGroupRow({ compId: own, id: "quiet", name: "无人组" }),
        skillGroupRow({ compId: own, id: "off", name: "停用组", enabled: 0 }),
        skillGroupRow({ compId: foreign, id: group, name: "别家的组" }),
      ])
      .execute();
    await trx
      .insertInto("seat")
      .values({
        compId: foreign,
        agentId: "1001",
        name: "别家坐席",
        terminalType: 2,
        extension: "1001",
        groupId: null,
      })
      .execute();
    const records: Call[] = [
      // Today, the first second of it included; 20 s is within the threshold of 20 s, 21 s is not.
      { start: "2026-03-02 00:00:00", wait: 20, talk: 100, agent: "1001" },
      { start: "2026-03-02 08:10:00", wait: 21, talk: 61, agent: "1001" },
      { start: "2026-03-02 08:20:00", wait: 4, talk: 60, agent: "1002" },
      { start: "2026-03-02 08:30:00", wait: 35 },
      { start: "2026-03-02 08:59:30", waiting: true },
      { start: "2026-03-02 08:55:00", wait: 10, talk: null, agent: "1002" },
      // Ended before any queue: abandoned, but no group's matter.
      { start: "2026-03-02 08:40:00" },
      { start: "2026-03-02 07:00:00", direction: "outbound", talk: 30, agent: "1001" },
      { start: "2026-03-02 07:59:59", direction: "outbound", agent: "1001" },
      { start: "2026-03-02 08:00:00", direction: "internal", talk: 10, agent: "1003" },
      // Of yesterday, one of them not over yet.
      { start: "2026-03-01 23:59:59", wait: 5, talk: null, agent: "1003" },
      { start: "2026-03-01 08:00:00", wait: 5, talk: 50, agent: "1001" },
      { start: "2026-03-01 08:30:00", direction: "outbound", talk: 50, agent: "1001" },
      // Six and seven days ago.
      { start: "2026-02-24 00:00:00", wait: 1, talk: 7, agent: "1001" },
      { start: "2026-02-23 23:59:59", wait: 1, talk: 9, agent: "1001" },
      ...Array.from({ length: 5 }, (): Call => ({
        compId: foreign,
        start: "2026-03-02 08:05:00",
        wait: 1,
        talk: 500,
        agent: "1001",
      })),
      { compId: foreign, start: "2026-03-02 08:58:00", waiting: true },
      { compId: foreign, start: "2026-03-01 08:05:00", wait: 1, talk: 5, agent: "1001" },
    ];
    await trx.insertInto("call_record").values(records.map(row)).execute();
    await giveLegs(trx);
    const voice = (compId: string, bytes: number) => ({
      compId,
      id: `v${bytes}`,
      name: "问候语",
      source: "upload",
      durationMs: 1,
      bytes,
      blobKey: `v${bytes}`,
      createdAt: at("2026-03-01 00:00:00"),
      createdBy: "u",
    });
    await trx
      .insertInto("voice")
      .values([voice(own, 1_000), voice(foreign, 70_000)])
      .execute();
    const file = (compId: string, bytes: number) => ({
      compId,
      id: `f${bytes}`,
      ownerId: "u",
      ownerName: "u",
      name: "a.xlsx",
      bytes,
      type: "xlsx",
      contentType: "x",
      sha256: "",
      blobKey: `f${bytes}`,
      at: at("2026-03-01 00:00:00"),
    });
    await trx
      .insertInto("file")
      .values([file(own, 200), file(own, 30), file(foreign, 80_000)])
      .execute();
  });
});
afterAll(() => office?.close());

test("the enterprise's day: every figure, and nobody else's", async () => {
  const day = await office.administrator.call(homeApi.enterprise, { body: {} });
  expect(day).toMatchObject({
    asOf: "2026-03-02 09:00:00",
    from: "2026-03-02 00:00:00",
    to: "2026-03-02 23:59:59",
    today: {
      inbound: 7,
      answered: 4,
      // The one that ended before any queue is not lost by a queue.
      abandoned: 1,
      shortAbandoned: 0,
      lost: 1,
      decided: 5,
      // 20 s and 4 s and 10 s of 20, 21, 4, 10 answered and one lost.
      withinLevel: 3,
      leveled: 5,
      queueAnswered: 4,
      waitMs: 55_000,
      // Between seats is neither in nor out.
      dialled: 2,
      connected: 1,
      // 100, 61, 60, 30; one still talks.
      handled: 4,
      talkMs: 251_000,
    },
    // Of yesterday up to 09:00: not the one that began a second before midnight.
    yesterday: { inbound: 1, answered: 1, dialled: 1, connected: 1, handled: 2, talkMs: 100_000, waitMs: 5_000 },
    live: { waiting: 1, talking: 2, waitingSince: "2026-03-02 08:59:30", from: "2026-03-01 23:59:59" },
  });
  expect(await office.administrator.call(homeApi.account, { body: {} })).toMatchObject({ storageBytes: 1_230 });
  expect(day.groups).toEqual([
    {
      id: group,
      name: expect.any(String),
      offered: 6,
      answered: 4,
      abandoned: 1,
      waiting: 1,
      serviceLevel: 60,
      thresholdS: 20,
      // 20, 21, 4, 10.
      averageWaitS: 14,
    },
    {
      id: "quiet",
      name: "无人组",
      offered: 0,
      answered: 0,
      abandoned: 0,
      waiting: 0,
      serviceLevel: null,
      thresholdS: 20,
      averageWaitS: 0,
    },
  ]);
  expect(day.agents.map(({ agentId, calls: n, answered, talkS }) => [agentId, n, answered, talkS])).toEqual([
    ["1001", 4, 3, 191],
    ["1002", 2, 2, 60],
    ["1003", 1, 1, 10],
  ]);
});

test("hours are Shanghai's, yesterday beside today", async () => {
  const hours = await office.administrator.call(homeApi.trend, { body: {} });
  expect(hours.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, i) => i));
  const busy = hours.filter((h) => h.inbound + h.outbound + h.yesterday > 0);
  expect(busy).toEqual([
    { hour: 0, inbound: 1, answered: 1, outbound: 0, yesterday: 0 },
    { hour: 7, inbound: 0, answered: 0, outbound: 2, yesterday: 0 },
    { hour: 8, inbound: 6, answered: 3, outbound: 0, yesterday: 1 },
    { hour: 23, inbound: 0, answered: 0, outbound: 0, yesterday: 1 },
  ]);
});

test("a seat's seven days, the own ones alone", async () => {
  expect(await office.agent.call(homeApi.seatDays, { body: {} })).toEqual([
    { day: "2026-02-24", inbound: 1, outbound: 0, answered: 1, talkS: 7 },
    ...["25", "26", "27", "28"].map((d) => ({ day: `2026-02-${d}`, inbound: 0, outbound: 0, answered: 0, talkS: 0 })),
    { day: "2026-03-01", inbound: 1, outbound: 1, answered: 2, talkS: 100 },
    { day: "2026-03-02", inbound: 2, outbound: 2, answered: 3, talkS: 191 },
  ]);
  expect(
    (await office.monitor.call(homeApi.seatDays, { body: {} })).every((day) => day.inbound + day.outbound === 0),
  ).toBe(true);
});

test("the balance is the ledger's, and arrears are said", async () => {
  const money = async () => {
    const { balance, arrears } = await office.administrator.call(homeApi.account, { body: {} });
    return [balance, arrears];
  };
  expect(await money()).toEqual(["0.0000", 0]);
  await office.operator.call(rechargeApi.add, {
    body: { compId: own, amount: "12.5", key: "home-recharge", remark: "" },
  });
  expect(await money()).toEqual(["12.5000", 0]);
  await office.operator.call(rechargeApi.adjust, {
    body: { compId: own, amount: "-20", key: "home-adjust", remark: "更正" },
  });
  expect(await money()).toEqual(["-7.5000", 1]);
});

test("administrators see the enterprise, seats themselves", async () => {
  for (const who of [office.agent, office.monitor])
    for (const endpoint of [homeApi.enterprise, homeApi.trend, homeApi.account])
      await expect(who.call(endpoint, { body: {} })).rejects.toMatchObject({ status: 403 });
  await expect(office.administrator.call(homeApi.seat, { body: {} })).rejects.toMatchObject({ status: 403 });
  await expect(office.administrator.call(homeApi.seatDays, { body: {} })).rejects.toMatchObject({ status: 403 });
  await expect(office.operator.call(homeApi.enterprise, { body: {} })).rejects.toMatchObject({ status: 403 });
});
