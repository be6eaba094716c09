/** For the suites named *.services.test.ts: databases on the PostgreSQL server that TEST_DATABASE_URL names. */
import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { createPostgresDatabase } from "../adapters/production/database/index.ts";
import type { Database } from "../ports/database.ts";

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

/** A migrated database of this suite alone, where transactions really run side by side. */
export async function openOwnDatabase(): Promise<OwnDatabase> {
  const name = ownName();
  await administer(`create database ${name}`);
  const { href: url } = Object.assign(new URL(administrativeUrl), { pathname: `/${name}` });
  const another = () => createPostgresDatabase({ url });
  const database = another();
  const close = async () => {
    await database.close();
    await administer(`drop database ${name}`);
  };
  await database.migrate().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { url, database, another, close };
}
