/** SQL of intents. */
import type { Selectable } from "kysely";
import { sql } from "kysely";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { IntentTable } from "../../../ports/schema/understanding.ts";
import type { Store } from "../../crud/index.ts";
import { classesBelow } from "../classes/repository.ts";
import type { Intent } from "./index-build.ts";

type Row = Selectable<IntentTable>;
export interface IntentNew extends Pick<Row, "classId" | "name" | "keywords" | "samples" | "priority" | "remark"> {
  /** 0..1; null: the node's. */
  readonly threshold: number | null;
  readonly ruleIds: readonly string[];
}
export type IntentRow = IntentNew & Pick<Row, "id" | "updatedAt">;
export type IntentListed = Omit<IntentRow, "samples"> & { readonly sampleCount: number };

type IntentQuery = PageQuery & { readonly classId?: string | undefined; readonly name?: string | undefined };

const ruleIds = sql<string[]>`coalesce((
  select jsonb_agg(u.rule_id order by u.sort) from intent_rule u where u.comp_id = i.comp_id and u.intent_id = i.id), '[]')`;
const threshold = sql<number | null>`(i.threshold / 100.0)::real`;
const sampleCount = sql<number>`jsonb_array_length(i.samples)`;
const columns = ["i.id", "i.classId", "i.name", "i.keywords", "i.priority", "i.remark", "i.updatedAt"] as const;

const fromNow = (trx: Trx, compId: string) => trx.selectFrom("intent as i").where("i.compId", "=", compId);
const whole = (trx: Trx, compId: string) =>
  fromNow(trx, compId)
    .select([...columns, "i.samples"])
    .select([ruleIds.as("ruleIds"), threshold.as("threshold")]);

const hundredths = (share: number | null): number | null => (share === null ? null : Math.round(share * 100));

async function setRules(trx: Trx, compId: string, intentId: string, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom("intent_rule").where("compId", "=", compId).where("intentId", "=", intentId).execute();
  if (ids.length > 0)
    await trx
      .insertInto("intent_rule")
      .values(ids.map((ruleId, sort) => ({ compId, intentId, ruleId, sort })))
      .execute();
}

export const intentStore = (now: () => Date): Store<IntentRow, IntentNew, IntentQuery, IntentListed> => ({
  async page(trx, compId, query) {
    let base = fromNow(trx, compId);
    if (query.classId) base = base.where("i.classId", "in", await classesBelow(trx, compId, query.classId));
    if (query.name) base = base.where("i.name", "like", containing(query.name));
    return pageOf(base, query, {
      rows: (q) =>
        q.select(columns).select([ruleIds.as("ruleIds"), threshold.as("threshold"), sampleCount.as("sampleCount")]),
      order: { updateTime: "i.updatedAt", name: "i.name", priority: "i.priority" },
      descending: true,
      filled: ["i.updatedAt", "i.priority"],
      tie: "i.id",
    });
  },
  find: (trx, compId, id) => findIntent(trx, compId, id),
  async insert(trx, compId, id, { ruleIds: rules, keywords, samples, threshold: share, ...row }) {
    await trx
      .insertInto("intent")
      .values({
        compId,
        id,
        ...row,
        threshold: hundredths(share),
        keywords: JSON.stringify(keywords),
        samples: JSON.stringify(samples),
        updatedAt: now(),
      })
      .execute();
    await setRules(trx, compId, id, rules);
  },
  async update(trx, compId, id, { ruleIds: rules, keywords, samples, threshold: share, ...row }) {
    await trx
      .updateTable("intent")
      .set({
        ...row,
        ...(share === undefined ? {} : { threshold: hundredths(share) }),
        ...(keywords ? { keywords: JSON.stringify(keywords) } : {}),
        ...(samples ? { samples: JSON.stringify(samples) } : {}),
        updatedAt: now(),
      })
      .where("compId", "=", compId)
      .where("id", "=", id)
      .execute();
    if (rules) await setRules(trx, compId, id, rules);
  },
  remove: (trx, compId, id) => trx.deleteFrom("intent").where("compId", "=", compId).where("id", "=", id).execute(),
});

export const findIntent = (trx: Trx, compId: string, id: string): Promise<IntentRow | undefined> =>
  whole(trx, compId).where("i.id", "=", id).executeTakeFirst();

/** Samples of all intents but this one, and how many intents there are. */
export async function countSamples(trx: Trx, compId: string, but: string | undefined) {
  const { samples, intents } = await fromNow(trx, compId)
    .select((e) => e.fn.sum<string | null>(sampleCount).as("samples"))
    .select((e) => e.fn.countAll().as("intents"))
    .$if(but !== undefined, (q) => q.where("i.id", "<>", but!))
    .executeTakeFirstOrThrow();
  return { samples: Number(samples ?? 0), intents: Number(intents) };
}

/** Changes of samples one after another: their sum is bounded. Held to the end of the transaction. */
export async function lockIntents(trx: Trx, compId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`intents/${compId}`}))`.execute(trx);
}

/** As they are matched, with their enabled rules; `ids` undefined: all. */
export async function intentsToMatch(trx: Trx, compId: string, ids?: readonly string[]): Promise<Intent[]> {
  if (ids?.length === 0) return [];
  const rows = await whole(trx, compId)
    .$if(ids !== undefined, (q) => q.where("i.id", "in", [...new Set(ids)]))
    .orderBy("i.id")
    .execute();
  const rules = await trx
    .selectFrom("regex_rule")
    .select(["id", "pattern"])
    .where("compId", "=", compId)
    .where("enabled", "=", 1)
    .execute();
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    priority: row.priority,
    keywords: row.keywords,
    rules: row.ruleIds.flatMap((id) => byId.get(id) ?? []),
    samples: row.samples,
    threshold: row.threshold ?? undefined,
  }));
}

/** Names of intents by id. */
export async function intentNames(
  trx: Trx,
  compId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await fromNow(trx, compId)
    .select(["i.id", "i.name"])
    .where("i.id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
