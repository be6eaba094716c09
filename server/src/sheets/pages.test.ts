/** Rows that come a page at a time, and enough of them to fill the writer's buffers over and over. */
import { buffer } from "node:stream/consumers";
import { readRows, writeSheet, type Cell, type SheetRows } from "./index.ts";

const columns = [{ title: "甲" }, { title: "乙" }];
const cellsIn = async (rows: SheetRows): Promise<string[][]> => {
  const bytes = await buffer(writeSheet({ columns, rows }));
  const found: string[][] = [];
  for await (const { cells } of readRows(bytes, { maxRows: 100_000 })) found.push([...cells]);
  return found;
};
async function* asPages<T>(rows: readonly T[], size: number): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < rows.length; from += size) {
    yield rows.slice(from, from + size);
    yield [];
  }
}

test("pages of rows, empty ones among them, are the rows", async () => {
  const rows = Array.from({ length: 25 }, (_, n): Cell[] => [`第${n}行`, n]);
  const found = await cellsIn({ pages: asPages(rows, 7) });
  expect(found).toEqual([["甲", "乙"], ...rows.map(([text, n]) => [text, String(n)])]);
  expect(await cellsIn({ pages: asPages([], 7) })).toEqual([["甲", "乙"]]);
});

test("megabytes of rows of every length come out as they went in", async () => {
  // Up to what a cell holds: a row of two is larger than what is left of a buffer, and smaller than one.
  const rows = Array.from({ length: 2_000 }, (_, n): string[] => [
    `${n}客${"户".repeat((n * 7_919) % 3_000)}`,
    n % 100 === 0 ? `${n}${"长".repeat(32_000)}` : `a${n}`,
  ]);
  expect(await cellsIn({ pages: asPages(rows, 333) })).toEqual([["甲", "乙"], ...rows]);
  expect(await cellsIn(rows)).toEqual([["甲", "乙"], ...rows]);
});

test("a failure of a page is the failure of the stream; a stream that is left ends page and pages", async () => {
  async function* failing() {
    yield [["a"]];
    throw new Error("the database is away");
  }
  await expect(cellsIn({ pages: failing() })).rejects.toThrow("the database is away");
  const ended: string[] = [];
  function* endless(): Generator<Cell[]> {
    try {
      for (;;) yield ["x".repeat(1_000)];
    } finally {
      ended.push("page");
    }
  }
  async function* pages() {
    try {
      for (;;) yield endless();
    } finally {
      ended.push("pages");
    }
  }
  for await (const _ of writeSheet({ columns, rows: { pages: pages() } })) break;
  for (let turn = 0; turn < 100 && ended.length < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(ended).toEqual(["page", "pages"]);
});
