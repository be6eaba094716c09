import { spawn } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseContract } from "../../../ports/database.contract.ts";
import { sql } from "kysely";
import { DatabaseBusy } from "../../../ports/database.ts";
import { createPgliteDatabase, FolderInUse } from "./index.ts";
import type { PgliteThread } from "./thread.ts";

const folders: string[] = [];
const folder = async (): Promise<string> => {
  const made = await mkdtemp(join(tmpdir(), "liantai-db-"));
  folders.push(made);
  return join(made, "db");
};
afterAll(() => Promise.all(folders.map((made) => rm(made, { recursive: true, force: true }))));

databaseContract("PGlite in a folder", async () => {
  const database = await createPgliteDatabase({ folder: await folder() });
  return { database, close: () => database.close() };
});

describe("the folder", () => {
  let template: string;
  beforeAll(async () => {
    template = await folder();
    const database = await createPgliteDatabase({ folder: template });
    await database.migrate();
    await database.close();
  });
  /** Making a database takes seconds, copying one does not. */
  const migrated = async (): Promise<string> => {
    const path = await folder();
    await cp(template, path, { recursive: true });
    return path;
  };

  test("belongs to one: a second opening is refused in one line, a later one is not", async () => {
    const path = await migrated();
    const first = await createPgliteDatabase({ folder: path });
    const refused = await createPgliteDatabase({ folder: path }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(FolderInUse);
    expect((refused as Error).message).toContain(`in use by another process (pid ${process.pid})`);
    expect((refused as Error).message).not.toContain("\n");
    await first.system((trx) => trx.insertInto("enterprise").values({ compId: "100001", name: "留下" }).execute());
    await first.close();
    const second = await createPgliteDatabase({ folder: path });
    expect(await second.system((trx) => trx.selectFrom("enterprise").select("name").execute())).toEqual([
      { name: "留下" },
    ]);
    await second.close();
  });

  test("closes in silence right after a question, whose COMMIT nobody waited for", async () => {
    const failed: Error[] = [];
    const database = await createPgliteDatabase({ folder: await migrated(), onError: (error) => failed.push(error) });
    await database.system((trx) => trx.selectFrom("enterprise").select("name").execute());
    await database.close();
    // The thread's end reaches a client that still waits a turn later.
    await new Promise((resolve) => setImmediate(resolve));
    expect(failed).toEqual([]);
  });

  test("is free after kill -9, and every acknowledged row is there", async () => {
    const path = await migrated();
    const code = `
      const { createPgliteDatabase } = await import(${JSON.stringify(join(import.meta.dirname, "index.ts"))});
      const database = await createPgliteDatabase({ folder: ${JSON.stringify(path)} });
        for (let n = 100000; ; n++) {
        await database.system((trx) => trx.insertInto('enterprise').values({ comp_id: String(n), name: 'x' }).execute());
        process.stdout.write(n + '\\n');
      }`;
    const script = `${path}.mjs`;
    await writeFile(script, code);
    const child = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "inherit"] });
    let acknowledged = 0;
    let busy: unknown;
    await new Promise<void>((resolve) => {
      child.stdout.on("data", (chunk: Buffer) => {
        const last = chunk.toString().trim().split("\n").at(-1);
        acknowledged = Number(last) || acknowledged;
        if (acknowledged >= 100050 && busy === undefined) {
          busy = createPgliteDatabase({ folder: path }).catch((error: unknown) => error);
          void (busy as Promise<unknown>).then((error) => {
            busy = error;
            child.kill("SIGKILL");
          });
        }
      });
      child.on("exit", () => resolve());
    });
    expect(busy).toBeInstanceOf(FolderInUse);
    const database = await createPgliteDatabase({ folder: path });
    const rows = await database.system((trx) =>
      trx
        .selectFrom("enterprise")
        .select(({ fn }) => fn.countAll<number>().as("many"))
        .executeTakeFirstOrThrow(),
    );
    expect(rows.many).toBeGreaterThanOrEqual(acknowledged - 100000 + 1);
    await database.close();
  });

  test("a database thread that died is opened again; what was acknowledged is there", async () => {
    const threads: PgliteThread[] = [];
    const database = await createPgliteDatabase({
      folder: await migrated(),
      onThread: (thread) => threads.push(thread),
    });
    await database.system((trx) => trx.insertInto("enterprise").values({ compId: "100001", name: "还在" }).execute());
    const underWay = database.system(async (trx) => {
      const slow = sql`select count(*) from generate_series(1, 300000000)`.execute(trx);
      await threads[0]!.kill();
      await slow;
    });
    await expect(underWay).rejects.toBeInstanceOf(DatabaseBusy);
    await database.ping().catch(() => undefined);
    expect(await database.tenant("100001", (trx) => trx.selectFrom("enterprise").select("name").execute())).toEqual([
      { name: "还在" },
    ]);
    expect(threads).toHaveLength(2);
    await database.close();
  });
});
