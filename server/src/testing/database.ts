/** A migrated database in memory. The migrations run once a version; every test database starts from the image they left. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";
import { createDatabase } from "../adapters/database/index.ts";
import { slimmed, unpackCluster } from "../adapters/embedded/database/cluster-tar.ts";
import { createPgliteSql } from "../adapters/embedded/database/sql.ts";
import { engineKey, openPgliteThread, type PgliteThread } from "../adapters/embedded/database/thread.ts";
import type { Database } from "../ports/database.ts";
import { migratedKey } from "./migrated-key.ts";

const here = import.meta.dirname;
const cache = join(here, "../../../node_modules/.cache/liantai");

/** What a seed writes comes from any module and the contract: their files by size and time, for reading them all takes longer. */
function seededKey(): string {
  const hash = createHash("sha256").update(migratedKey());
  for (const folder of ["../modules", "../adapters/database", "../../../shared/api/src"].map((name) =>
    join(here, name),
  ))
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort())
      if (name.endsWith(".ts") && !name.endsWith(".test.ts")) {
        const { size, mtimeMs } = statSync(join(folder, name));
        hash.update(`${name}:${size}:${mtimeMs};`);
      }
  return hash.digest("hex").slice(0, 16);
}

const sessionOf = (thread: PgliteThread) =>
  createPgliteSql(
    () => Promise.resolve(thread),
    (error) => {
      throw error;
    },
  );

const over = (thread: PgliteThread, session = sessionOf(thread)): Database =>
  createDatabase({ kind: "pglite", ...session, close: () => thread.close() });

/**
 * Compiles the engine once a process, for every database that is opened afterwards: Node keeps what is set here longer than
 * jest keeps the modules of a suite.
 */
async function compileEngine(): Promise<void> {
  if (getEnvironmentData(engineKey) !== undefined) return;
  const entry = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  setEnvironmentData(engineKey, await WebAssembly.compile(readFileSync(join(dirname(entry), "pglite.wasm"))));
}

async function open(image?: string): Promise<PgliteThread> {
  await compileEngine();
  return openPgliteThread(image === undefined ? {} : { image });
}

/** The image of a database that `fill` made out of `from`, kept under node_modules until its key is another. */
async function imageOf(
  kind: string,
  key: string,
  from: string | undefined,
  fill: (database: Database) => Promise<unknown>,
): Promise<string> {
  const path = join(cache, `${kind}-${key}.tar`);
  if (existsSync(path)) return path;
  mkdirSync(cache, { recursive: true });
  const thread = await open(from);
  const session = sessionOf(thread);
  const database = over(thread, session);
  await fill(database);
  // Otherwise each database that begins with the image goes through the log of everything that made it.
  // The file of the log begins anew, or each of them would soon begin its next.
  await session.pool.query("select pg_switch_wal()");
  await session.pool.query("checkpoint");
  const { rows } = await session.pool.query<{ name: string }>("select pg_walfile_name(pg_current_wal_lsn()) as name");
  // Several processes may make the same image: each renames a whole file into place.
  const partial = `${path}.${process.pid}`;
  await thread.dump(partial);
  await database.close();
  writeFileSync(partial, slimmed(readFileSync(partial), rows[0]!.name));
  renameSync(partial, path);
  for (const name of readdirSync(cache))
    if (name.startsWith(`${kind}-`) && name.endsWith(".tar") && join(cache, name) !== path)
      rmSync(join(cache, name), { force: true });
  return path;
}

let migrated: Promise<string> | undefined;
let seeded: Promise<string> | undefined;

const migratedImage = (): Promise<string> =>
  (migrated ??= imageOf("migrated", migratedKey(), undefined, (database) => database.migrate()));

/** About 0.4 s. Close it. `migrated: false`: empty, for tests of the migrations. */
export async function createTestDatabase(options: { readonly migrated?: boolean } = {}): Promise<Database> {
  if (options.migrated === false) return over(await open());
  return over(await open(await migratedImage()));
}

/** A migrated database in a folder, as a server that was stopped leaves it: half of a second instead of the seconds of a first start. */
export async function layTestFolder(folder: string): Promise<void> {
  await compileEngine();
  unpackCluster(readFileSync(await migratedImage()), folder);
  rmSync(join(folder, "postmaster.pid"), { force: true });
}

/** One that `seed` has filled; the same every time, so what it writes must not depend on anything but the code. Close it. */
export async function createSeededDatabase(seed: (database: Database) => Promise<unknown>): Promise<Database> {
  seeded ??= migratedImage().then((from) => imageOf("seeded", seededKey(), from, seed));
  return over(await open(await seeded));
}
