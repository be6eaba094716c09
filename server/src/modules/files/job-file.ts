/** Writes what an export makes to a file of this machine. */
import { createWriteStream } from "node:fs";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError } from "@liantai/api/contract";
import { writeSheet, xlsxType, type Cell, type SheetRows } from "../../sheets/index.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ExportProduct } from "./export-kinds.ts";

const followMs = 1_000;
/** Of one file. */
const maxBytes = 4 * 1024 * 1024 * 1024;

/** How far it is; read while it is written. */
export interface Written {
  rows: number;
  progress: number;
}

export interface WrittenFile {
  readonly bytes: number;
  readonly extension: string;
  readonly contentType: string;
}

type Stream = Extract<ExportProduct, { stream: unknown }>;
type Rows = Exclude<ExportProduct, Stream>;

function counted({ rows, total }: Rows, written: Written): SheetRows {
  const count = (): void => {
    written.rows += 1;
    if (total) written.progress = Math.min(99, Math.floor((written.rows * 100) / total));
  };
  function* page(cells: Iterable<readonly Cell[]>): Generator<readonly Cell[]> {
    for (const row of cells) {
      count();
      yield row;
    }
  }
  async function* pages(of: AsyncIterable<Iterable<readonly Cell[]>>): AsyncGenerator<Iterable<readonly Cell[]>> {
    for await (const cells of of) yield page(cells);
  }
  async function* single(
    of: Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>,
  ): AsyncGenerator<readonly Cell[]> {
    for await (const row of of) {
      count();
      yield row;
    }
  }
  return "pages" in rows ? { pages: pages(rows.pages) } : single(rows);
}

export async function writeProduct(
  clock: Clock,
  product: ExportProduct,
  path: string,
  written: Written,
  signal: AbortSignal,
): Promise<WrittenFile> {
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > maxBytes ? new AppError("refused", "文件过大，请缩小查询范围后重试") : null, chunk);
    },
  });
  if ("stream" in product) {
    const follow = clock.every(followMs, () => Object.assign(written, product.progress?.()));
    try {
      await pipeline(product.stream, measure, createWriteStream(path), { signal });
    } finally {
      follow.cancel();
    }
    Object.assign(written, product.progress?.());
    return { bytes, extension: product.extension, contentType: product.contentType };
  }
  const { columns, sheetName } = product;
  const sheet = writeSheet({ columns, rows: counted(product, written), ...(sheetName ? { name: sheetName } : {}) });
  await pipeline(sheet, measure, createWriteStream(path), { signal });
  return { bytes, extension: "xlsx", contentType: xlsxType };
}
