/** A Kysely transaction over one client of a pool, whose beginning we write ourselves to save round trips. */
import type { CompiledQuery, DatabaseConnection, QueryResult as KyselyResult } from 'kysely';
import { DefaultQueryExecutor, PostgresAdapter, PostgresDialect, PostgresQueryCompiler, SingleConnectionProvider, Transaction } from 'kysely';
import type { QueryConfig } from 'pg';
import type { Trx } from '../../ports/database.ts';
import type { Tables } from '../../ports/schema.ts';
import type { SqlClient, SqlPool } from './pool.ts';

const compiler = new PostgresQueryCompiler();
const adapter = new PostgresAdapter();

const counted = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** Statements of a transaction that ended fail here: on a pool they would run on somebody else's connection. */
class Connection implements DatabaseConnection {
  readonly #client: SqlClient;
  readonly #guard: ((sql: string) => void) | undefined;
  live = true;

  constructor(client: SqlClient, guard: ((sql: string) => void) | undefined) {
    this.#client = client;
    this.#guard = guard;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<KyselyResult<R>> {
    if (!this.live) throw new Error('the transaction is over');
    this.#guard?.(query.sql);
    // Extended protocol even without values: one statement a message, so nothing can be appended to it.
    const statement: QueryConfig & { readonly queryMode: 'extended' } = { text: query.sql, values: query.parameters as unknown[], queryMode: 'extended' };
    const result = await this.#client.query(statement);
    const rows = result.rows as R[];
    return counted.has(result.command) ? { rows, numAffectedRows: BigInt(result.rowCount ?? 0) } : { rows };
  }

  async *streamQuery<R>(): AsyncIterableIterator<KyselyResult<R>> {
    throw new Error('streaming needs keyset pages here');
  }
}

/**
 * Runs `run` between `begin` (a statement list) and COMMIT; rolls back when it throws, or when a statement of it had failed.
 * A client whose ROLLBACK failed is thrown away.
 */
export async function runTransaction<T>(pool: SqlPool, begin: string, run: (trx: Trx) => Promise<T>, guard?: (sql: string) => void): Promise<T> {
  const client = await pool.connect();
  const connection = new Connection(client, guard);
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const trx = new Transaction<Tables>({
      config: { dialect: unusedDialect },
      dialect: unusedDialect,
      driver: unusedDialect.createDriver(),
      executor: new DefaultQueryExecutor(compiler, adapter, new SingleConnectionProvider(connection)),
    });
    const value = await run(trx);
    connection.live = false;
    const { command } = await client.query('commit');
    if (command === 'ROLLBACK') throw new Error('a statement of the transaction had failed: rolled back');
    return value;
  } catch (error) {
    connection.live = false;
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Transaction wants a dialect for its introspection and for connections it never opens. */
const unusedDialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('a transaction opens no connection')),
});
