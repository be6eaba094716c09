/** A PGlite as a node-postgres pool of one client, and what pg-boss asks of it. */
import type { PoolClient } from "pg";
import { named } from "../../database/busy.ts";
import { createPool, type SqlPool } from "../../database/pool.ts";
import { PgliteStream, type ProtocolBackend } from "./stream.ts";

/** pg-boss's IDatabase over the one session; its LISTEN lives there too. */
export interface PgliteJobsBackend {
  readonly kind: "pglite";
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  listen(
    channel: string,
    onNotification: (payload: string) => void,
    onReconnect: () => void,
  ): Promise<{ close(): Promise<void> }>;
}

export function createPgliteSql(
  open: () => Promise<ProtocolBackend>,
  onError: (error: Error) => void,
): { readonly pool: SqlPool; readonly jobsBackend: PgliteJobsBackend } {
  const pool = createPool(
    { max: 1, user: "postgres", password: "", host: "pglite", port: 0, stream: () => new PgliteStream(open) },
    onError,
  );
  const listeners = new Map<string, Set<(payload: string) => void>>();

  pool.on("connect", (client) => {
    client.on("notification", (message) => {
      for (const listener of listeners.get(message.channel) ?? []) listener(message.payload ?? "");
    });
    // A new client begins with a cleaned session: listen again.
    for (const channel of listeners.keys()) void client.query(`listen "${channel}"`).catch(onError);
  });

  const withClient = async <T>(run: (client: PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect().catch(named);
    try {
      return await run(client);
    } catch (error) {
      // pg-boss sends BEGIN ... COMMIT as one text; a failure leaves it open in the one session.
      await client.query("rollback").catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  };

  const jobsBackend: PgliteJobsBackend = {
    kind: "pglite",
    executeSql: (text, values) =>
      withClient(async (client) => {
        const result = (await client.query(text, values)) as { rows: unknown[] } | { rows: unknown[] }[];
        // One result a statement; a RETURNING may stand before the COMMIT.
        return Array.isArray(result) ? { rows: result.flatMap(({ rows }) => rows ?? []) } : { rows: result.rows };
      }),
    async listen(channel, onNotification, onReconnect) {
      const known = listeners.get(channel) ?? new Set();
      known.add(onNotification);
      listeners.set(channel, known);
      await withClient((client) => client.query(`listen "${channel}"`));
      onReconnect();
      return {
        async close() {
          known.delete(onNotification);
          if (known.size > 0) return;
          listeners.delete(channel);
          await withClient((client) => client.query(`unlisten "${channel}"`));
        },
      };
    },
  };
  return { pool, jobsBackend };
}
