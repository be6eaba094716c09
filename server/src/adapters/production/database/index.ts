/** PostgreSQL 15+ (DATABASE_URL). What the connecting user must be able to do stands in docs/operations.md. */
import { minuteMs } from "@liantai/api/contract";
import type { Database, StatementStopped } from "../../../ports/database.ts";
import { createDatabase } from "../../database/index.ts";
import { createPool } from "../../database/pool.ts";
import { holdLock } from "./hold.ts";

export interface PostgresOptions {
  readonly url: string;
  /** Connections for requests and jobs; default 10. Lanes have 3 more, pg-boss up to 3, the hold 1: docs/operations.md adds them up. */
  readonly connections?: number;
  /** Of a statement that was stopped for its length. */
  readonly onStopped?: (error: StatementStopped, compId: string) => void;
  readonly onError?: (error: Error) => void;
}

export interface PostgresJobsBackend {
  readonly kind: "postgres";
  readonly url: string;
}

/** Lanes have one each, and seldom all at once. */
const laneConnections = 3;

export function createPostgresDatabase(options: PostgresOptions): Database {
  const open = (max: number, name: string) =>
    createPool(
      {
        connectionString: options.url,
        max,
        keepAlive: true,
        application_name: name,
        idleTimeoutMillis: minuteMs,
      },
      options.onError ?? (() => undefined),
    );
  const jobsBackend: PostgresJobsBackend = { kind: "postgres", url: options.url };
  return createDatabase({
    kind: "postgres",
    pool: open(options.connections ?? 10, "liantai"),
    lanes: open(laneConnections, "liantai-lanes"),
    onStopped: options.onStopped,
    jobsBackend,
    hold: (name, lost) => holdLock(options.url, name, lost),
    close: () => Promise.resolve(),
  });
}
