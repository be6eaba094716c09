/** SQL of thousands of numbers at once against lists of millions: an import, a campaign. */
import { sql } from "kysely";
import { plannedAnew } from "../../adapters/database/statements.ts";
import { installation } from "../../http/company.ts";
import type { Trx } from "../../ports/database.ts";

/** For more values than these PostgreSQL would read a list of a million whole instead of looking each of them up: 5 ms instead of 400. */
const looksAtOnce = 500;
/** A number of the table is no longer (blackListAdd). */
const longestBar = 32;

/**
 * Of these numbers those that may not be called: for thousands at once. A bar by a beginning is looked for by the lengths that there are,
 * so each number costs a look for itself and one for each such length, whatever the size of the lists.
 */
export async function numbersBarredOutside(
  trx: Trx,
  compId: string,
  numbers: readonly string[],
  { lists, now }: { readonly lists: "system" | "both"; readonly now: Date },
): Promise<ReadonlySet<string>> {
  const owners = lists === "system" ? [installation] : [installation, compId];
  const { rows: lengths } = await sql<{ length: number }>`
    select n as length from generate_series(1, ${longestBar}) n
    where exists (
      select 1 from black_list where comp_id = any(${sql.val(owners)}::text[]) and is_prefix = 1 and length(phone) = n)`.execute(
    trx,
  );
  const starts = [...new Set(lengths.flatMap(({ length }) => numbers.map((number) => number.slice(0, length))))];
  const barsOf = (isPrefix: 0 | 1, phones: readonly string[]) =>
    trx
      .selectFrom("black_list")
      .select("phone")
      .modifyFront(plannedAnew)
      .where("compId", "in", owners)
      .where(sql<boolean>`phone = any(${sql.val([...phones])}::text[])`)
      .where("isPrefix", "=", isPrefix)
      .where("callType", "in", [1, 2])
      .where((e) => e.or([e("expiresAt", "is", null), e("expiresAt", ">", now)]))
      .execute();
  const all = async (isPrefix: 0 | 1, phones: readonly string[]): Promise<ReadonlySet<string>> => {
    const parts = Array.from({ length: Math.ceil(phones.length / looksAtOnce) }, (_, n) =>
      phones.slice(n * looksAtOnce, (n + 1) * looksAtOnce),
    );
    const found = await Promise.all(parts.map((some) => barsOf(isPrefix, some)));
    return new Set(found.flat().map(({ phone }) => phone));
  };
  const [wholes, beginnings] = await Promise.all([all(0, numbers), all(1, starts)]);
  return new Set(
    numbers.filter(
      (number) => wholes.has(number) || lengths.some(({ length }) => beginnings.has(number.slice(0, length))),
    ),
  );
}
