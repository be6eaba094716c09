/**
 * One run of bench/form-sheets.ts in a process of its own: node run.ts WHAT URL FOLDER FORM; prints one line of JSON. WHAT: make (the
 * form, the bar and the workbook), import, export, and the same of what stands beside them.
 */
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { fileDownloadApi } from "@liantai/api/contract/admin";
import { customerFormConfApi, recordSheetApi } from "@liantai/api/contract/workorder";
import { createPostgresDatabase } from "../../adapters/production/database/index.ts";
import { createSystemClock, createSystemRandom } from "../../adapters/embedded/clock/index.ts";
import type { RequestContext } from "../../http/routes.ts";
import { isRefused } from "../../modules/auth/index.ts";
import type { FilesModule } from "../../modules/files/index.ts";
import { demoEnterprise } from "../../modules/system/index.ts";
import { openOffice, type Office } from "../office.ts";
import { barred, barredBeginning, doubled, fields, rowsThere, wrong } from "./data.ts";
import { bareInserts, exceljsExport, exceljsImport, goodLines, makeWorkbook } from "./peers.ts";
import type { Place } from "./store.ts";

const [, , what = "", url = "", folder = "", formId = ""] = process.argv;
const { compId } = demoEnterprise;
const workbook = join(folder, "in.xlsx");
const right = rowsThere - wrong - doubled - barred;

export interface SheetRun {
  readonly ms: number;
  /** ms of CPU of this process; PostgreSQL's is the same machine's, and not in it. */
  readonly cpuMs: number;
  /** Highest heap in use, with all that the server holds anyway; how far it and the resident memory rose. */
  readonly heapMb: number;
  readonly heapRiseMb: number;
  readonly rssMb: number;
}

const megabytes = (bytes: number): number => bytes / 1_048_576;

async function measured(work: () => Promise<number>): Promise<SheetRun> {
  globalThis.gc?.();
  const rssBefore = process.memoryUsage.rss();
  const heapBefore = process.memoryUsage().heapUsed;
  let [heap, rss] = [heapBefore, rssBefore];
  const look = (): void => {
    heap = Math.max(heap, process.memoryUsage().heapUsed);
    rss = Math.max(rss, process.memoryUsage.rss());
  };
  const watch = setInterval(look, 20);
  const [began, spent] = [performance.now(), process.cpuUsage()];
  const rows = await work();
  const ms = performance.now() - began;
  const { user, system } = process.cpuUsage(spent);
  look();
  clearInterval(watch);
  if (rows !== right) throw new Error(`${what}: ${rows} rows instead of ${right}`);
  return {
    ...{ ms, cpuMs: (user + system) / 1_000, heapMb: megabytes(heap) },
    ...{ heapRiseMb: megabytes(heap - heapBefore), rssMb: megabytes(rss - rssBefore) },
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

const make = () =>
  inOffice(async ({ administrator, ports }) => {
    const { id } = await administrator.call(customerFormConfApi.add, {
      body: { name: "客户档案", formType: "customer", fields },
    });
    await ports.database.tenant(compId, (trx) =>
      trx
        .insertInto("black_list")
        .values({
          ...{ compId, id: "bench", phone: barredBeginning, isPrefix: 1, callType: 2, createdBy: "" },
          createdAt: new Date(),
        })
        .execute(),
    );
    await makeWorkbook(workbook);
    return { formId: id };
  });

/** The job that an upload begins: the workbook itself is larger than the 10 MB of one. */
const importNow = () =>
  inOffice(async ({ administrator, composition }) => {
    const caller = await composition.auth.sessions.resolve(administrator.token);
    const files = composition.modules.find(({ name }) => name === "files") as FilesModule | undefined;
    if (isRefused(caller) || !files) throw new Error("nobody is signed in");
    // It is moved, not read.
    const path = join(folder, "moved.xlsx");
    await copyFile(workbook, path);
    const stream = (): never => {
      throw new Error("it is moved, not read");
    };
    const sheet = { field: "files", name: "客户.xlsx", type: "", bytes: 0, sha256: "", head: Buffer.alloc(0), path };
    const context: RequestContext = {
      ...{ caller, address: "", device: "", requestId: "", origin: "", headers: {} },
      files: [{ ...sheet, stream }],
    };
    return measured(async () => {
      // The clock of this server stands still: whoever began the job waits for its end.
      const started = await files.imports.start("form", context, compId, { formId });
      const { succeed, failing, repetition, blackList } = started;
      if (failing !== wrong + doubled + barred || repetition !== doubled || blackList !== barred)
        throw new Error(`${failing} failing, ${repetition} doubled, ${blackList} barred`);
      return succeed;
    });
  });

interface FileDown {
  readonly type: string;
  readonly id: string;
  readonly state: "running" | "done" | "failed";
  readonly desc: string;
}

/** Until the job tells its owner that it has ended, as the workspace hears of it: asking again and again was a tenth of the time. */
const exportNow = () =>
  inOffice(async ({ administrator, ports }) => {
    const told: FileDown[] = [];
    await ports.broker.subscribe(
      "message.send",
      (sent) => void told.push((sent as { readonly message: FileDown }).message),
    );
    return measured(async () => {
      const { id } = await administrator.call(recordSheetApi.export, { body: { formId } });
      for (;;) {
        const end = told.find((one) => one.type === "fileDown" && one.id === id && one.state !== "running");
        if (end?.state === "failed") throw new Error(end.desc);
        if (end) break;
        await new Promise((resolve) => setTimeout(resolve, 10));
        await ports.clock.advance(10);
      }
      const { list } = await administrator.call(fileDownloadApi.list, { body: { pageNo: 1, pageSize: 10 } });
      return list.find((one) => one.id === id)?.rows ?? 0;
    });
  });

/** What form it is and where its fields stand. */
const placed = <T>(work: (place: Place) => Promise<T>): Promise<T> => {
  const slots = JSON.parse(process.argv[6] ?? "{}") as Place["slots"];
  return work({ compId, formId, slots });
};

const ways: Readonly<Record<string, () => Promise<object>>> = {
  make,
  import: importNow,
  export: exportNow,
  "bare-import": () =>
    placed(async (place) => {
      const lines = goodLines(place);
      return measured(async () => {
        await bareInserts(url, place, lines);
        return lines.length;
      });
    }),
  "exceljs-import": () => placed((place) => measured(() => exceljsImport(url, place, workbook))),
  "exceljs-export": () => placed((place) => measured(() => exceljsExport(url, place, join(folder, "out.xlsx")))),
};

process.stdout.write(`${JSON.stringify(await ways[what]!())}\n`);
process.exit(0);
