/** SQL of contacts: their lists, and how many have a value of a field. */
import { contactFormId } from "@liantai/api/contract/workorder";
import { searchText, type CompiledField } from "@liantai/api/forms";
import { sql } from "kysely";
import type { PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import { asking, type Records } from "../records/asking-repository.ts";
import type { AskedField } from "../records/query.ts";
import { recordColumns, type RecordRow } from "../records/repository.ts";

/** Contacts that have a value of the field; the recycle bin apart. */
export async function countWith(trx: Trx, compId: string, name: string): Promise<number> {
  const { count } = await contacts(trx, compId)
    .where(sql<boolean>`jsonb_exists(r."values", ${name})`)
    .select((e) => e.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

const contacts = (trx: Trx, compId: string): Records<object> =>
  trx
    .selectFrom("form_record as r")
    .where("r.compId", "=", compId)
    .where("r.formId", "=", contactFormId)
    .where("r.deletedAt", "is", null);

export interface ContactQuery {
  /** Each must hold. */
  readonly asked: readonly AskedField[];
  /** One of these must hold; absent: nothing is looked for. */
  readonly anywhere?: readonly AskedField[] | undefined;
  /** Dates, whose texts are looked through. */
  readonly dates: readonly CompiledField[];
  readonly keyword: string;
  /** Absent or '': whichever. */
  readonly id?: string | undefined;
}

function filtered(trx: Trx, compId: string, { asked, anywhere, dates, keyword, id }: ContactQuery): Records<object> {
  let found = contacts(trx, compId);
  if (id) found = found.where("r.id", "=", id);
  for (const one of asked) found = asking(found, one);
  if (!anywhere) return found;
  return found.where((e) =>
    e.or([
      // Each field by its own index: an "or" of them all would read every contact.
      ...anywhere.map((one) => e("r.id", "in", asking(contacts(trx, compId), one).select("r.id"))),
      ...dates.map(({ name }) => sql<boolean>`strpos(r."values" ->> ${name}::text, ${searchText(keyword)}) > 0`),
    ]),
  );
}

export async function listContacts(
  trx: Trx,
  compId: string,
  query: ContactQuery,
  { pageNo, pageSize, sortBy, sortOrder }: PageQuery,
): Promise<{ readonly rows: RecordRow[]; readonly total: number }> {
  const found = filtered(trx, compId, query);
  const direction = sortBy && sortOrder !== "desc" ? "asc" : "desc";
  const order = sortBy === "name" ? sql`r."values" ->> 'name'` : sql.ref("r.createdAt");
  const [rows, { total }] = await Promise.all([
    found
      .select(recordColumns)
      .orderBy(order, direction)
      .orderBy("r.id", direction)
      .limit(pageSize)
      .offset((pageNo - 1) * pageSize)
      .execute(),
    found.select((e) => e.fn.countAll().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}

/** A page of an export, newest first: rows behind `after`. */
export function contactsAfter(
  trx: Trx,
  compId: string,
  query: ContactQuery,
  after: RecordRow | undefined,
  limit: number,
): Promise<RecordRow[]> {
  let found = filtered(trx, compId, query);
  if (after) found = found.where((e) => e(e.refTuple("r.createdAt", "r.id"), "<", e.tuple(after.createdAt, after.id)));
  return found.select(recordColumns).orderBy("r.createdAt", "desc").orderBy("r.id", "desc").limit(limit).execute();
}
