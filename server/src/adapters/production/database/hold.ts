/** A lock that dies with this process: the server ends it with the connection that holds it. */
import pg from "pg";

const patienceMs = 2_000;

export async function holdLock(url: string, name: string, lost: () => void): Promise<() => Promise<void>> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    application_name: "liantai-hold",
    connectionTimeoutMillis: patienceMs,
    statement_timeout: patienceMs,
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
    await client.query("select pg_advisory_lock(hashtextextended($1, 0))", [name]);
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
