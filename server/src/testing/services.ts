/** For the suites named *.services.test.ts: databases on the PostgreSQL server that TEST_DATABASE_URL names. */
import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { createPostgresDatabase } from "../adapters/production/database/index.ts";
import type { Database } from "../ports/database.ts";
import { migratedKey } from "./migrated-key.ts";

/** The server's administrative database, as a user who may create databases and roles. */
export const administrativeUrl = process.env["TEST_DATABASE_URL"] ?? "";

/** Runs statements there, one after the other. */
export async function administer(...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: administrativeUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A name for a database or role that no other suite has. */
export const ownName = (): string => `liantai_${randomUUID().replaceAll("-", "")}`;

export interface OwnDatabase {
  readonly url: string;
  readonly database: Database;
  /** Another process's view of it: connections of its own. Whoever asks closes it. */
  another(): Database;
  /** Closes the database and drops it; refused by PostgreSQL while somebody else is still connected to it. */
  close(): Promise<void>;
}

const duplicateDatabase = "42P04";
const addressOf = (name: string): string => Object.assign(new URL(administrativeUrl), { pathname: `/${name}` }).href;

async function migrated(name: string): Promise<void> {
  await administer(`create database ${name}`);
  const database = createPostgresDatabase({ url: addressOf(name) });
  try {
    await database.migrate();
  } finally {
    await database.close();
  }
}

/**
 * What databases of suites are copies of, made by the first suite that asks: a copy takes a third of what the migrations take. It may
 * stay on a server that stays, and is another one after another migration.
 */
async function template(): Promise<string> {
  const name = `liantai_template_${migratedKey()}`;
  const client = new Client({ connectionString: administrativeUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (rowCount === 1) return name;
  } finally {
    await client.end();
  }
  const made = ownName();
  await migrated(made);
  // Whole, or not there. Of two that make it at once the first one's stays.
  await administer(`alter database ${made} rename to ${name}`).catch(
    async (error: Error & { readonly code?: string }) => {
      if (error.code !== duplicateDatabase) throw error;
      await administer(`drop database ${made}`);
    },
  );
  return name;
}

let templated: Promise<string> | undefined;

/** A migrated database of this name. */
export const createMigrated = async (name: string): Promise<void> =>
  administer(`create database ${name} template ${await (templated ??= template())}`);

/** A migrated database of this suite alone, where transactions really run side by side. */
export async function openOwnDatabase(): Promise<OwnDatabase> {
  const name = ownName();
  await createMigrated(name);
  const url = addressOf(name);
  const another = () => createPostgresDatabase({ url });
  const database = another();
  return {
    url,
    database,
    another,
    async close() {
      await database.close();
      await administer(`drop database ${name}`);
    },
  };
}
