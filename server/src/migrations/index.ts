/**
 * The migrations are the files of this folder: NNN-what.ts, numbered, in order; a released one never changes. Each exports one
 * Migration with a way down that leaves the database as it was before.
 */
import { readdirSync } from "node:fs";
import type { Migration } from "kysely/migration";

/** In order: 001-foundation, 002-audit ... */
export const migrationNames: readonly string[] = readdirSync(import.meta.dirname)
  .filter((file) => /^\d{3}-[a-z-]+\.ts$/.test(file))
  .map((file) => file.slice(0, -".ts".length))
  .sort();

/** Reads them: only a database that lacks one needs to. */
export async function readMigrations(): Promise<Record<string, Migration>> {
  const read = async (name: string): Promise<readonly [string, Migration]> => {
    const [migration, ...more] = Object.values((await import(`./${name}.ts`)) as Readonly<Record<string, Migration>>);
    if (!migration?.down || more.length > 0)
      throw new Error(`migrations/${name}.ts exports not one migration with a way down`);
    return [name, migration];
  };
  return Object.fromEntries(await Promise.all(migrationNames.map(read)));
}
