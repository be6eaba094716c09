/** Workbooks of numbers as tests send and read them, and what is told at the end of an import. */
import { buffer } from "node:stream/consumers";
import type { OutgoingMessage } from "@liantai/api/contract";
import { taskPhoneApi as api } from "@liantai/api/contract/admin";
import { readRows, writeSheet, type Cell } from "../../../sheets/index.ts";
import type { Office, Person } from "../../../testing/office.ts";
import { subscribe } from "../../topics.ts";

export async function workbook(titles: readonly string[], rows: Iterable<readonly Cell[]>, name = "号码.xlsx") {
  const bytes = await buffer(writeSheet({ columns: titles.map((title) => ({ title })), rows }));
  return new File([new Uint8Array(bytes)], name);
}

export async function cellsOf(bytes: Uint8Array): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { cells } of readRows(bytes, { maxRows: 200_001, maxColumns: 50 })) rows.push([...cells]);
  return rows;
}

export const importNumbers = async (
  person: Person,
  taskId: string,
  titles: readonly string[],
  rows: Iterable<readonly Cell[]>,
) => person.call(api.importData, { body: { taskId, files: (await workbook(titles, rows)) as never } });

export const failedRows = async (person: Person, id: string | null) =>
  cellsOf((await person.file(api.failedDataDownload, { query: { id: id! } })).bytes);

type Told = Extract<OutgoingMessage, { readonly type: "fileImportExcel" }>;

/** Every fileImportExcel from now on. */
export async function imports(office: Office): Promise<Told[]> {
  const told: Told[] = [];
  await subscribe(office.ports.broker, "message.send", ({ message }) => {
    if (message.type === "fileImportExcel") told.push(message);
  });
  return told;
}
