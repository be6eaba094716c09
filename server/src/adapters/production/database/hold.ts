/**
 * A lock that dies with this process: the server ends it with the connection that holds it. A transaction that stays open holds it, for a
 * pooler in transaction mode would hand a session's lock to whoever comes next. With no snapshot and nothing written it keeps nothing
 * from vacuum.
 */
import pg from "pg";

const patienceMs = 2_000;

export async function holdLock(url: string, name: string, lost: () => void): Promise<() => Promise<void>> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    application_name: "liantai-hold",
    connectionTimeoutMillis: patienceMs,
  });
  let held = false;
  // A connection that fails says both.
  const ended = (): void => {
    if (!held) return;
    held = false;
    lost();
  };
  client.on("error", ended);
  client.on("end", ended);
  try {
    await client.connect();
    // One simple query: with parameters it would leave a portal, which keeps its snapshot.
    await client.query(
      `begin; set local statement_timeout = ${patienceMs}; set local idle_in_transaction_session_timeout = 0;
       select pg_advisory_xact_lock(hashtextextended(${client.escapeLiteral(name)}, 0))`,
    );
    held = true;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  return async () => {
    held = false;
    await client.end();
  };
}
