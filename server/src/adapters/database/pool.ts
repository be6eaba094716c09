/** The part of a node-postgres pool that both engines give. */
import type { PoolConfig } from "pg";
import pg from "pg";

export type SqlPool = pg.Pool;
export type SqlClient = pg.PoolClient;

const int8 = 20;
const timestamptz = 1184;

const digits = (text: string, from: number): number =>
  (text.charCodeAt(from) - 48) * 10 + text.charCodeAt(from + 1) - 48;

/**
 * A time as sessions in UTC write it, '2026-03-02 08:00:00.123+00', by its places; anything else (years before 1 or after 9999,
 * infinity, another zone) by pg's own parser, which looks at every form with expressions and takes ten times as long.
 */
function timeOf(text: string): unknown {
  const end = text.length - 3;
  if (end < 19 || text.charCodeAt(4) !== 45 || text.charCodeAt(10) !== 32 || !text.endsWith("+00"))
    return parsedTime(text);
  let micros = 0;
  for (let at = 20, unit = 100_000; at < end; at += 1, unit /= 10) micros += (text.charCodeAt(at) - 48) * unit;
  const year = digits(text, 0) * 100 + digits(text, 2);
  // Years below 100 are this century's to Date.UTC.
  if (year < 100 || !(micros >= 0 && micros < 1_000_000)) return parsedTime(text);
  return new Date(
    Date.UTC(
      year,
      digits(text, 5) - 1,
      digits(text, 8),
      digits(text, 11),
      digits(text, 14),
      digits(text, 17),
      Math.floor(micros / 1_000),
    ),
  );
}
const parsedTime = pg.types.getTypeParser(timestamptz, "text") as (text: string) => unknown;

/** Counts and ids come as numbers (pg gives int8 as text because it may pass 2^53; nothing here does). */
const types: PoolConfig["types"] = {
  getTypeParser: ((oid: number, format?: "text" | "binary") => {
    if (format !== "binary" && oid === int8) return Number;
    if (format !== "binary" && oid === timestamptz) return timeOf;
    return pg.types.getTypeParser(oid, format);
  }) as typeof pg.types.getTypeParser,
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
