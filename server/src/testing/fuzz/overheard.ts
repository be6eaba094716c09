/**
 * What the process asks of its database and is answered, heard at the client and changed by nothing. By it a question with an id
 * need not be asked again with every other id: one that stands in no table that was asked, and that the process never read, is to
 * the server an id that is nowhere.
 */
import { sql } from "kysely";
import { Client } from "pg";
import { beginTenant } from "../../adapters/database/roles.ts";
import type { Database } from "../../ports/database.ts";

export interface Overheard {
  /** The tables that were named since it was last taken, and whatever these lead to: by foreign keys, views and triggers. */
  taken(): ReadonlySet<string>;
  /** Whether an answer ever held it: it may be kept in memory now. */
  read(id: string): boolean;
  stop(): void;
}

/** Of each table and view the text that names the others which a statement of it reaches. */
async function leadsOf(database: Database): Promise<ReadonlyMap<string, string>> {
  const { rows } = await database.system((trx) =>
    sql<{ name: string; leads: string }>`
      select c.relname as name, concat_ws(' ',
        (select string_agg(confrelid::regclass::text, ' ') from pg_constraint where conrelid = c.oid and contype = 'f'),
        case when c.relkind = 'v' then pg_get_viewdef(c.oid) end,
        (select string_agg(p.prosrc, ' ') from pg_trigger t join pg_proc p on p.oid = t.tgfoid
          where t.tgrelid = c.oid and not t.tgisinternal)) as leads
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p')`.execute(trx),
  );
  return new Map(rows.map(({ name, leads }) => [name, leads]));
}

/** `ids`: those whose reading matters. What is read within the enterprise `by` is none of others', whose rows it does not see. */
export async function overhear(database: Database, by: string, ids: readonly string[]): Promise<Overheard> {
  const leads = await leadsOf(database);
  let named = new Set<string>();
  const unread = new Set(ids);
  const texts = new Map<string, readonly string[]>();
  const tablesIn = (text: string): readonly string[] => {
    const known = texts.get(text) ?? (text.match(/\w+/g) ?? []).filter((word) => leads.has(word));
    texts.set(text, known);
    return known;
  };
  const answered = (rows: unknown, values: unknown): void => {
    const text = JSON.stringify(rows);
    // What was sent may come back.
    const sent = JSON.stringify(values ?? null);
    for (const id of unread) if (text.includes(id) && !sent.includes(id)) unread.delete(id);
  };

  const within = new WeakMap<Client, string>();
  const query = Client.prototype.query as unknown as (this: Client, ...args: unknown[]) => unknown;
  const listening = jest.spyOn(Client.prototype, "query").mockImplementation(function (
    this: Client,
    ...args: unknown[]
  ) {
    const [question] = args as [string | { readonly text: string; readonly values?: unknown }];
    const { text, values } = typeof question === "string" ? { text: question, values: args[1] } : question;
    for (const table of tablesIn(text)) named.add(table);
    if (text.startsWith("begin")) within.set(this, text);
    const answer = query.apply(this, args);
    // With a callback it returns nothing: so the pool asks, which is how no module asks.
    if (answer instanceof Promise && within.get(this) !== beginTenant(by))
      answer.then(
        ({ rows = null }: { readonly rows?: unknown }) => answered(rows, values),
        () => undefined,
      );
    return answer as never;
  } as never);

  return {
    taken() {
      const reached = new Set<string>();
      const left = [...named];
      for (let table = left.pop(); table !== undefined; table = left.pop())
        if (!reached.has(table)) {
          reached.add(table);
          left.push(...tablesIn(leads.get(table) ?? ""));
        }
      named = new Set();
      return reached;
    },
    read: (id) => !unread.has(id),
    stop: () => listening.mockRestore(),
  };
}
