/** SQL of the login log and the operation log. */
import { sql } from "kysely";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import { numberLike } from "../../../adapters/database/shown-text.ts";
import { installation } from "../../../http/company.ts";
import type { Trx } from "../../../ports/database.ts";

export interface LogFilter {
  /** Undefined: every enterprise, and what belongs to none. */
  readonly companies: readonly string[] | undefined;
  readonly from?: Date | undefined;
  /** Inclusive to the second. */
  readonly to?: Date | undefined;
}

const second = 1_000;

export type LoginFilter = LogFilter & { readonly account?: string | undefined; readonly result?: string | undefined };
export type OperationFilter = LogFilter & {
  /** Names with numbers are found by the whole name alone: parts would tell the rest, one digit after the other. */
  readonly wholeNumbers: boolean;
  readonly user?: string | undefined;
  readonly objects?: readonly string[] | undefined;
  readonly actions?: readonly string[] | undefined;
  readonly keyword?: string | undefined;
};
/** Where an export's page begins: below this row, newest first. */
export type After = { readonly at: Date; readonly id: string } | undefined;

const logins = (trx: Trx, f: LoginFilter) => {
  let base = trx.selectFrom("login_log as l");
  if (f.companies) base = base.where("l.compId", "in", f.companies.length > 0 ? f.companies : [""]);
  if (f.from) base = base.where("l.at", ">=", f.from);
  if (f.to) base = base.where("l.at", "<", new Date(f.to.getTime() + second));
  if (f.account) base = base.where("l.userName", "ilike", containing(f.account));
  if (f.result) base = base.where("l.result", "=", f.result);
  return base;
};
const shownLogins = (query: ReturnType<typeof logins>) =>
  query
    .selectAll("l")
    .select((e) => [
      e.selectFrom("enterprise as n").select("n.name").whereRef("n.compId", "=", "l.compId").as("compName"),
      e.selectFrom("account as a").select("a.nickName").whereRef("a.id", "=", "l.accountId").as("nickName"),
      e.selectFrom("account as a").select("a.account").whereRef("a.id", "=", "l.accountId").as("account"),
    ]);
const newest = { order: { time: "l.at" }, descending: true, filled: ["l.at"], tie: "l.id" } as const;

export const listLogins = (trx: Trx, f: LoginFilter, page: PageQuery) =>
  pageOf(logins(trx, f), page, { rows: shownLogins, ...newest });
export async function loginsAfter(trx: Trx, f: LoginFilter, after: After, limit: number): Promise<LoginRow[]> {
  const base = after ? logins(trx, f).where(sql<boolean>`(l.at, l.id) < (${after.at}, ${after.id})`) : logins(trx, f);
  return shownLogins(base).orderBy("l.at", "desc").orderBy("l.id", "desc").limit(limit).execute();
}
export type LoginRow = Awaited<ReturnType<typeof listLogins>>["rows"][number];

/** Names by id of rows of these enterprises, `shared`: and of what belongs to none; what was deleted is not among them. */
export async function namesOf(
  trx: Trx,
  ids: readonly string[],
  companies: readonly string[],
  shared: boolean,
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom("row_name")
    .select(["id", "name"])
    .where("id", "in", ids)
    // By enterprise as well: so are the indexes.
    .where("compId", "in", [...companies, installation])
    .execute();
  if (shared)
    rows.push(...(await trx.selectFrom("shared_row_name").select(["id", "name"]).where("id", "in", ids).execute()));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const operations = (trx: Trx, f: OperationFilter) => {
  let base = trx.selectFrom("operation_log as l");
  if (f.companies) base = base.where("l.compId", "in", f.companies.length > 0 ? f.companies : [""]);
  if (f.from) base = base.where("l.at", ">=", f.from);
  if (f.to) base = base.where("l.at", "<", new Date(f.to.getTime() + second));
  if (f.user)
    base = base.where((e) =>
      e.or([e("l.userName", "ilike", containing(f.user!)), e("l.nickName", "ilike", containing(f.user!))]),
    );
  if (f.objects) base = base.where("l.object", "in", f.objects);
  if (f.actions) base = base.where("l.action", "in", f.actions);
  if (f.keyword)
    base = base.where((e) =>
      f.wholeNumbers
        ? e.or([
            e("l.objectName", "=", f.keyword!),
            e.and([e("l.objectName", "ilike", containing(f.keyword!)), e("l.objectName", "!~", numberLike)]),
          ])
        : e("l.objectName", "ilike", containing(f.keyword!)),
    );
  return base;
};
const shownOperations = (query: ReturnType<typeof operations>) =>
  query
    .selectAll("l")
    .select((e) => [
      e.selectFrom("enterprise as n").select("n.name").whereRef("n.compId", "=", "l.compId").as("compName"),
      e
        .selectFrom("enterprise as n")
        .select("n.hiddenGlobalPhone")
        .whereRef("n.compId", "=", "l.compId")
        .as("hiddenGlobalPhone"),
    ]);

export const listOperations = (trx: Trx, f: OperationFilter, page: PageQuery) =>
  pageOf(operations(trx, f), page, { rows: shownOperations, ...newest });
export async function operationsAfter(
  trx: Trx,
  f: OperationFilter,
  after: After,
  limit: number,
): Promise<OperationRow[]> {
  const base = after
    ? operations(trx, f).where(sql<boolean>`(l.at, l.id) < (${after.at}, ${after.id})`)
    : operations(trx, f);
  return shownOperations(base).orderBy("l.at", "desc").orderBy("l.id", "desc").limit(limit).execute();
}
export type OperationRow = Awaited<ReturnType<typeof listOperations>>["rows"][number];
