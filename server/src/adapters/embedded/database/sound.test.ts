/** A folder that cannot be opened stops the start, in one line, and is left as it is. Issue 7, 2.2. */
import { spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { layTestFolder } from "../../../testing/index.ts";
import { createPgliteDatabase, FolderUnsound } from "./index.ts";

let root: string;
let template: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "liantai-sound-"));
  template = join(root, "template", "db");
  await layTestFolder(template);
});
afterAll(() => rm(root, { recursive: true, force: true }));

let made = 0;
async function copy(): Promise<string> {
  const folder = join(root, String(++made), "db");
  await cp(template, folder, { recursive: true });
  return folder;
}

/** Names of everything in a folder, but the mark of an engine that tried. */
async function listing(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .filter((path) => !path.endsWith("postmaster.pid"))
    .sort();
}

async function refusal(folder: string): Promise<string> {
  const before = await listing(folder);
  const error = await createPgliteDatabase({ folder }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(FolderUnsound);
  expect(await listing(folder)).toEqual(before);
  const { message } = error as Error;
  expect(message).toContain(folder);
  expect(message).toContain("npm run restore -- ");
  expect(message).not.toContain("\n");
  return message;
}

test("without PG_VERSION it is not taken for a new one", async () => {
  const folder = await copy();
  await rm(join(folder, "PG_VERSION"));
  expect(await refusal(folder)).toContain("PG_VERSION is missing");
});

test("anything that is no database is left alone", async () => {
  const folder = join(root, "foreign", "db");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "notes.txt"), "mine");
  await refusal(folder);
  expect(await readFile(join(folder, "notes.txt"), "utf8")).toBe("mine");
});

test("a torn, an emptied and an overwritten pg_control", async () => {
  const [torn, empty, overwritten] = [await copy(), await copy(), await copy()];
  await truncate(join(torn, "global/pg_control"), 4_000);
  expect(await refusal(torn)).toContain("pg_control has 4000 bytes");
  await truncate(join(empty, "global/pg_control"), 0);
  expect(await refusal(empty)).toContain("pg_control has 0 bytes");
  await writeFile(join(overwritten, "global/pg_control"), Buffer.alloc(8_192, 7));
  await refusal(overwritten);
});

test("a log that is gone, emptied or overwritten", async () => {
  const [gone, empty, overwritten] = [await copy(), await copy(), await copy()];
  const segments = (await readdir(join(gone, "pg_wal"))).filter((name) => name.length === 24);
  for (const name of segments) {
    await rm(join(gone, "pg_wal", name));
    await truncate(join(empty, "pg_wal", name), 0);
    await writeFile(join(overwritten, "pg_wal", name), Buffer.alloc(16 * 1024 * 1024, 7));
  }
  expect(await refusal(gone)).toContain("pg_wal holds no log");
  expect(await refusal(empty)).toContain("checkpoint record");
  expect(await refusal(overwritten)).toContain("checkpoint record");
});

test("tables that are gone", async () => {
  const folder = await copy();
  await rm(join(folder, "base"), { recursive: true });
  expect(await refusal(folder)).toContain("base is missing");
});

test("the newest backup is named", async () => {
  const folder = await copy();
  const backups = join(folder, "../backups");
  await mkdir(backups);
  for (const name of [
    "liantai-20261120-024000.zip",
    "liantai-20261121-024000.zip",
    ".liantai-20261122-024000.zip.part",
  ])
    await writeFile(join(backups, name), "");
  await rm(join(folder, "PG_VERSION"));
  expect(await refusal(folder)).toContain(`npm run restore -- ${join(backups, "liantai-20261121-024000.zip")}`);
});

test("a first start that was killed while it made the folder is begun again", async () => {
  const folder = join(root, "killed", "db");
  const code = `
    const { createPgliteDatabase } = await import(${JSON.stringify(join(import.meta.dirname, "index.ts"))});
    const { readdirSync } = await import("node:fs");
    const look = setInterval(() => {
      try { if (readdirSync(${JSON.stringify(folder)}).length > 0) process.kill(process.pid, "SIGKILL"); } catch {}
    }, 1);
    await createPgliteDatabase({ folder: ${JSON.stringify(folder)} });
    clearInterval(look);`;
  const script = join(root, "killed.mjs");
  await writeFile(script, code);
  const child = spawn(process.execPath, [script], { stdio: "ignore" });
  expect(await new Promise((resolve) => child.once("exit", (_code, signal) => resolve(signal)))).toBe("SIGKILL");
  expect((await readdir(folder)).length).toBeGreaterThan(0);
  const database = await createPgliteDatabase({ folder });
  expect((await database.migrate()).length).toBeGreaterThan(0);
  await database.close();
});
