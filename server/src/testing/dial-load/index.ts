/** Imports of numbers on PostgreSQL and the details of a task of a million, with what stands beside them (bench/dial-*.ts). */
import { execFile, fork } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client } from "pg";
import { taskPhoneApi } from "@liantai/api/contract/admin";
import { compareTurns, type ListFigures } from "../list-load/turns.ts";
import type { ImportRun } from "./run.ts";

export { readBooks, type Books } from "./books.ts";
export { measureClaims } from "./claims.ts";

/** MB of an import's heap, as in form-sheets: without a limit V8 lets what is done with lie, and the heap says nothing of what is kept. */
const heapLimit = 256;

const runner = fileURLToPath(new URL("./run.ts", import.meta.url));

/** In turns, each a process of its own. `url`: of an empty database. */
export async function measureImports(
  url: string,
  rounds: number,
): Promise<{ readonly ours: readonly ImportRun[]; readonly exceljs: readonly ImportRun[] }> {
  const folder = await mkdtemp(join(tmpdir(), "liantai-dial-import-"));
  const once = async (what: string, database = url): Promise<unknown> => {
    const limit = what === "import" ? [`--max-old-space-size=${heapLimit}`] : [];
    const args = [...limit, "--expose-gc", runner, what, database, folder];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    return JSON.parse(stdout);
  };
  /** Each import finds what the first found: what was imported once would be a repetition. */
  const copy = async (name: string): Promise<string> => {
    const [of, to] = [new URL(url), new URL(url)];
    const source = of.pathname.slice(1);
    of.pathname = "/template1";
    to.pathname = `/${name}`;
    const client = new Client({ connectionString: of.href });
    await client.connect();
    await client.query(`create database "${name}" template "${source}"`);
    await client.end();
    return to.href;
  };
  const [ours, exceljs]: ImportRun[][] = [[], []];
  try {
    await once("make");
    for (let round = 0; round < rounds; round += 1) {
      exceljs!.push((await once("exceljs")) as ImportRun);
      ours!.push((await once("import", await copy(`import${round}`))) as ImportRun);
    }
    return { ours: ours!, exceljs: exceljs! };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Servers {
  readonly token: string;
  readonly taskId: string;
  readonly found: number;
  readonly whole: number;
  readonly bare: number;
}

/** Three filters over the numbers of one task; `url`: of an empty database. */
export async function measureNumbers(url: string, rounds = 5, turnMs = 1_500, connections = 8): Promise<ListFigures> {
  const child = fork(fileURLToPath(new URL("./server.ts", import.meta.url)), [url], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  try {
    const servers = await new Promise<Servers>((resolve, reject) => {
      child.once("message", (message) => resolve(message as Servers));
      child.once("exit", (code) => reject(new Error(`the servers ended with ${code}`)));
    });
    const { taskId, token, found } = servers;
    const body = JSON.stringify({ taskId, state: "done", code: "200", level: "A", pageNo: 1, pageSize: 20 });
    const question = {
      ...{ path: taskPhoneApi.list.path, token, body: () => body },
      // Both must have found the same, or one of them did less.
      accepts: (text: string) => text.startsWith('{"code":1,') && text.includes(`"total":${found}`),
    };
    return await compareTurns(servers, question, { rounds, turnMs, connections });
  } finally {
    if (child.connected) child.disconnect();
  }
}
