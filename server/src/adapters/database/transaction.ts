/** A Kysely transaction over one client of a pool, whose beginning we write ourselves to save round trips. */
import type { CompiledQuery, DatabaseConnection, QueryResult as KyselyResult, RootOperationNode } from "kysely";
import { DefaultQueryExecutor, PostgresAdapter, PostgresDialect, SelectQueryNode, Transaction } from "kysely";
import { Client, type QueryArrayConfig } from "pg";
import { StatementStopped, type Trx } from "../../ports/database.ts";
import type { Tables } from "../../ports/schema.ts";
import { withTextArrays } from "./arrays.ts";
import { isStopped, named } from "./busy.ts";
import { ColumnNamesCompiler, namedRows } from "./names.ts";
import type { SqlClient, SqlPool } from "./pool.ts";
import { statementName } from "./statements.ts";
import type { Turn } from "./turns.ts";

const compiler = new ColumnNamesCompiler();
const adapter = new PostgresAdapter();

const counted = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);
/** "cached plan must not change result type": another process migrated the table under a prepared statement. */
const stalePlan = "0A000";

export interface TransactionKind {
  /** Statement list that begins it; what fails in it leaves the transaction aborted, so nothing after it takes effect. */
  readonly begin: string;
  readonly role: string;
  /** Throws on a statement that may not run. */
  readonly guard?: (sql: string) => void;
  /** Where its statements have a limit: told of the one that was stopped for it. */
  readonly stopped?: ((error: StatementStopped) => void) | undefined;
  /** By table: who hears of rows that a transaction put in, after its COMMIT. */
  readonly hearers: ReadonlyMap<string, ReadonlySet<() => void>>;
}

/** The table of a statement that puts rows in. */
const tableOf = (sql: string): string => /^\s*insert\s+into\s+"?(\w+)/i.exec(sql)?.[1] ?? "";

/** A question of the query builder that neither writes nor locks; a raw text may do anything. */
const isPlain = (query: RootOperationNode): boolean =>
  SelectQueryNode.is(query) && query.with === undefined && query.endModifiers === undefined;

/** Statements of a transaction that ended fail here: on a pool they would run on somebody else's connection. */
class Connection implements DatabaseConnection {
  readonly #client: SqlClient;
  readonly #kind: TransactionKind;
  readonly #batch: ReturnType<typeof batch>;
  live = true;
  stale = false;
  /** Nothing but plain questions was asked, and each was answered. */
  plain = true;
  /** Tables with hearers that rows were put into. */
  readonly inserted = new Set<string>();

  constructor(client: SqlClient, kind: TransactionKind, sending: ReturnType<typeof batch>) {
    this.#client = client;
    this.#kind = kind;
    this.#batch = sending;
  }

  async executeQuery<R>({ sql, parameters, query }: CompiledQuery): Promise<KyselyResult<R>> {
    if (!this.live) throw new Error("the transaction is over");
    this.plain &&= isPlain(query);
    // Extended protocol even without values: one statement a message, so nothing can be appended to it.
    const name = statementName(this.#kind, sql);
    const statement: QueryArrayConfig & { readonly queryMode: "extended" } = {
      text: sql,
      values: withTextArrays(parameters),
      queryMode: "extended",
      rowMode: "array",
      ...(name === undefined ? {} : { name }),
    };
    this.#batch.hold();
    process.nextTick(this.#batch.release);
    const { hearers, stopped } = this.#kind;
    const result = await this.#client.query(statement).catch((error: Error & { code?: string }) => {
      this.plain = false;
      this.stale ||= error.code === stalePlan;
      if (!stopped || !isStopped(error)) return named(error);
      const failure = new StatementStopped(error, sql);
      stopped(failure);
      throw failure;
    });
    if (hearers.size > 0 && result.command === "INSERT" && result.rowCount !== 0) {
      const table = tableOf(sql);
      if (hearers.has(table)) this.inserted.add(table);
    }
    const rows = namedRows(sql, result.fields, result.rows) as R[];
    return counted.has(result.command) ? { rows, numAffectedRows: BigInt(result.rowCount ?? 0) } : { rows };
  }

  async *streamQuery<R>(): AsyncIterableIterator<KyselyResult<R>> {
    throw new Error("streaming needs keyset pages here");
  }
}

/**
 * What a client writes before the loop turns leaves as one: begin with the first statement, and statements that were asked
 * for together (Promise.all).
 */
function batch(client: SqlClient): { hold(): void; release(): void } {
  // The pool's types leave out that its clients are those of pg.
  if (!(client instanceof Client)) throw new Error("a client without its connection");
  const { stream } = client.connection;
  let held = false;
  const release = (): void => {
    if (held) stream.uncork();
    held = false;
  };
  return {
    hold() {
      if (!held) stream.cork();
      held = true;
    },
    release,
  };
}

/** Transaction wants a dialect for its introspection and for connections it never opens. */
const unusedDialect = new PostgresDialect({
  pool: () => Promise.reject(new Error("a transaction opens no connection")),
});
const unusedDriver = unusedDialect.createDriver();

function transactionOver(connection: Connection): Trx {
  return new Transaction<Tables>({
    config: { dialect: unusedDialect },
    dialect: unusedDialect,
    driver: unusedDriver,
    executor: new DefaultQueryExecutor(compiler, adapter, { provideConnection: (consumer) => consumer(connection) }),
  });
}

/**
 * Nobody waits for the COMMIT of a transaction that only asked: it says nothing that its answers did not say. Whoever waits
 * for the client has it at once, and writes behind it into the same message.
 */
function commitUnheard(pool: SqlPool, client: SqlClient, sending: ReturnType<typeof batch>): void {
  sending.hold();
  process.nextTick(sending.release);
  const commits = unheard.get(pool) ?? new Set();
  unheard.set(pool, commits);
  const forget = (): void => void commits.delete(commit);
  // A connection that breaks here is the pool's matter, which hears of it as well.
  const commit: Promise<void> = client.query("commit").then(forget, forget);
  commits.add(commit);
}

const unheard = new WeakMap<SqlPool, Set<Promise<void>>>();

/** Before a pool ends: it takes a client that waits for a COMMIT nobody hears for an idle one, and does not wait. */
export const unheardCommits = (pool: SqlPool): Promise<unknown> => Promise.all(unheard.get(pool) ?? []);

/**
 * Runs `run` between `begin` and COMMIT; rolls back when it throws, or when a statement of it had failed. A client whose
 * ROLLBACK failed is thrown away.
 */
export async function runTransaction<T>(
  pool: SqlPool,
  kind: TransactionKind,
  take: () => Promise<Turn>,
  run: (trx: Trx) => Promise<T>,
): Promise<T> {
  const { client, give } = await take();
  const sending = batch(client);
  const connection = new Connection(client, kind, sending);
  let broken: Error | undefined;
  try {
    sending.hold();
    const begun = client.query(kind.begin);
    begun.catch(() => undefined);
    const value = await run(transactionOver(connection));
    connection.live = false;
    if (connection.plain) {
      commitUnheard(pool, client, sending);
      return value;
    }
    sending.release();
    await begun.catch(named);
    const { command } = await client.query("commit").catch(named);
    if (command === "ROLLBACK") throw new Error("a statement of the transaction had failed: rolled back");
    for (const table of connection.inserted) for (const heard of kind.hearers.get(table) ?? []) heard();
    return value;
  } catch (error) {
    connection.live = false;
    sending.release();
    await client.query("rollback").catch((failure: Error) => {
      broken = failure;
    });
    if (connection.stale) broken = error as Error;
    throw error;
  } finally {
    give(broken);
  }
}
