/**
 * The Database port: Kysely on PGlite (default) or PostgreSQL 15+, the same SQL on both. Contract suite:
 * database.contract.ts.
 *
 * Row-level security: every table with comp_id has FORCE ROW LEVEL SECURITY and a policy comp_id =
 * current_setting('app.comp_id'). `tenant` opens a transaction, switches to the role liantai_tenant (which does not own the
 * tables and cannot bypass policies) and sets app.comp_id, both local to the transaction. `system` runs as the owner with
 * the policies off, for operators, sign-in and the engine's own bookkeeping; every use says why in a comment.
 */
import type { Readable } from "node:stream";
import type { Transaction } from "kysely";
import type { Tables } from "./schema.ts";

export type Trx = Transaction<Tables>;

/** A file of a snapshot, or (its name ends in a slash) an empty folder. */
export interface SnapshotPart {
  readonly name: string;
  readonly open?: () => Readable;
}

/**
 * It is exhausted, stopped or away: what was asked was no fault of the asker's, and may be asked again. Of a transaction that wrote it is
 * not known whether its COMMIT was heard.
 */
export class DatabaseBusy extends Error {
  constructor(cause: Error) {
    super(`the database is busy or away: ${cause.message || cause.name}`, { cause });
    this.name = "DatabaseBusy";
  }
}

/** A statement took longer than its transaction allows, and was stopped with it (protocol K95). Asked again it would take as long. */
export class StatementStopped extends DatabaseBusy {
  /** Its text, without values. */
  readonly statement: string;
  constructor(cause: Error, statement: string) {
    super(cause);
    this.name = "StatementStopped";
    this.statement = statement;
  }
}

export interface TenantOptions {
  /** ms that each statement may take; default: statementMs. PGlite cannot stop one, and lets it end. */
  readonly statementMs?: number;
}

/** Of what somebody waits for. A request is answered that it took too long before, or soon after. */
export const statementMs = 15_000;
/**
 * What waits for nobody's requests: the event log, processes that say that they are there (leases), leases that are taken over, which may
 * wait for a lock (takes), and who calls (sessions). Each does one thing at a time, over a few connections that on a server nobody else
 * has. Not for what takes long.
 */
export type Lane = "log" | "leases" | "takes" | "sessions";

export interface SystemOptions {
  /**
   * Given up by the database when this process says nothing for so long inside it. Who was stopped, or lost its power, then holds no lock
   * for which another process would wait.
   */
  readonly stallMs?: number;
  /** Default: the connections of everybody. */
  readonly lane?: Lane;
}

export interface Database {
  /**
   * A transaction that sees one enterprise. Like `system` it rejects with DatabaseBusy where the database itself is the reason. An
   * enterprise has a share of the connections at a time; the rest of what it asks waits in its own line, and lines are served in turn
   * (protocol K95). A transaction that opens another must not wait for it, of whichever kind: with one connection it would for ever.
   */
  tenant<T>(compId: string, run: (trx: Trx) => Promise<T>, options?: TenantOptions): Promise<T>;
  /** A transaction that sees all. */
  system<T>(run: (trx: Trx) => Promise<T>, options?: SystemOptions): Promise<T>;
  /**
   * Calls `heard` after each transaction of this process that put rows into the table, when its COMMIT is answered. An insert that is
   * a part of another statement is not heard. What is returned ends it.
   */
  inserted(table: keyof Tables, heard: () => void): () => void;
  /** Applies what is missing; returns the names applied. */
  migrate(): Promise<readonly string[]>;
  /** Undoes the newest n migrations (all: Infinity). */
  migrateDown(n: number): Promise<readonly string[]>;
  ping(): Promise<void>;
  /**
   * Where the database is a server: the advisory lock `hashtextextended(name, 0)`, held by a connection of its own until what is resolved
   * is called. The server lets go of it as soon as this process is dead, whatever of. `lost`: the connection ended otherwise; it may be
   * held again. Rejects where it is not held within 2 s.
   */
  readonly hold?: (name: string, lost: () => void) => Promise<() => Promise<void>>;
  readonly kind: "pglite" | "postgres";
  /**
   * Where the database is files of this process (PGlite): hands its files to `write` one after the other while the database
   * goes on. Together they open as the state of the moment at which the last one was asked for.
   */
  readonly snapshot?: (write: (part: SnapshotPart) => Promise<void>) => Promise<void>;
  /**
   * Tells the planner what a table has, for who has just put thousands of rows into it: what was planned for a small table, or for one of
   * which nothing is known, reads the grown one whole. Where somebody else is at it, nothing is done. `columns`: only of these, those that
   * questions ask by; what nobody asks by (texts, JSON) is most of the time.
   */
  analyse<T extends keyof Tables>(table: T, columns?: readonly (keyof Tables[T] & string)[]): Promise<void>;
  /** Gives back the room of dead rows and counts what there is anew, where no autovacuum does (PGlite). */
  readonly vacuum?: () => Promise<void>;
  /** For pg-boss. */
  readonly jobsBackend: unknown;
  close(): Promise<void>;
}

const jobStatementMs = 600_000;

/** For what reads or writes whole tables while nobody waits: exports, imports, what is made anew or compared in the background. */
export const forJobs = (database: Pick<Database, "tenant">): Pick<Database, "tenant"> => ({
  tenant: (compId, run) => database.tenant(compId, run, { statementMs: jobStatementMs }),
});
