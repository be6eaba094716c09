/**
 * The ZIP around a workbook, opened with distrust: how many parts, how large each says it is, how large it proves to be, and
 * how much it swells. Nothing is ever written to a path that the archive names.
 */
import type { Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";
import { AppError } from "@liantai/api/contract";
import { fileTexts } from "@liantai/api/contract/file-rules";
import { fromBuffer, open, type Entry, type ZipFile } from "yauzl";

export const sheetFault = (message: string): AppError =>
  new AppError("invalid", message, { fields: [{ path: "files", label: "文件", message }] });
/** Another kind of file, or damaged. */
export const broken = (): AppError => sheetFault(fileTexts.wrongSheet);
const tooLarge = (): AppError => sheetFault("文件内容过大，请拆分后再上传");

/** A workbook has a part for each sheet, picture and chart. */
const maxEntries = 2_000;
/** Repetitive sheets shrink to a hundredth; bombs to a thousandth (deflate's limit is 1032). Small parts may. */
const maxRatio = 250;
const ratioFrom = 1024 * 1024;
/** Larger pieces of text would outlive the young generation: 32 KB cost a fifth less time and a third of the memory of 256. */
const chunkBytes = 32 * 1024;

export interface Archive {
  has(name: string): boolean;
  /** A part as text, piece by piece. Throws AppError 'invalid' when it is not what it says. */
  text(name: string): AsyncGenerator<string, void, void>;
  /** A small part as a whole. */
  whole(name: string, maxChars: number): Promise<string>;
  close(): void;
}

function openZip(source: string | Uint8Array): Promise<ZipFile> {
  const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true } as const;
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, zip?: ZipFile): void =>
      zip && !error ? resolve(zip) : reject(error ?? new Error("no archive"));
    if (typeof source === "string") open(source, options, done);
    else fromBuffer(Buffer.from(source.buffer, source.byteOffset, source.byteLength), options, done);
  });
}

/** Every part's directory entry, none of them read. */
function listEntries(zip: ZipFile, maxBytes: number): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let total = 0;
  return new Promise((resolve, reject) => {
    zip.on("error", () => reject(broken()));
    zip.on("end", () => resolve(entries));
    zip.on("entry", (entry: Entry) => {
      const name = entry.fileName.replace(/^\//, "");
      total += entry.uncompressedSize;
      if ((entry.generalPurposeBitFlag & 1) !== 0) return reject(sheetFault("文件已加密，请取消加密后再上传"));
      if (entries.size >= maxEntries || entries.has(name)) return reject(broken());
      if (
        total > maxBytes ||
        (entry.uncompressedSize > ratioFrom && entry.uncompressedSize > entry.compressedSize * maxRatio)
      )
        return reject(tooLarge());
      entries.set(name, entry);
      zip.readEntry();
    });
    if (zip.entryCount > maxEntries) reject(broken());
    else zip.readEntry();
  });
}

const rawStream = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    const done = (error: Error | null, stream?: Readable): void =>
      stream && !error ? resolve(stream) : reject(error ?? broken());
    if (entry.compressionMethod === 8) zip.openReadStream(entry, { decompress: false }, done);
    else zip.openReadStream(entry, done);
  });

async function* pieces(zip: ZipFile, entry: Entry): AsyncGenerator<string, void, void> {
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) throw broken();
  const raw = await rawStream(zip, entry).catch(() => {
    throw broken();
  });
  const stream = entry.compressionMethod === 8 ? raw.pipe(createInflateRaw({ chunkSize: chunkBytes })) : raw;
  if (stream !== raw) raw.on("error", (error) => stream.destroy(error));
  const decoder = new TextDecoder();
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      // UTF-16 is allowed by the standard and written by nobody.
      if (bytes === 0 && ((chunk[0] === 0xff && chunk[1] === 0xfe) || (chunk[0] === 0xfe && chunk[1] === 0xff)))
        throw broken();
      bytes += chunk.length;
      // The directory said how large it is; more than that is a lie.
      if (bytes > entry.uncompressedSize) throw tooLarge();
      const text = decoder.decode(chunk, { stream: true });
      if (text !== "") yield text;
    }
    const rest = decoder.decode();
    if (rest !== "") yield rest;
  } catch (error) {
    throw error instanceof AppError ? error : broken();
  } finally {
    raw.destroy();
    stream.destroy();
  }
}

/** `maxBytes`: of all parts together, unpacked. */
export async function openArchive(source: string | Uint8Array, maxBytes: number): Promise<Archive> {
  const zip = await openZip(source).catch(() => {
    throw broken();
  });
  try {
    const entries = await listEntries(zip, maxBytes);
    const text = (name: string): AsyncGenerator<string, void, void> => {
      const entry = entries.get(name);
      if (!entry) throw broken();
      return pieces(zip, entry);
    };
    return {
      has: (name) => entries.has(name),
      text,
      async whole(name, maxChars) {
        let all = "";
        for await (const piece of text(name)) {
          all += piece;
          if (all.length > maxChars) throw tooLarge();
        }
        return all;
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}
