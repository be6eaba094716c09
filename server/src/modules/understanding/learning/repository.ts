/** SQL of sentences that were heard. */
import type { Insertable, Selectable } from "kysely";
import { sql } from "kysely";
import { learningLimits, learningStates, type HeardState } from "@liantai/api/contract/flow-editor";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { HeardSentenceTable } from "../../../ports/schema/understanding.ts";

export type HeardRow = Selectable<HeardSentenceTable>;

export const insertHeard = (trx: Trx, row: Insertable<HeardSentenceTable>) =>
  trx.insertInto("heard_sentence").values(row).execute();

/** Whether this call said it already, and it led nowhere. */
export const leftUnknown = async (trx: Trx, compId: string, callId: string, key: string): Promise<boolean> =>
  (await trx
    .selectFrom("heard_sentence")
    .select("id")
    .where("compId", "=", compId)
    .where("groupKey", "=", key)
    .where("callId", "=", callId)
    .where("state", "<>", "understood")
    .limit(1)
    .executeTakeFirst()) !== undefined;

export interface HeardFilter {
  readonly keyword?: string | undefined;
  /** Whether a keyword may find digits; without, those that may be a number are not looked at. */
  readonly digits?: boolean | undefined;
  readonly flowId?: string | undefined;
  /** The first moment, and the first after the last. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

const unnumbered = sql<string>`regexp_replace(h.text, '[0-9零〇一二三四五六七八九幺洞拐 -]{7,}', '', 'g')`;

const filtered = (trx: Trx, compId: string, { keyword, digits, flowId, from, to }: HeardFilter) =>
  trx
    .selectFrom("heard_sentence as h")
    .where("h.compId", "=", compId)
    .$if(!!keyword, (q) => q.where(digits ? sql.ref<string>("h.text") : unnumbered, "like", containing(keyword!)))
    .$if(!!flowId, (q) => q.where("h.flowId", "=", flowId!))
    .$if(from !== undefined, (q) => q.where("h.at", ">=", from!))
    .$if(to !== undefined, (q) => q.where("h.at", "<", to!));

const latest = <T>(column: string) => sql<T>`(array_agg(${sql.ref(column)} order by h.at desc, h.id desc))[1]`;

type ListedState = (typeof learningStates)[number];

const groupsOf = (trx: Trx, compId: string, state: ListedState | "all", filter: HeardFilter) =>
  filtered(trx, compId, filter)
    .where("h.state", "in", state === "all" ? learningStates : [state])
    .groupBy("h.groupKey")
    .select((e) => [
      "h.groupKey as id",
      e.fn.countAll<string>().as("count"),
      e.fn.min<Date>("h.at").as("first"),
      e.fn.max<Date>("h.at").as("last"),
      latest<string>("h.text").as("text"),
      latest<ListedState>("h.state").as("state"),
      latest<string>("h.flow_id").as("flowId"),
      latest<string>("h.node_id").as("nodeId"),
      latest<string>("h.node_name").as("nodeName"),
      latest<string | null>("h.second_id").as("nearestId"),
      latest<string | null>("h.intent_id").as("intentId"),
      latest<number>("h.second_score").as("nearestScore"),
      sql<string[]>`(array_agg(h.call_id order by h.at desc, h.id desc))[1:${sql.lit(learningLimits.calls)}]`.as(
        "callIds",
      ),
    ])
    .as("g");

/** As it is called now; '' where it is gone. */
const flowName = (compId: string, flowId: string) =>
  sql<string>`coalesce((select f.name from voice_flow f where f.comp_id = ${compId} and f.id = ${sql.ref(flowId)}), '')`;

/** Groups of equal sentences, the latest of each for the rest. */
export const listGroups = (
  trx: Trx,
  compId: string,
  state: ListedState | "all",
  filter: HeardFilter,
  page: PageQuery,
) =>
  pageOf(trx.selectFrom(groupsOf(trx, compId, state, filter)), page, {
    rows: (q) => q.selectAll("g").select(flowName(compId, "g.flow_id").as("flowName")),
    order: { lastTime: "g.last", count: "g.count" },
    descending: true,
    filled: ["g.last", "g.count"],
    tie: "g.id",
  });

/** Sentences for which an intent was found. */
export function listDetails(
  trx: Trx,
  compId: string,
  filter: HeardFilter & { readonly intentId?: string | undefined },
  page: PageQuery,
) {
  const base = filtered(trx, compId, filter)
    .where("h.intentId", "is not", null)
    .where("h.state", "=", "understood")
    .$if(!!filter.intentId, (q) => q.where("h.intentId", "=", filter.intentId!));
  return pageOf(base, page, {
    rows: (q) => q.selectAll("h").select(flowName(compId, "h.flow_id").as("flowName")),
    order: { at: "h.at" },
    descending: true,
    filled: ["h.at"],
    tie: "h.id",
  });
}

/** The latest of each of these groups, whatever their state. */
export const latestOf = (trx: Trx, compId: string, keys: readonly string[]) =>
  grouped(trx, compId)
    .where("groupKey", "in", [...new Set(keys)])
    .execute();

/** The latest of each group, the newest groups; one put aside is not asked for any more. */
export const newestGroups = (trx: Trx, compId: string, most: number) =>
  trx
    .selectFrom(grouped(trx, compId).where("state", "<>", "ignored").as("g"))
    .selectAll()
    .orderBy("at", "desc")
    .orderBy("groupKey")
    .limit(most)
    .execute();

const grouped = (trx: Trx, compId: string) =>
  trx
    .selectFrom("heard_sentence")
    .distinctOn("groupKey")
    .select(["groupKey", "at", "text", "branchIntents", "threshold", "margin"])
    .select(sql<string>`count(*) over (partition by group_key)`.as("count"))
    .where("compId", "=", compId)
    .orderBy("groupKey")
    .orderBy("at", "desc")
    .orderBy("id", "desc");

/** Of groups, those that were not understood; how many sentences that were. */
export async function setState(
  trx: Trx,
  compId: string,
  keys: readonly string[],
  state: HeardState,
  intentId?: string,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable("heard_sentence")
    .set({ state, ...(intentId === undefined ? {} : { intentId }) })
    .where("compId", "=", compId)
    .where("groupKey", "in", [...new Set(keys)])
    .where("state", "in", ["unknown", "ignored"])
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export const deleteGroups = (trx: Trx, compId: string, keys: readonly string[]): Promise<HeardRow[]> =>
  trx
    .deleteFrom("heard_sentence")
    .where("compId", "=", compId)
    .where("groupKey", "in", [...new Set(keys)])
    .where("state", "<>", "understood")
    .returningAll()
    .execute();
