/** Tells the databases that one state of the migrations makes from those of another. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const here = import.meta.dirname;

/** Of the engine, how the image is made, the roles and the migrations. */
export function migratedKey(): string {
  const hash = createHash("sha256");
  hash.update(readFileSync(join(here, "../../package.json")));
  for (const name of ["database.ts", "../adapters/embedded/database/cluster-tar.ts"])
    hash.update(readFileSync(join(here, name)));
  hash.update(readFileSync(join(here, "../adapters/database/roles.ts")));
  const folder = join(here, "../migrations");
  for (const file of readdirSync(folder)
    .filter((name) => !name.includes(".test."))
    .sort())
    hash.update(readFileSync(join(folder, file)));
  return hash.digest("hex").slice(0, 16);
}
