/** What calls read in look-up tables. */
import { lookUpLimits, readLookUp, type FlowContentSummaries } from "@liantai/api/contract/flow-editor";
import type { Question, TestWorld } from "@liantai/api/flows";
import type { Database, Trx } from "../../../ports/database.ts";
import { contentVerbs } from "./service.ts";
import { contentsOf, findContentVersion, newestVersion, versionAt } from "./repository.ts";
import { refuseLostColumns } from "./using.ts";

type Asked = Pick<Extract<Question, { readonly what: "lookUp" }>, "tableId" | "key" | "column">;

type Summary = FlowContentSummaries["lookUpTable"];

export const lookUpTables = contentVerbs<Summary>({
  kind: "lookUpTable",
  label: "查找表",
  most: lookUpLimits.tables,
  summaryOf(text) {
    const { columns, rows } = readLookUp(text);
    return { columns: [...columns], rows: rows.length };
  },
  logged: ({ columns, rows }) => ({ columns: columns.join("、"), rows }),
  async check(trx, compId, before, { columns }) {
    const lost = (before?.summary.columns ?? []).filter((name) => !columns.includes(name));
    if (before) await refuseLostColumns(trx, compId, before.id, new Set(lost));
  },
});

/** By id, the key first: what the validator holds nodes against. */
export const columnsAround = async (trx: Trx, compId: string): Promise<Readonly<Record<string, readonly string[]>>> =>
  Object.fromEntries(
    (await contentsOf(trx, compId, "lookUpTable")).map(({ id, summary }) => [id, (summary as Summary).columns]),
  );

/** A version as it is looked up in. */
interface Table {
  readonly columns: readonly string[];
  readonly rows: ReadonlyMap<string, readonly string[]>;
}

function tableOf(text: string): Table {
  const { columns, rows } = JSON.parse(text) as { columns: string[]; rows: string[][] };
  return { columns, rows: new Map(rows.map((row) => [row[0]!, row])) };
}

const cellOf = ({ columns, rows }: Table, { key, column }: Asked): string | undefined =>
  rows.get(key.trim())?.[columns.indexOf(column)];

/** Tables whose versions calls read lately. A version never changes, so what is kept is never stale. */
const mostKept = 40;

export class LookUps {
  readonly #database: Database;
  readonly #kept = new Map<string, Table>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** As the table was at that moment. undefined: there is no such row, column or table. */
  async find(compId: string, at: number, asked: Asked): Promise<string | undefined> {
    const table = await this.#database.tenant(compId, async (trx) => {
      const id = await versionAt(trx, compId, asked.tableId, new Date(at));
      return id === undefined ? undefined : (this.#of(`${compId}/${id}`) ?? this.#read(trx, compId, asked.tableId, id));
    });
    return table && cellOf(table, asked);
  }

  #of(key: string): Table | undefined {
    const found = this.#kept.get(key);
    // The one that was not asked for the longest time goes first.
    if (found && this.#kept.delete(key)) this.#kept.set(key, found);
    return found;
  }

  async #read(trx: Trx, compId: string, tableId: string, id: string): Promise<Table | undefined> {
    const version = await findContentVersion(trx, compId, tableId, id);
    if (!version) return undefined;
    const table = tableOf(version.content);
    if (this.#kept.size >= mostKept) this.#kept.delete(this.#kept.keys().next().value!);
    this.#kept.set(`${compId}/${id}`, table);
    return table;
  }
}

/** For tests of flows: these tables as they are now. */
export async function lookUpNow(
  trx: Trx,
  compId: string,
  tableIds: readonly string[],
): Promise<NonNullable<TestWorld["lookUp"]>> {
  const tables = new Map<string, Table>();
  for (const id of tableIds) {
    const version = await newestVersion(trx, compId, id);
    if (version) tables.set(id, tableOf(version.content));
  }
  return (asked) => {
    const table = tables.get(asked.tableId);
    return table && cellOf(table, asked);
  };
}
