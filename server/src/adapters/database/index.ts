/** The Database port over a node-postgres pool; the engine underneath is the caller's. */
import { Kysely, PostgresDialect } from "kysely";
import { Migrator } from "kysely/migration";
import { columnOf } from "./names.ts";
import { migrationNames, readMigrations } from "../../migrations/index.ts";
import { statementMs, type Database, type StatementStopped, type SystemOptions } from "../../ports/database.ts";
import type { Tables } from "../../ports/schema.ts";
import type { SqlPool } from "./pool.ts";
import { beginSystem, beginTenant, guardTenantStatement, systemRole, tenantRole } from "./roles.ts";
import { runTransaction, unheardCommits, type TransactionKind } from "./transaction.ts";
import { Turns } from "./turns.ts";

const stalling = (ms: number): string =>
  `${beginSystem}; set local idle_in_transaction_session_timeout = ${Math.ceil(ms)}`;

export interface DatabaseParts {
  readonly kind: Database["kind"];
  readonly pool: SqlPool;
  /** What the lanes of the installation have for themselves; default: they wait at `pool`, each in a line of its own. */
  readonly lanes?: SqlPool | undefined;
  /** Told of each statement that took too long for its transaction. */
  readonly onStopped?: ((error: StatementStopped, compId: string) => void) | undefined;
  readonly jobsBackend: unknown;
  readonly snapshot?: Database["snapshot"];
  readonly vacuum?: Database["vacuum"];
  readonly hold?: Database["hold"];
  /** After the pool has ended. */
  close(): Promise<void>;
}

/** Connections that are left for others, however much one enterprise asks. */
const forOthers = 4;

export function createDatabase(parts: DatabaseParts): Database {
  const { pool, lanes, onStopped = () => undefined } = parts;
  const turns = new Turns(pool, { ofEnterprise: Math.max(1, pool.options.max - forOthers) });
  // One that waits for a lock keeps none of the others waiting.
  const laneTurns = lanes ? new Turns(lanes, { ofEnterprise: 0, ofLane: 1 }) : turns;
  // PGlite is in this process, and stands still with it; no signal of a timer reaches its statements.
  const isServer = parts.kind === "postgres";
  const hearers = new Map<string, Set<() => void>>();
  const systemKind: TransactionKind = { begin: beginSystem, role: systemRole, hearers };
  // Migrations only: they run as the owner, outside both roles.
  const owner = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const migrator = new Migrator({ db: owner, provider: { getMigrations: readMigrations } });
  let closed: Promise<void> | undefined;

  const names = (outcome: {
    readonly error?: unknown;
    readonly results?: readonly { readonly migrationName: string; readonly status: string }[];
  }): string[] => {
    if (outcome.error) throw outcome.error instanceof Error ? outcome.error : new Error(String(outcome.error));
    return (outcome.results ?? [])
      .filter((result) => result.status === "Success")
      .map((result) => result.migrationName);
  };

  /** One query instead of the migrator's dozen on every start that has nothing to do. */
  const upToDate = async (): Promise<boolean> => {
    const found = await pool.query<{ name: string }>("select name from kysely_migration").catch(() => undefined);
    const applied = new Set(found?.rows.map(({ name }) => name));
    return migrationNames.every((name) => applied.has(name)) && applied.size === migrationNames.length;
  };

  return {
    kind: parts.kind,
    jobsBackend: parts.jobsBackend,
    ...(parts.snapshot ? { snapshot: parts.snapshot } : {}),
    ...(parts.vacuum ? { vacuum: parts.vacuum } : {}),
    ...(parts.hold ? { hold: parts.hold } : {}),
    // async, so that a refused code rejects instead of throwing.
    tenant: async (compId, run, options) =>
      runTransaction(
        pool,
        {
          begin: beginTenant(compId, isServer ? (options?.statementMs ?? statementMs) : undefined),
          role: tenantRole,
          guard: guardTenantStatement,
          hearers,
          stopped: isServer ? (error) => onStopped(error, compId) : undefined,
        },
        () => turns.ofEnterprise(compId),
        run,
      ),
    system: (run, { stallMs, lane }: SystemOptions = {}) => {
      const kind = stallMs === undefined || !isServer ? systemKind : { ...systemKind, begin: stalling(stallMs) };
      return lane
        ? runTransaction(lanes ?? pool, kind, () => laneTurns.ofLane(lane), run)
        : runTransaction(pool, kind, () => turns.ofLane("general"), run);
    },
    inserted(table, heard) {
      const all = hearers.get(table) ?? new Set();
      hearers.set(table, all.add(heard));
      return () => void all.delete(heard);
    },
    async analyse(table, columns = []) {
      const some = columns.length > 0 ? ` (${columns.map((name) => columnOf(name)).join(", ")})` : "";
      await pool.query(`analyze (skip_locked) ${table}${some}`);
    },
    migrate: async () => ((await upToDate()) ? [] : names(await migrator.migrateToLatest())),
    async migrateDown(n) {
      const undone: string[] = [];
      while (undone.length < n) {
        const step = names(await migrator.migrateDown());
        if (step.length === 0) break;
        undone.push(...step);
      }
      return undone;
    },
    async ping() {
      await pool.query("select 1");
    },
    close() {
      const end = (each: SqlPool) => unheardCommits(each).then(() => each.end());
      closed ??= Promise.all([end(pool), lanes && end(lanes)]).then(() => parts.close());
      return closed;
    },
  };
}
