/** What every list of the console asks of the database: one page, its total, an order that never leaves two rows equal. */
import type { SelectQueryBuilder } from "kysely";
import { sql } from "kysely";

export interface PageQuery {
  readonly pageNo: number;
  readonly pageSize: number;
  readonly sortBy?: string | undefined;
  readonly sortOrder?: string | undefined;
}

/** Text that means itself inside LIKE. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
/** A pattern that finds the text anywhere. */
export const containing = (text: string): string => `%${literal(text)}%`;

interface Paging<Q, O> {
  /** Joins and selects what a row needs; the total is counted without it. */
  readonly rows: (base: Q) => O;
  /** Column a sort field of the contract means; the first entry is the order when none is asked for. */
  readonly order: Readonly<Record<string, string>>;
  /** Direction when none is asked for. */
  readonly descending?: boolean;
  /** Columns that are never null: an index gives their order backwards as well, which it does not with NULLS LAST. */
  readonly filled?: readonly string[];
  /** Makes the order total, e.g. 's.id'; several columns where one does not. */
  readonly tie: string | readonly [string, string];
}

/**
 * One page and the total; the two statements travel to the database as one message. `base` has the table, the joins its
 * filters need and the filters, and selects nothing.
 */
export async function pageOf<DB, TB extends keyof DB, DB2, TB2 extends keyof DB2, O>(
  base: SelectQueryBuilder<DB, TB, object>,
  page: PageQuery,
  {
    rows,
    order,
    descending = false,
    filled = [],
    tie,
  }: Paging<SelectQueryBuilder<DB, TB, object>, SelectQueryBuilder<DB2, TB2, O>>,
): Promise<{ readonly rows: O[]; readonly total: number }> {
  const asked = page.sortBy ? order[page.sortBy] : undefined;
  const [tied, alsoTied] = typeof tie === "string" ? [tie] : tie;
  const column = asked ?? Object.values(order)[0] ?? tied;
  const down = asked && page.sortOrder ? page.sortOrder === "desc" : asked ? false : descending;
  const [counted, found] = await Promise.all([
    base.select((e) => e.fn.countAll().as("total")).executeTakeFirstOrThrow(),
    rows(base)
      .orderBy(sql.ref(column), (by) =>
        // Ascending, nulls are last by themselves.
        !down ? by.asc() : filled.includes(column) ? by.desc() : by.desc().nullsLast(),
      )
      .orderBy(sql.ref(tied), down ? "desc" : "asc")
      .$if(alsoTied !== undefined, (query) => query.orderBy(sql.ref(alsoTied!), down ? "desc" : "asc"))
      .limit(page.pageSize)
      .offset((page.pageNo - 1) * page.pageSize)
      .execute(),
  ]);
  return { rows: found, total: Number((counted as { total: unknown }).total) };
}
