/**
 * One run of bench/dial-import.ts in a process of its own: node run.ts WHAT URL FOLDER; prints one line of JSON. WHAT: make (the lists, the
 * workbook), import, exceljs (which only reads the workbook).
 */
import { createWriteStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { taskPhoneApi } from "@liantai/api/contract/admin";
import exceljs from "exceljs";
import { sql } from "kysely";
import { createPostgresDatabase } from "../../adapters/production/database/index.ts";
import { createSystemClock, createSystemRandom } from "../../adapters/embedded/clock/index.ts";
import { insertTask } from "../../modules/dialling/testing/tasks.ts";
import { demoEnterprise } from "../../modules/system/index.ts";
import { writeSheet } from "../../sheets/index.ts";
import { openOffice, type Office } from "../office.ts";
import { bars, counts, oftenPhone, right, sheetRows, titles } from "./data.ts";

const [, , what = "", url = "", folder = ""] = process.argv;
const { compId } = demoEnterprise;
const workbook = join(folder, "numbers.xlsx");

export interface ImportRun {
  readonly ms: number;
  /** ms of CPU of this process; PostgreSQL's is not in it. */
  readonly cpuMs: number;
  readonly heapMb: number;
  /** How far the heap in use and the resident memory rose. */
  readonly heapRiseMb: number;
  readonly rssMb: number;
}

const megabytes = (bytes: number): number => bytes / 1_048_576;

async function measured(work: () => Promise<void>): Promise<ImportRun> {
  globalThis.gc?.();
  const before = process.memoryUsage();
  let [heap, rss] = [before.heapUsed, before.rss];
  const watch = setInterval(() => {
    const now = process.memoryUsage();
    [heap, rss] = [Math.max(heap, now.heapUsed), Math.max(rss, now.rss)];
  }, 20);
  const [began, spent] = [performance.now(), process.cpuUsage()];
  await work();
  const ms = performance.now() - began;
  const { user, system } = process.cpuUsage(spent);
  clearInterval(watch);
  return {
    ...{ ms, cpuMs: (user + system) / 1_000, heapMb: megabytes(heap), heapRiseMb: megabytes(heap - before.heapUsed) },
    rssMb: megabytes(rss - before.rss),
  };
}

async function inOffice<T>(work: (office: Office) => Promise<T>): Promise<T> {
  const database = createPostgresDatabase({ url });
  await database.migrate();
  const office = await openOffice({ database, random: createSystemRandom(createSystemClock()) });
  try {
    return await work(office);
  } finally {
    await office.close();
    await database.close();
  }
}

/** Half of the bars are the installation's. */
const make = () =>
  inOffice(async ({ ports: { database } }) => {
    await database.system(async (trx) => {
      await sql`
        insert into black_list (comp_id, id, phone, is_prefix, call_type, created_at, created_by)
        select case when n % 2 = 0 then '000000' else ${compId} end, 'w' || n, '150' || lpad(n::text, 8, '0'), 0, 2, now(), ''
        from generate_series(1, ${sql.lit(bars.whole)}) n`.execute(trx);
      await sql`
        insert into black_list (comp_id, id, phone, is_prefix, call_type, created_at, created_by)
        select ${compId}, 'b' || n, '1700' || lpad(n::text, 3, '0'), 1, 1, now(), ''
        from generate_series(0, ${sql.lit(bars.beginnings - 1)}) n`.execute(trx);
    });
    // As a list that has been there for a while.
    await database.analyse("black_list");
    await pipeline(
      writeSheet({ columns: titles.map((title) => ({ title })), rows: sheetRows() }),
      createWriteStream(workbook),
    );
    return {};
  });

async function taskWithNumbers(office: Office): Promise<string> {
  const { ports } = office;
  const taskId = await insertTask(ports, { settings: { frequencyDays: 7, frequencyCalls: 2, duplicateDays: 30 } });
  await ports.database.tenant(compId, async (trx) => {
    await sql`
      insert into dial_phone (comp_id, id, task_id, batch_id, phone, position, created_at)
      select ${compId}, 'there' || n || ${taskId}, ${taskId}, 'b', '139' || lpad((n + 50000)::text, 8, '0'), -n, now()
      from generate_series(1, ${sql.lit(counts.inTask)}) n`.execute(trx);
    for (const attempt of [1, 2])
      await trx
        .insertInto("dial_attempt")
        .values(
          Array.from({ length: counts.often }, (_, n) => ({
            ...{ compId, id: `${taskId}${attempt}-${n}`, taskId, phoneId: "p", batchId: "b", phone: oftenPhone(n) },
            ...{
              ftype: 3,
              attempt,
              callId: `${taskId}${attempt}-${n}`,
              startedAt: new Date(ports.clock.now() - 60_000),
            },
          })),
        )
        .execute();
  });
  return taskId;
}

const importNow = () =>
  inOffice(async (office) => {
    const taskId = await taskWithNumbers(office);
    const files = new File([new Uint8Array(readFileSync(workbook))], "numbers.xlsx") as never;
    return measured(async () => {
      const reply = await office.administrator.call(taskPhoneApi.importData, { body: { taskId, files } });
      const { succeed, failing, repetition, blackList } = reply;
      const found = [succeed, failing, repetition, blackList].join(" ");
      const wanted = [right, counts.malformed + counts.often, counts.inFile + counts.inTask, counts.barred].join(" ");
      if (found !== wanted) throw new Error(`${found} instead of ${wanted}`);
    });
  });

/** Streaming, as its documentation shows it; nothing is checked and nothing kept. */
const readAlone = () =>
  measured(async () => {
    const reader = new exceljs.stream.xlsx.WorkbookReader(workbook, { worksheets: "emit", sharedStrings: "cache" });
    let rows = 0;
    for await (const sheet of reader) for await (const row of sheet) rows += row.hasValues ? 1 : 0;
    if (rows !== counts.rows + 1) throw new Error(`${rows} rows`);
  });

const ways: Readonly<Record<string, () => Promise<object>>> = { make, import: importNow, exceljs: readAlone };
process.stdout.write(`${JSON.stringify(await ways[what]!())}\n`);
process.exit(0);
