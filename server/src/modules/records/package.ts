/** Recordings as one archive, streamed: index.xlsx lists them, each is fetched when its turn comes. */
import { PassThrough, type Readable } from "node:stream";
import { AppError, directionTexts, formatForFile } from "@liantai/api/contract";
import { ZipFile } from "yazl";
import { safeFileName } from "../../http/names.ts";
import type { Blobs } from "../../ports/blobs.ts";
import { writeSheet } from "../../sheets/index.ts";
import type { ExportProduct } from "../files/index.ts";

import { recordColumns, rowCells } from "./columns.ts";
import { number } from "./present.ts";
import type { RecordRow } from "./repository.ts";
import type { RecordingCheck } from "./soundness.ts";

const lost: Readonly<Record<string, string>> = { gone: "录音已被清理", damaged: "录音文件已损坏" };

export interface PackageOptions {
  /** Whose numbers are masked, in the list and in names. */
  readonly hides: (row: RecordRow) => boolean;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** Unique by the call's id, sorted by time, readable by people. */
function entryName(row: RecordRow, hide: boolean): string {
  const other = number(row.direction === "inbound" ? row.caller : row.callee, hide);
  const time = formatForFile(row.startAt);
  return safeFileName(
    [time, directionTexts[row.direction], other, row.agentId ?? "", row.callId]
      .filter((part) => part !== "")
      .join("_")
      .replace(/[*/\\]/g, "x") + ".wav",
  );
}

export async function packRecordings(
  blobs: Blobs,
  check: Pick<RecordingCheck, "of">,
  rows: AsyncIterable<RecordRow>,
  { hides, maxBytes, signal }: PackageOptions,
): Promise<ExportProduct> {
  const there: { readonly key: string; readonly name: string; readonly bytes: number }[] = [];
  const index: (readonly (string | number | null | undefined)[])[] = [];
  let total = 0;
  for await (const row of rows) {
    signal.throwIfAborted();
    const checked = await check.of(row);
    const info = checked.state === "sound" ? checked.info : undefined;
    const name = info ? `录音/${entryName(row, hides(row))}` : "";
    index.push([...rowCells(row, hides(row)), info ? name : (lost[checked.state] ?? "")]);
    if (!info) continue;
    total += info.bytes;
    if (total > maxBytes)
      throw new AppError("refused", `录音超过${Math.round(maxBytes / 1024 / 1024 / 1024)}G，请缩小查询范围`);
    there.push({ key: info.key, name, bytes: info.bytes });
  }
  if (there.length === 0) throw new AppError("refused", "没有符合条件的录音");

  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let current: Readable | undefined;
  let packed = 0;
  let begun = 0;
  zip.on("error", (error: Error) => output.destroy(error));
  output.once("close", () => current?.destroy());
  const add = (name: string, open: () => Promise<Readable> | Readable, compress: boolean): void => {
    zip.addReadStreamLazy(name, compress ? { compressionLevel: 1 } : { compress: false }, (done) => {
      void (async () => {
        const source = await open();
        // Through a stream of our own: one that fails must fail the archive.
        const through = new PassThrough();
        source.on("error", (error: Error) => output.destroy(error));
        source.on("data", (chunk: Buffer) => (packed += compress ? chunk.length : 0));
        current = source;
        return source.pipe(through);
      })().then(
        (stream) => done(null, stream),
        (error: unknown) => done(error, new PassThrough()),
      );
    });
  };
  add(
    "index.xlsx",
    () => writeSheet({ columns: [...recordColumns, { title: "录音文件", width: 60 }], rows: index, name: "录音清单" }),
    false,
  );
  for (const { key, name } of there) {
    add(
      name,
      () => {
        begun += 1;
        return blobs.read(key);
      },
      true,
    );
  }
  zip.end();
  return {
    stream: output,
    extension: "zip",
    contentType: "application/zip",
    progress: () => ({ rows: begun, progress: Math.min(99, Math.floor((packed * 100) / Math.max(1, total))) }),
  };
}
