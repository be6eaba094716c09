/** The demonstration's enterprise once more under another name: for suites in which processes have enterprises of their own. */
import type { Client } from "pg";
import { demoAccessNumber, demoChatSite } from "../../modules/system/index.ts";
import { compId, number } from "./people.ts";

export const second = { compId: "100002", number: "4102" } as const;

/** Everything of the first, its ids made others. Before anybody has signed in. */
export async function addSecondEnterprise(
  database: Client,
  named: { readonly compId: string; readonly number: string } = second,
): Promise<void> {
  const rowsOf = async (sql: string) => (await database.query(sql)).rows as Readonly<Record<string, string>>[];
  const columns = await rowsOf(
    `select table_name as name, string_agg(column_name, ',') as columns from information_schema.columns c
     where table_schema = 'public' and is_generated = 'NEVER' and is_identity = 'NO'
       and exists (select from pg_tables t where t.schemaname = 'public' and t.tablename = c.table_name)
       and table_name not like 'telephony%' and table_name <> 'live_leg'
     group by table_name`,
  );
  const has = (table: (typeof columns)[number], column: string) => table["columns"]!.split(",").includes(column);
  const roles = `select id from role where comp_id = '${compId}'`;
  const tables = columns.flatMap((table) => {
    const { name = "", columns: list = "" } = table;
    if (has(table, "comp_id"))
      return [{ name, columns: list, rows: `select * from ${name} where comp_id = '${compId}'` }];
    if (has(table, "role_id"))
      return [{ name, columns: list, rows: `select * from ${name} where role_id in (${roles})` }];
    return [];
  });
  const found = [];
  for (const { name, columns: list, rows } of tables)
    for (const row of await rowsOf(`select to_jsonb(each)::text as row from (${rows}) each`))
      found.push({ name, list, row: row["row"]! });
  const ids = new Set(found.flatMap(({ row }) => (JSON.parse(row) as { readonly id?: string }).id ?? []));
  const other = (row: string): string =>
    row
      .replace(/"([0-9a-f]{8}-[0-9a-f-]{27})"/g, (all, id: string) => (ids.has(id) ? `"f${id.slice(1)}"` : all))
      .replaceAll(`"${compId}`, `"${named.compId}`)
      .replaceAll(`"${number}"`, `"${named.number}"`)
      // Nobody calls it; a number is of one enterprise.
      .replaceAll(`"${demoAccessNumber.number}"`, `"${named.number}1"`)
      // The same of a page for chats.
      .replaceAll(`"${demoChatSite.webKey}"`, `"${named.compId}-chat-site"`);
  await database.query("set session_replication_role = replica");
  for (const { name, list, row } of found)
    await database.query(
      `insert into ${name} (${list}) select ${list} from jsonb_populate_record(null::${name}, $1::jsonb)`,
      [other(row)],
    );
  await database.query("set session_replication_role = default");
}
