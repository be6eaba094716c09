/** The part of a node-postgres pool that both engines give. */
import type { PoolConfig } from "pg";
import pg from "pg";

export type SqlPool = pg.Pool;
export type SqlClient = pg.PoolClient;

const int8 = 20;

/** Counts and ids come as numbers (pg gives int8 as text because it may pass 2^53; nothing here does). */
const types: PoolConfig["types"] = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === int8 && format !== "binary"
      ? Number
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/**
 * `connectionTimeoutMillis` turns a deadlock (the outer handle used inside a transaction on the one connection of
 * PGlite) into an error.
 */
export function createPool(config: PoolConfig, onError: (error: Error) => void): SqlPool {
  // pipeline: a statement is sent without waiting for the answer to the one before.
  const pool = new pg.Pool({
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 0,
    pipeline: true,
    ...config,
    types,
  });
  // An idle client that fails is replaced by the pool; without a listener it would end the process.
  pool.on("error", onError);
  // The same for a client in use: pg-pool takes its own listener off while it is out.
  pool.on("connect", (client) => client.on("error", onError));
  return pool;
}
