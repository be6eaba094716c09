/** Backups and what becomes of them when a process is killed or a file is cut off. Issue 7, 2.2. */
import { spawn, type ChildProcess } from "node:child_process";
import { watch } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { createPgliteDatabase } from "../../adapters/embedded/database/index.ts";
import type { Database } from "../../ports/database.ts";
import { childEnv } from "../../testing/child-env.ts";
import { createTestPorts, layTestFolder, type TestPorts } from "../../testing/index.ts";
import { subscribe } from "../topics.ts";
import {
  askControl,
  BackupTorn,
  createBackup,
  createBackupsModule,
  dumpQueue,
  restoreBackup,
  snapshotOf,
} from "./index.ts";

let root: string;
/** A stopped installation with one enterprise, a voice and a recording. */
let template: string;
let whole: string;

const backup = (database: Database, dataDir: string, file: string, recordings = false): Promise<number> =>
  createBackup({ dataDir, database: snapshotOf(database), now: () => Date.UTC(2026, 10, 22) }, { file, recordings });
const addEnterprise = (database: Database, compId: string): Promise<unknown> =>
  database.system((trx) => trx.insertInto("enterprise").values({ compId, name: "有" }).execute());

async function enterprises(dataDir: string): Promise<string[]> {
  const database = await createPgliteDatabase({ folder: join(dataDir, "db") });
  try {
    const rows = await database.system((trx) =>
      trx.selectFrom("enterprise").select("compId").orderBy("compId").execute(),
    );
    return rows.map(({ compId }) => compId);
  } finally {
    await database.close();
  }
}

const prove = async (folder: string): Promise<void> => {
  const database = await createPgliteDatabase({ folder });
  await database.close();
};
const restore = (file: string, dataDir: string, force = false) =>
  restoreBackup({ file, dataDir, force, aside: "replaced", prove });

let made = 0;
async function folder(): Promise<string> {
  const path = join(root, String(++made));
  await mkdir(path);
  return path;
}
async function installation(): Promise<string> {
  const path = await folder();
  await cp(template, path, { recursive: true });
  return path;
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "liantai-backups-"));
  template = await folder();
  await mkdir(join(template, "keys"));
  await writeFile(join(template, "keys/installation.key"), Buffer.alloc(32, 5));
  await mkdir(join(template, "blobs/recordings/100001"), { recursive: true });
  await mkdir(join(template, "blobs/files"), { recursive: true });
  await writeFile(join(template, "blobs/files/voice"), "voice");
  await writeFile(join(template, "blobs/recordings/100001/a.wav"), "sound");
  await layTestFolder(join(template, "db"));
  const database = await createPgliteDatabase({ folder: join(template, "db") });
  await addEnterprise(database, "100001");
  whole = join(root, "whole.zip");
  await backup(database, template, whole);
  await database.close();
});
afterAll(() => rm(root, { recursive: true, force: true }));

test("what was acknowledged before the copy ended is there afterwards; writing goes on meanwhile", async () => {
  const dataDir = await installation();
  const database = await createPgliteDatabase({ folder: join(dataDir, "db") });
  const acknowledged: string[] = [];
  let going = true;
  const writing = (async () => {
    for (let n = 200_000; going; n++) {
      await addEnterprise(database, String(n));
      acknowledged.push(String(n));
    }
  })();
  const file = join(dataDir, "live.zip");
  // The copy's end is asked of the same session: what was acknowledged when the archive is still open is in it.
  await backup(database, dataDir, file, true);
  going = false;
  await writing;
  await database.close();
  expect(acknowledged.length).toBeGreaterThan(10);
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const target = await folder();
  await restore(file, target);
  const found = await enterprises(target);
  expect(found[0]).toBe("100001");
  // A prefix without holes.
  expect(found.slice(1)).toEqual(acknowledged.slice(0, found.length - 1));
  expect(found.length).toBeGreaterThan(10);
  expect(await readFile(join(target, "keys/installation.key"))).toEqual(Buffer.alloc(32, 5));
  expect(await readFile(join(target, "blobs/recordings/100001/a.wav"), "utf8")).toBe("sound");
});

test("recordings stay out unless they are asked for", async () => {
  const target = await folder();
  await restore(whole, target);
  expect(await readdir(join(target, "blobs"))).toEqual(["files"]);
  expect(await enterprises(target)).toEqual(["100001"]);
});

test("a file that was cut off, or whose contents were changed, is said to be torn, and nothing is touched", async () => {
  const bytes = await readFile(whole);
  const target = await installation();
  const before = (await readdir(target, { recursive: true })).sort();
  const broken = join(root, "broken.zip");
  for (const length of [0, 1, 1_000, Math.floor(bytes.length / 2), bytes.length - 30, bytes.length - 1]) {
    await writeFile(broken, bytes.subarray(0, length));
    await expect(restore(broken, target, true)).rejects.toThrow(BackupTorn);
  }
  for (const at of [500, Math.floor(bytes.length / 3), Math.floor(bytes.length / 2), bytes.length - 200_000]) {
    // Longer than the names and dates before an entry, which no checksum covers and no restore uses.
    const changed = Buffer.from(bytes);
    for (let n = at; n < at + 500; n++) changed[n]! ^= 0x55;
    await writeFile(broken, changed);
    await expect(restore(broken, target, true)).rejects.toThrow(/torn or was changed/);
  }
  expect((await readdir(target, { recursive: true })).sort()).toEqual(before);
});

test("a folder with an installation is left alone without --force, and kept aside with it", async () => {
  const target = await installation();
  await expect(restore(whole, target)).rejects.toThrow(/is not empty \(keys, blobs, db\).*--force/);
  await restore(whole, target, true);
  expect((await readdir(join(target, "replaced"))).sort()).toEqual(["blobs", "db", "keys"]);
  expect(await readFile(join(target, "replaced/blobs/recordings/100001/a.wav"), "utf8")).toBe("sound");
  expect(await enterprises(target)).toEqual(["100001"]);
});

const runTool = (tool: string, args: readonly string[], dataDir: string, nodeArgs: readonly string[] = []) =>
  spawn(process.execPath, [...nodeArgs, join(import.meta.dirname, "../../tools", tool), ...args], {
    env: childEnv({ DATA_DIR: dataDir }),
    stdio: "ignore",
  });
const ended = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve) => child.once("exit", (_code, signal) => resolve(signal)));

/** Runs a tool and kills it as soon as a name appears in the folder. Resolves with how it ended. */
async function killAt(
  tool: string,
  args: readonly string[],
  dataDir: string,
  watched: string,
  name: RegExp,
): Promise<unknown> {
  const seen = watch(watched);
  const child = runTool(tool, args, dataDir);
  seen.on("change", (_kind, found) => void (name.test(String(found)) && child.kill("SIGKILL")));
  const signal = await ended(child);
  seen.close();
  return signal;
}

test("kill -9 in the middle of a backup leaves no file that looks like one", async () => {
  const dataDir = await installation();
  const out = await folder();
  expect(await killAt("backup.ts", [join(out, "x.zip")], dataDir, out, /^\.x\.zip\.\d+\.part$/)).toBe("SIGKILL");
  expect((await readdir(out)).filter((name) => !name.startsWith("."))).toEqual([]);
  expect(await enterprises(dataDir)).toEqual(["100001"]);
});

test("kill -9 in the middle of a restore leaves what was there, and the next one goes through", async () => {
  const dataDir = await installation();
  const database = await createPgliteDatabase({ folder: join(dataDir, "db") });
  await addEnterprise(database, "300003");
  await database.close();
  expect(await killAt("restore.ts", [whole, "--force"], dataDir, dataDir, /^\.restore$/)).toBe("SIGKILL");
  expect(await enterprises(dataDir)).toEqual(["100001", "300003"]);
  await restore(whole, dataDir, true);
  expect(await enterprises(dataDir)).toEqual(["100001"]);
  expect(await readdir(dataDir)).not.toContain(".restore");
});

/** Loaded before the tool: its process is gone after the first folder was moved, without a word, as by kill -9. */
const diesMoving = `
import { promises } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const { rename } = promises;
promises.rename = async (...paths) => {
  await rename(...paths);
  process.kill(process.pid, "SIGKILL");
  await new Promise(() => undefined);
};
syncBuiltinESMExports();`;

test("kill -9 while folders are moved: the start says so instead of beginning an empty installation", async () => {
  const dataDir = await installation();
  const preload = ["--import", `data:text/javascript,${encodeURIComponent(diesMoving)}`];
  expect(await ended(runTool("restore.ts", [whole, "--force"], dataDir, preload))).toBe("SIGKILL");
  expect(await readdir(dataDir)).toContain(".restore-unfinished");
  const child = spawn(process.execPath, [join(import.meta.dirname, "../../main.ts")], {
    env: childEnv({ DATA_DIR: dataDir, PORT: "1" }),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += String(chunk)));
  expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(1);
  expect(said).toMatch(/^a restore into DATA_DIR [^\n]+ was cut off: run npm run restore[^\n]+\n$/);
  await restore(whole, dataDir, true);
  expect(await enterprises(dataDir)).toEqual(["100001"]);
});

describe("at night", () => {
  let ports: TestPorts;
  let database: Database;
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await installation();
    database = await createPgliteDatabase({ folder: join(dataDir, "db") });
    ports = await createTestPorts({ database });
  });
  afterEach(async () => {
    await ports.close();
    await database.close();
  });

  const none = async () => "";
  const silent = { resetTotp: async () => undefined, replay: none, flowReplay: none, flowTest: none };
  const open = (kept: number) => createBackupsModule({ ports, dataDir, kept, ...silent });
  /** What the job of a night does, run now. */
  async function night(kept: number): Promise<ReturnType<typeof open>> {
    const module = open(kept);
    await ports.jobs.start();
    await module.start?.();
    await ports.jobs.send(dumpQueue, { at: ports.clock.now() });
    await ports.jobs.stop();
    await module.stop?.();
    return module;
  }
  const gauge = (module: ReturnType<typeof open>, name: string) =>
    module.gauges.find((each) => each.name === name)?.value();

  test("a dump is kept among the newest, for its owner alone", async () => {
    const backups = join(dataDir, "backups");
    await mkdir(backups);
    for (const name of [
      "liantai-20200101-024000.zip",
      "liantai-20200102-024000.zip",
      ".liantai-20200103-024000.zip.9.part",
      "mine.zip",
    ])
      await writeFile(join(backups, name), "");
    const module = await night(2);
    const names = (await readdir(backups)).sort();
    expect(names).toEqual([
      "liantai-20200102-024000.zip",
      expect.stringMatching(/^liantai-\d{8}-\d{6}\.zip$/),
      "mine.zip",
    ]);
    expect(gauge(module, "backup_failed")).toBe(0);
    expect(gauge(module, "backup_bytes")).toBeGreaterThan(1_000_000);
    const target = await folder();
    await restore(join(backups, names[1]!), target);
    expect(await enterprises(target)).toEqual(["100001"]);
  });

  test("one that fails is told to operators, and the older dumps stay", async () => {
    // A file where the folder should be.
    await writeFile(join(dataDir, "backups"), "");
    const told: unknown[] = [];
    await subscribe(ports.broker, "message.send", (message) => told.push(message));
    const module = await night(7);
    expect(told).toEqual([
      expect.objectContaining({
        to: { compId: "000000" },
        message: expect.objectContaining({ type: "msgNotify", level: "error", title: "数据备份失败" }),
      }),
    ]);
    expect(gauge(module, "backup_failed")).toBe(1);
  });

  test("the socket of npm run backup is the owner's alone and writes what it is asked for", async () => {
    const module = open(0);
    await module.start?.();
    expect((await stat(join(dataDir, "control.sock"))).mode & 0o777).toBe(0o600);
    const file = join(dataDir, "asked.zip");
    expect(await askControl(dataDir, { file, recordings: false })).toEqual({ bytes: (await stat(file)).size });
    const refused = await askControl(dataDir, {
      file: join(dataDir, "keys/installation.key/x.zip"),
      recordings: false,
    });
    expect(refused).toEqual({ failed: expect.stringContaining("installation.key") });
    await module.stop?.();
    expect(await askControl(dataDir, { file, recordings: false })).toBeUndefined();
  });
});

test("rows that were deleted give their room back, and counts are known", async () => {
  const dataDir = await installation();
  const database = await createPgliteDatabase({ folder: join(dataDir, "db") });
  try {
    await Promise.all(Array.from({ length: 300 }, (_, n) => addEnterprise(database, String(400_000 + n))));
    await database.system((trx) => trx.deleteFrom("enterprise").where("compId", ">=", "400000").execute());
    // Counts of changes reach the statistics up to a second late, which would be after the vacuum.
    await database.system((trx) => sql`select pg_stat_force_next_flush()`.execute(trx));
    await database.vacuum?.();
    const {
      rows: [row],
    } = await database.system((trx) =>
      sql<{
        nDeadTup: number;
        analysed: boolean;
      }>`select n_dead_tup, last_analyze is not null as analysed from pg_stat_user_tables where relname = 'enterprise'`.execute(
        trx,
      ),
    );
    expect(row).toEqual({ nDeadTup: 0, analysed: true });
  } finally {
    await database.close();
  }
});
