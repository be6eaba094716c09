/** A migrated database in memory. The migrations run once a version; every test database starts from the image they left. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createDatabase } from "../adapters/database/index.ts";
import { createPgliteSql } from "../adapters/embedded/database/sql.ts";
import { openPgliteThread, type PgliteThread } from "../adapters/embedded/database/thread.ts";
import type { Database } from "../ports/database.ts";

const here = import.meta.dirname;
const cache = join(here, "../../../node_modules/.cache/liantai");

/** Changes with the engine, the migrations and the roles. */
function imagePath(): string {
  const hash = createHash("sha256");
  hash.update(readFileSync(join(here, "../../package.json")));
  hash.update(readFileSync(join(here, "../adapters/database/roles.ts")));
  const folder = join(here, "../migrations");
  for (const file of readdirSync(folder)
    .filter((name) => !name.includes(".test."))
    .sort())
    hash.update(readFileSync(join(folder, file)));
  return join(cache, `pglite-${hash.digest("hex").slice(0, 16)}.tar`);
}

function over(thread: PgliteThread): Database {
  const { pool, jobsBackend } = createPgliteSql(
    () => Promise.resolve(thread),
    (error) => {
      throw error;
    },
  );
  return createDatabase({ kind: "pglite", pool, jobsBackend, close: () => thread.close() });
}

async function makeImage(): Promise<string> {
  const path = imagePath();
  if (existsSync(path)) return path;
  mkdirSync(cache, { recursive: true });
  const thread = await openPgliteThread({});
  const database = over(thread);
  await database.migrate();
  await thread.dump(path);
  await database.close();
  for (const name of readdirSync(cache))
    if (/^pglite-.*\.tar$/.test(name) && join(cache, name) !== path) rmSync(join(cache, name), { force: true });
  return path;
}

let image: Promise<string> | undefined;

/** About 0.4 s. Close it. `migrated: false`: empty, for tests of the migrations. */
export async function createTestDatabase(options: { readonly migrated?: boolean } = {}): Promise<Database> {
  if (options.migrated === false) return over(await openPgliteThread({}));
  image ??= makeImage();
  return over(await openPgliteThread({ image: await image }));
}
