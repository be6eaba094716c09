/**
 * Small questions of one transaction that come up in the same turn go out as one statement, each a column of it with its rows as JSON: a
 * statement costs this process and the server more than what such a question reads. A transaction of many steps side by side asks each
 * alone, for there what is asked alike is gathered, and there would be no end of texts.
 */
import { sql, type RawBuilder } from "kysely";
import type { Trx } from "../ports/database.ts";
import { isGathering } from "./gathered.ts";

type Rows = readonly unknown[];

interface Together {
  readonly questions: RawBuilder<unknown>[];
  readonly answers: Promise<readonly Rows[]>;
}

const open = new WeakMap<Trx, Together>();

/** A query of the builder, so that a transaction that only asks is known for one. */
async function askAll(trx: Trx, questions: readonly RawBuilder<unknown>[]): Promise<readonly Rows[]> {
  const columns = questions.map((question, at) =>
    sql<Rows>`(select coalesce(json_agg(q), '[]'::json) from (${question}) q)`.as(`a${at}`),
  );
  return Object.values(await trx.selectNoFrom(columns).executeTakeFirstOrThrow());
}

function openFor(trx: Trx): Together {
  const known = open.get(trx);
  if (known) return known;
  const questions: RawBuilder<unknown>[] = [];
  // After all that this turn still has to ask.
  const answers = new Promise<void>((resolve) => process.nextTick(resolve)).then(() => {
    open.delete(trx);
    return askAll(trx, questions);
  });
  const together = { questions, answers };
  open.set(trx, together);
  return together;
}

/** The rows of this question, named as it names them; times come as text. Where one fails, all that went with it do. */
export async function asked<Row>(trx: Trx, question: RawBuilder<Row>): Promise<readonly Row[]> {
  if (isGathering(trx)) return (await askAll(trx, [question]))[0] as readonly Row[];
  const { questions, answers } = openFor(trx);
  const at = questions.push(question) - 1;
  return (await answers)[at] as readonly Row[];
}
