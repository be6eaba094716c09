/** An import of the tests, in processes of the tests. */
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { signedIn, type Permission } from "@liantai/api/contract";
import { lengthField, numberField, seatIdField } from "@liantai/api/contract/admin";
import exceljs from "exceljs";
import type { Caller, RequestContext } from "../../../http/routes.ts";
import { writeSheet, type Cell } from "../../../sheets/index.ts";
import { openOffice, type Office, type Person } from "../../../testing/office.ts";
import { isRefused, type AuthModule } from "../../auth/index.ts";
import { demoEnterprise } from "../../system/index.ts";
import { createImportJobs, type ImportJobs } from "../import-jobs.ts";
import { type ImportSpec } from "../imports.ts";
import { createFileStore, type FileStore } from "../store.ts";

export const compId = demoEnterprise.compId;
export type Row = { readonly agentId: string; readonly name: string; readonly sort?: number };
export const columns = [
  { title: "工号", name: "agentId", required: true, schema: seatIdField(4, "工号") },
  { title: "姓名", name: "name", required: true, schema: lengthField("姓名", 5) },
  { title: "排序", name: "sort", schema: numberField("排序") },
];
export const saved: Row[] = [];
export const told: { readonly type: string; readonly [key: string]: unknown }[] = [];
export let office: Office;
/** The process that imports begin in (made before the tests), and how the import of a test differs. */
export const stage: { first: ImportJobs; more: Partial<ImportSpec<Row>> } = { first: undefined!, more: {} };
/** The secrets that a spec was made with. */
export const secrets: (string | undefined)[] = [];
/** Whose it was then. */
export const owners: Caller[] = [];

/** A process: all of them share the database, the blobs and the clock. */
export function newProcess(
  differs: Partial<FileStore> = {},
  { auth = {}, right = signedIn }: { readonly auth?: Partial<AuthModule>; readonly right?: Permission } = {},
): ImportJobs {
  const { ports, composition, sealer } = office;
  const store = { ...createFileStore(ports), ...differs };
  const jobs = createImportJobs({ ports, auth: { ...composition.auth, ...auth }, sealer, store });
  jobs.register<object, Row>("contact", {
    screen: { name: "contacter", title: "联系人" },
    right,
    async prepare({ context: { caller }, secret }) {
      secrets.push(secret);
      owners.push(caller);
      return {
        name: "坐席",
        columns,
        key: (row) => row.agentId,
        existing: async (keys) => new Set(keys.filter((key) => key === "1999")),
        save: async (batch, keep) => {
          saved.push(...batch);
          return keep(undefined);
        },
        ...stage.more,
        ...(secret === undefined ? {} : { secret }),
      };
    },
  });
  return jobs;
}

export function openImports(): void {
  beforeAll(async () => {
    office = await openOffice();
    // The office is a process of its own that would take imports over, too.
    await office.composition.modules.find(({ name }) => name === "files")!.stop!();
    await office.ports.broker.subscribe("message.send", (payload) => {
      told.push((payload as { message: (typeof told)[number] }).message);
    });
    stage.first = newProcess();
  });
  afterAll(() => office.close());
  beforeEach(() => {
    stage.more = {};
    for (const list of [saved, told, secrets, owners]) list.splice(0);
  });
}

export async function context(person: Person, files: RequestContext["files"] = []): Promise<RequestContext> {
  const caller = await office.composition.auth.sessions.resolve(person.token);
  if (isRefused(caller)) throw new Error("no caller");
  return { caller, address: "192.0.2.1", device: "", requestId: "r1", origin: "", files, headers: {} };
}
export const cellsOf = async (bytes: Uint8Array): Promise<unknown[][]> => {
  const book = new exceljs.Workbook();
  // A small Buffer shares its memory with others.
  await book.xlsx.load(new Uint8Array(bytes).buffer);
  return book.worksheets[0]!.getSheetValues()
    .slice(1)
    .map((row) => (Array.isArray(row) ? row.slice(1) : []));
};
export async function begin(
  rows: readonly (readonly Cell[])[],
  titles: readonly string[] = ["*工号", "姓名 ", "排序"],
  person = office.administrator,
  spoil: (bytes: Buffer) => Buffer = (bytes) => bytes,
  by = stage.first,
  socketId?: string,
) {
  const bytes = spoil(await buffer(writeSheet({ columns: titles.map((title) => ({ title })), rows })));
  const path = `${office.ports.folder}/${randomUUID()}.xlsx`;
  await writeFile(path, bytes);
  const file = {
    field: "files",
    name: "坐席.xlsx",
    type: "",
    bytes: bytes.length,
    sha256: "",
    head: Buffer.alloc(0),
    path,
    stream: () => {
      throw new Error("not read");
    },
  };
  return by.start("contact", await context(person, [file]), compId, {}, socketId);
}
export function run(
  rows: readonly (readonly Cell[])[],
  titles?: readonly string[],
  differs: Partial<ImportSpec<Row>> = {},
) {
  stage.more = differs;
  return begin(rows, titles);
}
export const people = (count: number) => Array.from({ length: count }, (_, n): Cell[] => [String(3_000 + n), "甲"]);
/** Rows that do not shrink to nothing: a hole in the middle of the file is a hole in the middle of the sheet. */
export const unlike = (count: number) =>
  people(count).map(([id], n): Cell[] => [id!, ((n * 2_654_435_761) % 2 ** 24).toString(36), n]);
export const opened = async (person = office.administrator, seen?: string) =>
  stage.first.open(await context(person), compId, { kind: "contact", seen });
export async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let i = 0; i < 500; i += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${what}: did not happen`);
}
/** Something that waits until it is let go on. */
export function gate() {
  let open: () => void = () => undefined;
  let reached: () => void = () => undefined;
  const opens = new Promise<void>((resolve) => (open = resolve));
  const arrived = new Promise<void>((resolve) => (reached = resolve));
  return { open, arrived, pass: () => (reached(), opens) };
}
