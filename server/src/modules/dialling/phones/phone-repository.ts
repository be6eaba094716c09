/** SQL of the numbers of tasks as screens ask for them. */
import { callingStates, countedPhones, type Answerer, type NumberState } from "@liantai/api/contract/admin";
import { sql, type RawBuilder, type Selectable, type SelectQueryBuilder } from "kysely";
import { literal } from "../../../adapters/database/page.ts";
import { plannedAnew } from "../../../adapters/database/statements.ts";
import type { Trx } from "../../../ports/database.ts";
import type { Tables } from "../../../ports/schema.ts";
import type { DialPhoneTable } from "../../../ports/schema/dialling.ts";

export interface PhoneFilters {
  readonly taskId: string;
  readonly phone?: string | undefined;
  readonly batchNumber?: string | undefined;
  readonly state?: NumberState | "" | undefined;
  readonly code?: string | undefined;
  readonly answerer?: Answerer | "" | undefined;
  /** '1': the last call was abandoned. */
  readonly abandoned?: string | undefined;
  /** '1': its seat owes its result. */
  readonly resultDue?: string | undefined;
  readonly agentId?: string | undefined;
  readonly result?: string | undefined;
  readonly level?: string | undefined;
}
export interface PhoneQuery extends PhoneFilters {
  readonly compId: string;
  /** Numbers must match whole: who may not see them must not find them out digit by digit. */
  readonly whole: boolean;
}

type Query<O> = SelectQueryBuilder<Tables & { p: DialPhoneTable }, "p", O>;

/** So long a number is no beginning of one. */
const wholeLength = 11;

function filtered(trx: Trx, f: PhoneQuery): Query<object> {
  let query: Query<object> = trx
    .selectFrom("dial_phone as p")
    .where("p.compId", "=", f.compId)
    .where("p.taskId", "=", f.taskId);
  if (f.phone)
    query =
      f.whole || f.phone.length >= wholeLength
        ? query.where("p.phone", "=", f.phone)
        : query.where("p.phone", "like", `${literal(f.phone)}%`);
  if (f.batchNumber)
    query = query.where("p.batchId", "=", (e) =>
      e
        .selectFrom("dial_batch as b")
        .select("b.id")
        .where("b.compId", "=", f.compId)
        .where("b.taskId", "=", f.taskId)
        .where("b.batchNumber", "=", f.batchNumber!),
    );
  if (f.state) query = query.where("p.state", "=", f.state);
  if (f.code) query = query.where("p.lastCode", "=", Number(f.code));
  if (f.abandoned === "1") query = query.where("p.lastAbandoned", "=", 1);
  if (f.resultDue === "1") query = query.where("p.resultDue", "=", 1);
  // The second half names the part of the table that an index holds.
  if (f.answerer) query = query.where("p.lastAnswerer", "=", f.answerer).where("p.lastAnswerer", "<>", "");
  if (f.agentId) query = query.where("p.agentId", "=", f.agentId).where("p.agentId", "<>", "");
  if (f.result) query = query.where("p.result", "=", f.result).where("p.result", "<>", "");
  if (f.level) query = query.where("p.level", "=", f.level).where("p.level", "<>", "");
  return query;
}

/** Levels that numbers of the task have: a step in the index for each, not a look at all numbers. */
export async function levelsOfNumbers(trx: Trx, compId: string, taskId: string): Promise<string[]> {
  const next = (than: RawBuilder<unknown>) => sql`(
    select p.level from dial_phone p
    where p.comp_id = ${compId} and p.task_id = ${taskId} and p.level <> '' and p.level > ${than}
    order by p.level limit 1)`;
  const { rows } = await sql<{ level: string }>`
    with recursive found (level) as (
      select ${next(sql`''`)} union all select ${next(sql`found.level`)} from found where found.level is not null
    )
    select level from found where level is not null`.execute(trx);
  return rows.map(({ level }) => level);
}

/** Rule of the task's robot; '': it has none. */
export const ruleOfRobot = async (trx: Trx, compId: string, robotId: string): Promise<string> =>
  (
    await trx
      .selectFrom("robot_agent")
      .select("intentionRuleId")
      .where("compId", "=", compId)
      .where("id", "=", robotId)
      .executeTakeFirst()
  )?.intentionRuleId ?? "";

const batchNumber = sql<string>`coalesce((select b.batch_number from dial_batch b where b.comp_id = p.comp_id and b.id = p.batch_id), '')`;

export type ListedPhone = Selectable<DialPhoneTable> & { readonly batchNumber: string };

/** In the order in which they came, behind `after`, or `skip` of the first. */
export const pageOfPhones = (
  trx: Trx,
  query: PhoneQuery,
  { after, skip = 0, limit }: { readonly after?: string | undefined; readonly skip?: number; readonly limit: number },
): Promise<ListedPhone[]> =>
  filtered(trx, query)
    .$if(after !== undefined, (q) => q.where("p.id", ">", after!))
    .selectAll("p")
    .select(batchNumber.as("batchNumber"))
    .modifyFront(plannedAnew)
    .orderBy("p.id")
    .limit(limit)
    .$if(skip > 0, (q) => q.offset(skip))
    .execute();

/** Names that variables of the next numbers behind `after` have. count, last: of those numbers. */
export async function pageOfVariables(
  trx: Trx,
  query: PhoneQuery,
  after: string | undefined,
  limit: number,
): Promise<{ readonly names: readonly string[]; readonly count: number; readonly last: string | null }> {
  const page = filtered(trx, query)
    .$if(after !== undefined, (q) => q.where("p.id", ">", after!))
    .select(["p.id", "p.variables"])
    .modifyFront(plannedAnew)
    .orderBy("p.id")
    .limit(limit);
  const { rows } = await sql<{ names: string[]; count: number; last: string | null }>`
    with page as ${page}
    select array(select distinct name from page, jsonb_object_keys(page.variables) name) as names,
      (select count(*)::integer from page) as count, (select max(id) from page) as last`.execute(trx);
  return rows[0]!;
}

/** Never more than countedPhones + 1. */
export async function countPhones(trx: Trx, query: PhoneQuery): Promise<number> {
  const { n } = await trx
    .selectFrom(
      filtered(trx, query)
        .select("p.id")
        .limit(countedPhones + 1)
        .as("some"),
    )
    .select((e) => e.fn.countAll().as("n"))
    .modifyFront(plannedAnew)
    .executeTakeFirstOrThrow();
  return Number(n);
}

export const attemptsOf = (trx: Trx, compId: string, taskId: string, phoneId: string) =>
  trx
    .selectFrom("dial_attempt")
    .selectAll()
    .where("compId", "=", compId)
    .where("taskId", "=", taskId)
    .where("phoneId", "=", phoneId)
    .orderBy("attempt")
    .execute();

export interface Moved {
  readonly from: NumberState;
  readonly ids: readonly string[];
}

const movedOf = (rows: readonly { readonly from: NumberState; readonly id: string }[]): Moved[] => {
  const ids = new Map<NumberState, string[]>();
  for (const { from, id } of rows) {
    const of = ids.get(from);
    if (of) of.push(id);
    else ids.set(from, [id]);
  }
  return [...ids].map(([from, of]) => ({ from, ids: of }));
};

/** What is dialled once more: live numbers end first, the engine alone moves them. */
export const recalledStates: readonly NumberState[] = ["done", "skipped", "stopped", "retry"];

/** How many of these numbers a seat has in hand after a call, for their result. */
export async function heldForResult(trx: Trx, compId: string, taskId: string, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from dial_phone
    where comp_id = ${compId} and task_id = ${taskId} and id = any(${sql.val([...ids])}::text[]) and taken_at is not null
      and state = any(${sql.val([...recalledStates])}::text[])`.execute(trx);
  return rows[0]!.n;
}

interface Chosen {
  readonly compId: string;
  readonly taskId: string;
  readonly ids?: readonly string[];
  readonly batchIds?: readonly string[];
}

/**
 * Those of these numbers that were in one of the states are in another now; how many came from which. What a seat has in hand does not wait
 * again (D63).
 */
export async function movePhones(
  trx: Trx,
  of: Chosen & {
    /** No more of them than so many; default: all. */
    readonly most?: number;
  },
  from: readonly NumberState[],
  to: "waiting" | "stopped",
  reason: string,
): Promise<Moved[]> {
  const rows = await sql<{ from: NumberState; id: string }>`
    with chosen as (
      select id, state from dial_phone
      where comp_id = ${of.compId} and task_id = ${of.taskId} and state = any(${sql.val([...from])}::text[])
        ${of.ids ? sql`and id = any(${sql.val([...of.ids])}::text[])` : sql``}
        ${to === "waiting" ? sql`and taken_at is null` : sql``}
        ${of.batchIds ? sql`and batch_id = any(${sql.val([...of.batchIds])}::text[])` : sql``}
      order by id ${of.most === undefined ? sql`` : sql`limit ${of.most}`} for update)
    update dial_phone p set state = ${to}, reason = ${reason}, next_at = null, tries = '{}', claimed_until = null,
      taken_at = case when c.state = 'claimed' then null else p.taken_at end
    from chosen c where p.comp_id = ${of.compId} and p.id = c.id returning c.state as "from", p.id`.execute(trx);
  return movedOf(rows.rows);
}

/** Those of these numbers that have a call: it goes on, and they are not dialled again (D66). How many. */
export async function endWithCall(trx: Trx, of: Chosen, reason: string): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable("dial_phone")
    .set({ reason })
    .where("compId", "=", of.compId)
    .where("taskId", "=", of.taskId)
    .where("state", "in", callingStates)
    .where("reason", "=", "")
    .$if(of.ids !== undefined, (q) => q.where(sql<boolean>`id = any(${sql.val([...(of.ids ?? [])])}::text[])`))
    .$if(of.batchIds !== undefined, (q) => q.where("batchId", "in", of.batchIds ?? []))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Numbers of these batches that were never dialled, and are not about to be. */
export async function deleteUndialled(
  trx: Trx,
  compId: string,
  taskId: string,
  batchIds: readonly string[],
): Promise<Moved[]> {
  const rows = await trx
    .deleteFrom("dial_phone")
    .where("compId", "=", compId)
    .where("taskId", "=", taskId)
    .where("batchId", "in", [...batchIds])
    .where("attempts", "=", 0)
    .where("state", "in", ["waiting", "retry", "skipped", "stopped"])
    .returning(["state as from", "id"])
    .execute();
  return movedOf(rows);
}

/** Those of these batches that no number has any more; how they were called. */
export const deleteEmptyBatches = (trx: Trx, compId: string, taskId: string, ids: readonly string[]) =>
  trx
    .deleteFrom("dial_batch as b")
    .where("b.compId", "=", compId)
    .where("b.taskId", "=", taskId)
    .where("b.id", "in", [...ids])
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom("dial_phone as p")
            .select("p.id")
            .whereRef("p.compId", "=", "b.compId")
            .whereRef("p.batchId", "=", "b.id"),
        ),
      ),
    )
    .execute();

export const batchesOf = (trx: Trx, compId: string, taskId: string, ids: readonly string[]) =>
  trx
    .selectFrom("dial_batch")
    .select(["id", "batchNumber"])
    .where("compId", "=", compId)
    .where("taskId", "=", taskId)
    .where("id", "in", [...ids])
    .orderBy("id")
    .execute();
