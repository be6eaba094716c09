/** PostgreSQL 15+ (DATABASE_URL). What the connecting user must be able to do stands in docs/operations.md. */
import { minuteMs } from "@liantai/api/contract";
import type { Database } from "../../../ports/database.ts";
import { createDatabase } from "../../database/index.ts";
import { createPool } from "../../database/pool.ts";
import { holdLock } from "./hold.ts";

export interface PostgresOptions {
  readonly url: string;
  /** Connections of this process; default 10. pg-boss opens up to 3 more. */
  readonly connections?: number;
  readonly onError?: (error: Error) => void;
}

export interface PostgresJobsBackend {
  readonly kind: "postgres";
  readonly url: string;
}

export function createPostgresDatabase(options: PostgresOptions): Database {
  const pool = createPool(
    {
      connectionString: options.url,
      max: options.connections ?? 10,
      keepAlive: true,
      application_name: "liantai",
      idleTimeoutMillis: minuteMs,
    },
    options.onError ?? (() => undefined),
  );
  const jobsBackend: PostgresJobsBackend = { kind: "postgres", url: options.url };
  return createDatabase({
    kind: "postgres",
    pool,
    jobsBackend,
    hold: (name, lost) => holdLock(options.url, name, lost),
    close: () => Promise.resolve(),
  });
}
