/** Export jobs as tests wait for them and read what they made. */
import { fileDownloadApi } from "@liantai/api/contract/admin";
import exceljs from "exceljs";
import type { Person } from "./office.ts";

export const jobsOf = async (person: Person) =>
  (await person.call(fileDownloadApi.list, { body: { pageNo: 1, pageSize: 100 } })).list;
export async function ended(person: Person, id: string, state: string) {
  for (let i = 0; i < 300; i += 1) {
    const job = (await jobsOf(person)).find((each) => each.id === id);
    if (job?.state === state) return job;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`job ${JSON.stringify((await jobsOf(person)).find((each) => each.id === id))} never was ${state}`);
}
export const cellsOf = async (bytes: Uint8Array): Promise<unknown[][]> => {
  const book = new exceljs.Workbook();
  await book.xlsx.load(bytes as never);
  return book.worksheets[0]!.getSheetValues()
    .slice(1)
    .map((row) => (row as unknown[]).slice(1));
};
