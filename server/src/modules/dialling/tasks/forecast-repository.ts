/** SQL of what an enterprise's tasks did: what a forecast is made from, and what is replayed of a day. */
import { sql } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { History, PastCall } from "../simulation/index.ts";

/** Most attempts that are read: the newest tell most, and a request may not wait for the rest. */
export const mostAttempts = 50_000;

/** A person did, as far as anybody knows; a machine and a fax are how a call ended. */
const byPerson = sql<boolean>`(a.answered_at is not null and a.answerer not in ('machine', 'fax'))`;
const msUntil = (at: "answered_at" | "ended_at") =>
  sql<number>`extract(epoch from a.${sql.raw(at)} - a.started_at) * 1000`;
const hour = sql<number>`extract(hour from a.started_at at time zone 'Asia/Shanghai')::int`;
const local = (format: string) => (at: "min" | "max") =>
  sql<string>`to_char(${sql.raw(at)}(a.started_at) at time zone 'Asia/Shanghai', ${format})`;

/** Attempts that are over, of tasks of a kind. */
export async function historyOf(trx: Trx, compId: string, ftype: number, since: Date): Promise<History> {
  const rows = await trx
    .selectFrom((e) =>
      e
        .selectFrom("dial_attempt as a")
        .select((a) => [
          hour.as("hour"),
          sql<boolean>`${byPerson}`.as("person"),
          a.fn.coalesce("a.code", sql<number>`0`).as("code"),
          msUntil("answered_at").as("answerMs"),
          msUntil("ended_at").as("endMs"),
          "a.talkMs",
        ])
        .where("a.compId", "=", compId)
        .where("a.ftype", "=", ftype)
        .where("a.endedAt", "is not", null)
        .where("a.startedAt", ">=", since)
        .orderBy("a.startedAt", "desc")
        .limit(mostAttempts)
        .as("t"),
    )
    .select((e) => [
      "t.hour",
      "t.person",
      sql<number>`case when t.person then 200 else t.code end`.as("code"),
      e.fn.countAll<number>().as("n"),
      sql<number>`coalesce(sum(t.answer_ms) filter (where t.person), 0)`.as("answerMs"),
      sql<number>`coalesce(sum(t.end_ms), 0)`.as("endMs"),
      sql<number>`coalesce(sum(t.talk_ms) filter (where t.person), 0)`.as("talkMs"),
      sql<number>`count(*) filter (where t.person and t.talk_ms > 0)`.as("talks"),
    ])
    .groupBy([sql`1`, sql`2`, sql`3`])
    .execute();
  return told(
    rows.map(({ person, ...row }) => ({
      person,
      hour: Number(row.hour),
      code: Number(row.code),
      n: Number(row.n),
      answerMs: Number(row.answerMs),
      endMs: Number(row.endMs),
      talkMs: Number(row.talkMs),
      talks: Number(row.talks),
    })),
  );
}

interface Counted {
  readonly person: boolean;
  readonly hour: number;
  readonly code: number;
  readonly n: number;
  readonly answerMs: number;
  readonly endMs: number;
  readonly talkMs: number;
  readonly talks: number;
}

const sum = (rows: readonly Counted[], of: Exclude<keyof Counted, "person">): number =>
  rows.reduce((all, row) => all + row[of], 0);
const mean = (whole: number, parts: number): number => (parts > 0 ? whole / parts : 0);

function told(rows: readonly Counted[]): History {
  const people = rows.filter(({ person }) => person);
  const others = rows.filter(({ person }) => !person);
  const talks = sum(people, "talks");
  return {
    calls: sum(rows, "n"),
    answered: sum(people, "n"),
    answerMs: mean(sum(people, "answerMs"), sum(people, "n")),
    talks,
    talkMs: mean(sum(people, "talkMs"), talks),
    hours: [...new Set(rows.map(({ hour }) => hour))].map((hour) => {
      const of = (all: readonly Counted[]) =>
        sum(
          all.filter((row) => row.hour === hour),
          "n",
        );
      return { hour, calls: of(rows), answered: of(people) };
    }),
    unanswered: [...new Set(others.map(({ code }) => code))].map((code) => {
      const own = others.filter((row) => row.code === code);
      const count = sum(own, "n");
      return { code, count, afterMs: mean(sum(own, "endMs"), count) };
    }),
  };
}

/** What a minute of a call costs, in thousandths of a yuan, on average over these numbers; []: over all there are, as they are shown. */
export async function priceOf(trx: Trx, compId: string, numbers: readonly string[]): Promise<number> {
  const row = await trx
    .selectFrom("access_number")
    .select((e) => e.fn.coalesce(e.fn.avg<number>("priceMilli"), sql<number>`0`).as("price"))
    .where("compId", "=", compId)
    .where("enabled", "=", 1)
    .$if(numbers.length > 0, (q) => q.where("number", "in", numbers))
    .executeTakeFirstOrThrow();
  return Number(row.price);
}

/** Newest first. */
export async function daysOf(trx: Trx, compId: string, taskId: string, most: number) {
  const day = sql<string>`to_char(a.started_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`;
  const minute = local("HH24:MI");
  return trx
    .selectFrom("dial_attempt as a")
    .select((e) => [
      day.as("date"),
      e.fn.countAll<number>().as("calls"),
      sql<number>`count(distinct nullif(a.agent_id, ''))`.as("agents"),
      minute("min").as("first"),
      minute("max").as("last"),
    ])
    .where("a.compId", "=", compId)
    .where("a.taskId", "=", taskId)
    .where("a.endedAt", "is not", null)
    .groupBy(sql`1`)
    .orderBy("date", "desc")
    .limit(most)
    .execute();
}

/** How many of the numbers that are still to be dialled are of each of these provinces. */
export async function countByProvince(
  trx: Trx,
  compId: string,
  taskId: string,
  provinces: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (provinces.length === 0) return new Map();
  const rows = await trx
    .selectFrom("dial_phone as p")
    .select((e) => ["p.place", e.fn.countAll<number>().as("n")])
    .where("p.compId", "=", compId)
    .where("p.taskId", "=", taskId)
    .where("p.state", "in", ["waiting", "retry"])
    .groupBy("p.place")
    .execute();
  const counts = new Map<string, number>();
  for (const { place, n } of rows) {
    const province = provinces.find((each) => place.startsWith(each));
    if (province) counts.set(province, (counts.get(province) ?? 0) + Number(n));
  }
  return counts;
}

export interface DayCall extends PastCall {
  readonly agentId: string;
  readonly abandoned: boolean;
  readonly endedAt: number;
  readonly connectedAt: number | null;
}

interface DayAsked {
  readonly compId: string;
  readonly taskId: string;
  /** Epoch ms. */
  readonly from: number;
  readonly to: number;
}

/** A page at a time: of more rows at once nothing else would be answered meanwhile. */
const page = 1_000;

/** In the order of their beginnings. How many there are: beyond `mostAttempts` they are not told. */
export async function tellDay(
  trx: Trx,
  { compId, taskId, from, to }: DayAsked,
  tell: (calls: readonly DayCall[]) => void,
): Promise<number> {
  let told = 0;
  for (let after = { startedAt: new Date(from), id: "" }; told < mostAttempts;) {
    const rows = await trx
      .selectFrom("dial_attempt as a")
      .leftJoin("dial_phone as p", (join) => join.onRef("p.compId", "=", "a.compId").onRef("p.id", "=", "a.phoneId"))
      .select([
        "p.place",
        "a.id",
        "a.phoneId",
        "a.startedAt",
        "a.answeredAt",
        "a.connectedAt",
        "a.endedAt",
        "a.talkMs",
        "a.code",
      ])
      .select(["a.agentId", "a.abandoned", sql<boolean>`${byPerson}`.as("person")])
      // A number may have been deleted since.
      .select((e) => e.fn.coalesce("p.place", sql<string>`''`).as("place"))
      .where("a.compId", "=", compId)
      .where("a.taskId", "=", taskId)
      .where("a.endedAt", "is not", null)
      .where((e) => e(e.refTuple("a.startedAt", "a.id"), ">", e.tuple(after.startedAt, after.id)))
      .where("a.startedAt", "<", new Date(to))
      .orderBy("a.startedAt")
      .orderBy("a.id")
      .limit(page)
      .execute();
    tell(
      rows.map(
        ({
          phoneId,
          place,
          startedAt,
          answeredAt,
          connectedAt,
          endedAt,
          person,
          code,
          abandoned,
          agentId,
          talkMs,
        }) => ({
          ...{ number: phoneId, place, agentId, talkMs, answered: person, abandoned: abandoned === 1 },
          startedAt: startedAt.getTime(),
          endedAt: endedAt!.getTime(),
          connectedAt: connectedAt?.getTime() ?? null,
          ringMs: (person ? answeredAt! : endedAt!).getTime() - startedAt.getTime(),
          code: code ?? 0,
        }),
      ),
    );
    told += rows.length;
    const last = rows.at(-1);
    if (!last || rows.length < page) break;
    after = last;
  }
  return told;
}
