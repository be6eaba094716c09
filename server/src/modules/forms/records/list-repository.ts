/** SQL of lists of records: newest first, counted to 10,000, by keyset beyond page 500. */
import { dayMs, epochOf, type BodyOf } from "@liantai/api/contract";
import { countedRecords, type customerFormDataApi } from "@liantai/api/contract/workorder";
import { sql } from "kysely";
import { plannedAnew } from "../../../adapters/database/statements.ts";
import type { Trx } from "../../../ports/database.ts";
import { asking, besides, longestInSlot, type Records } from "./asking-repository.ts";
import { numbersMeant } from "../../numbers/index.ts";
import type { AskedField } from "./query.ts";
import { recordColumns, type RecordRow } from "./repository.ts";
import { within, type Scope } from "./scope.ts";

export type RecordFilters = Pick<
  BodyOf<(typeof customerFormDataApi)["list"]>,
  | "formId"
  | "filters"
  | "phone"
  | "source"
  | "ownerId"
  | "callId"
  | "startTime"
  | "endTime"
  | "tags"
  | "tagMode"
  | "pool"
> & {
  /** Records that were chosen one by one. */
  readonly ids?: readonly string[] | undefined;
};

/** A record as a place in the list. */
export interface Place {
  readonly at: number;
  readonly id: string;
}

interface Page {
  readonly limit: number;
  readonly offset?: number;
  readonly after?: Place | undefined;
  readonly ascending?: boolean;
}

export interface ListQuery {
  readonly compId: string;
  readonly formId: string;
  readonly scope: Scope;
  readonly asked: readonly AskedField[];
  readonly filters: RecordFilters;
  /** Records whose order's node hides a field that is asked by are not found by it. */
  readonly guarded?: boolean;
}

const day = (text: string, end: boolean): Date => new Date(epochOf(`${text} 00:00:00`) + (end ? dayMs : 0));

/** Records with any of the tags, or with all of them. */
function tagged(records: Records<object>, { tags = [], tagMode }: RecordFilters): Records<object> {
  const having = (among: Records<object>, ids: readonly string[]) =>
    among.where((e) =>
      e.exists(
        e
          .selectFrom("record_tag as m")
          .select("m.recordId")
          .whereRef("m.compId", "=", "r.compId")
          .where("m.tagId", "in", [...ids])
          .whereRef("m.createdAt", "=", "r.createdAt")
          .whereRef("m.recordId", "=", "r.id"),
      ),
    );
  if (tags.length === 0) return records;
  return tagMode === "all" ? tags.reduce((among, id) => having(among, [id]), records) : having(records, tags);
}

export function filteredRecords(trx: Trx, { compId, formId, scope, asked, filters, guarded = false }: ListQuery) {
  const { phone, source, ownerId, callId, startTime, endTime } = filters;
  let records: Records<object> = trx
    .selectFrom("form_record as r")
    .where("r.compId", "=", compId)
    .where("r.formId", "=", formId)
    .where("r.deletedAt", "is", null);
  for (const one of asked) {
    records = asking(records, one);
    const { name } = one.field;
    if (guarded) records = records.where(sql<boolean>`not (r.hidden_fields @> ${JSON.stringify([name])}::jsonb)`);
  }
  if (phone)
    records = records.where((e) =>
      e.exists(
        e
          .selectFrom("record_phone as p")
          .select("p.recordId")
          .where("p.compId", "=", compId)
          .where("p.number", "in", numbersMeant(phone))
          .whereRef("p.recordId", "=", "r.id"),
      ),
    );
  if (filters.ids && filters.ids.length > 0) records = records.where("r.id", "in", filters.ids);
  if (source) records = records.where("r.source", "=", source);
  if (ownerId) records = records.where("r.ownerId", "=", ownerId);
  if (callId) records = records.where("r.callId", "=", callId);
  if (startTime) records = records.where("r.createdAt", ">=", day(startTime, false));
  if (endTime) records = records.where("r.createdAt", "<", day(endTime, true));
  return within(tagged(records, filters), scope);
}

function pageOf(trx: Trx, query: ListQuery, { limit, offset = 0, after, ascending = false }: Page) {
  let records = filteredRecords(trx, query);
  if (after) {
    const place = sql`(${new Date(after.at)}::timestamptz, ${after.id}::text)`;
    records = records.where(
      ascending ? sql<boolean>`(r.created_at, r.id) > ${place}` : sql<boolean>`(r.created_at, r.id) < ${place}`,
    );
  }
  const direction = ascending ? "asc" : "desc";
  return records
    .modifyFront(plannedAnew)
    .orderBy("r.createdAt", direction)
    .orderBy("r.id", direction)
    .limit(limit)
    .offset(offset);
}

export const pageOfRecords = (trx: Trx, query: ListQuery, page: Page): Promise<RecordRow[]> =>
  pageOf(trx, query, page).select(recordColumns).execute();

/**
 * For files of all of them. The values as the texts they come as: a thousand records of twenty values would be old before they are
 * written, and collecting them costs more than reading them.
 */
export const pageOfTexts = (trx: Trx, query: ListQuery, page: Page) =>
  pageOf(trx, query, page)
    .select(["r.id", "r.formVersion", "r.callId", "r.source", "r.ownerName", "r.createdAt", "r.updatedAt"])
    .select([sql<string>`r."values"::text`.as("values"), sql<string>`r.hidden_fields::text`.as("hiddenFields")])
    .execute();

const formRecords = (trx: Trx, { compId, formId }: Pick<ListQuery, "compId" | "formId">): Records<object> =>
  trx.selectFrom("form_record as r").where("r.compId", "=", compId).where("r.formId", "=", formId);

/** Whether an index of a column alone answers it: its entries hold time and id beside the value, and none is of the recycle bin. */
const byColumn = ({ slot, query }: AskedField): boolean =>
  slot !== undefined &&
  (query.op === "between" || query.op === "anyOf" || (query.op === "equals" && query.text.length < longestInSlot));

/**
 * The records that are counted. PostgreSQL joins no two indexes that both begin with enterprise and form, and would read each record
 * that one of them finds (35,000 pages of a million records). The index of one column holds the others beside, texts as their mark:
 * what it finds is looked at itself, for two texts may have one mark.
 */
function countable(trx: Trx, query: ListQuery): Records<object> {
  const { asked, guarded, filters, scope } = query;
  const alone = asked.filter(byColumn);
  // A text finds fewer than a span does, as a rule.
  const first = alone.find(({ slot }) => slot?.startsWith("t")) ?? alone[0];
  if (!first) return filteredRecords(trx, query);
  const found = asking(formRecords(trx, query), first);
  if (alone.length === asked.length && asked.length === 1 && !guarded && scope.kind === "all" && !hasMore(filters))
    return found;
  const others = alone.filter((one) => one !== first);
  if (others.length === 0) return filteredRecords(trx, query);
  return filteredRecords(trx, query).where("r.id", "in", others.reduce(besides, found).select("r.id"));
}

/** Asked for what stands in no index of a column. */
const hasMore = ({ phone, source, ownerId, callId, startTime, endTime, tags = [] }: RecordFilters): boolean =>
  tags.length > 0 ||
  [phone, source, ownerId, callId, startTime, endTime].some((one) => one !== undefined && one !== "");

export async function countOfRecords(trx: Trx, query: ListQuery, exact: boolean): Promise<number> {
  const records = countable(trx, query);
  const counted = exact
    ? await records.select((e) => e.fn.countAll().as("total")).executeTakeFirstOrThrow()
    : await trx
        .selectFrom(
          records
            .select("r.id")
            .limit(countedRecords + 1)
            .as("some"),
        )
        .select((e) => e.fn.countAll().as("total"))
        .modifyFront(plannedAnew)
        .executeTakeFirstOrThrow();
  return Number(counted.total);
}

/** A page of a list that is not asked for by fields, and its total. */
async function plainPage(
  records: Records<object>,
  order: "r.createdAt" | "r.deletedAt",
  { pageNo, pageSize }: { readonly pageNo: number; readonly pageSize: number },
): Promise<{ readonly rows: RecordRow[]; readonly total: number }> {
  const [rows, { total }] = await Promise.all([
    records
      .select(recordColumns)
      .orderBy(order, "desc")
      .orderBy("r.id", "desc")
      .limit(pageSize)
      .offset((pageNo - 1) * pageSize)
      .execute(),
    records.select((e) => e.fn.countAll().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}
type PlainPage = Parameters<typeof plainPage>[2];

export const childrenOf = (trx: Trx, compId: string, parentId: string, scope: Scope, page: PlainPage) =>
  plainPage(
    within(
      trx
        .selectFrom("form_record as r")
        .where("r.compId", "=", compId)
        .where("r.parentId", "=", parentId)
        .where("r.deletedAt", "is", null),
      scope,
    ),
    "r.createdAt",
    page,
  );

export const binOf = (trx: Trx, compId: string, formId: string, scope: Scope, page: PlainPage) =>
  plainPage(
    within(
      trx
        .selectFrom("form_record as r")
        .where("r.compId", "=", compId)
        .where("r.formId", "=", formId)
        .where("r.deletedAt", "is not", null)
        .where("r.mergedInto", "is", null),
      scope,
    ),
    "r.deletedAt",
    page,
  );
