/**
 * A ZIP archive as it is made (APPNOTE 6.3.10): each part deflated while it comes, its size and checksum after it. yazl does
 * the same for recordings; its checksum is JavaScript and took a quarter of an export's time, Node's own takes next to none.
 * Parts and archive stay under 4 GB, so there is no ZIP64 here: `write.ts` begins another sheet long before.
 */
import { crc32, createDeflateRaw } from "node:zlib";

export interface Part {
  readonly name: string;
  /** A piece is read until the one after the next is asked for: whoever makes them may fill two buffers in turns. */
  readonly content: Iterable<Buffer> | AsyncIterable<Buffer>;
}

/** A tenth more bytes than the default level, half the time. */
const level = 3;
const version = 20;
/** Sizes follow the content; names are UTF-8. */
const flags = 0x0808;
const deflated = 8;
/** 1 January 2026 00:00: a workbook has its own times, and equal rows should make equal files. */
const dosDate = ((2026 - 1980) << 9) | (1 << 5) | 1;
const most = 0xffff_ffff;

interface Entry {
  readonly name: Buffer;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

function localHead(name: Buffer): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(version, 4);
  head.writeUInt16LE(flags, 6);
  head.writeUInt16LE(deflated, 8);
  head.writeUInt16LE(dosDate, 12);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function descriptor({ crc, packed, size }: Pick<Entry, "crc" | "packed" | "size">): Buffer {
  const tail = Buffer.alloc(16);
  tail.writeUInt32LE(0x08074b50, 0);
  tail.writeUInt32LE(crc, 4);
  tail.writeUInt32LE(packed, 8);
  tail.writeUInt32LE(size, 12);
  return tail;
}

function directory(entries: readonly Entry[], at: number): Buffer {
  const records = entries.map(({ name, crc, packed, size, offset }) => {
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50, 0);
    record.writeUInt16LE(version, 4);
    record.writeUInt16LE(version, 6);
    record.writeUInt16LE(flags, 8);
    record.writeUInt16LE(deflated, 10);
    record.writeUInt16LE(dosDate, 14);
    record.writeUInt32LE(crc, 16);
    record.writeUInt32LE(packed, 20);
    record.writeUInt32LE(size, 24);
    record.writeUInt16LE(name.length, 28);
    record.writeUInt32LE(offset, 42);
    return Buffer.concat([record, name]);
  });
  const all = Buffer.concat(records);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(all.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([all, end]);
}

/** Parts are asked for one after the other. A failure of one is the archive's; `left` ends the part under way at once. */
export async function* zipped(parts: AsyncIterable<Part>, left: AbortSignal): AsyncGenerator<Buffer, void, void> {
  const entries: Entry[] = [];
  let offset = 0;
  for await (const { name: text, content } of parts) {
    const name = Buffer.from(text);
    const head = localHead(name);
    yield head;
    let crc = 0;
    let size = 0;
    let packed = 0;
    const deflate = createDeflateRaw({ level, chunkSize: 256 * 1024 });
    // Rows that compress well make no output for long: nobody would notice between two pieces.
    const leave = (): void => void deflate.destroy();
    // Nobody hears of a piece that is under way when it is left.
    const written = (piece: Buffer): Promise<void> =>
      new Promise((resolve, reject) => {
        deflate.once("close", resolve);
        deflate.write(piece, (error) => {
          deflate.off("close", resolve);
          if (error) reject(error);
          else resolve();
        });
      });
    /** One piece is deflated, by another thread, while the next is made. */
    const feed = async (): Promise<void> => {
      let writing = Promise.resolve();
      for await (const piece of content) {
        if (deflate.destroyed) return;
        crc = crc32(piece, crc);
        size += piece.length;
        await writing;
        writing = written(piece);
        writing.catch(() => undefined);
      }
      await writing;
      deflate.end();
    };
    feed().catch((error: unknown) => void deflate.destroy(error as Error));
    left.addEventListener("abort", leave, { once: true });
    try {
      for await (const piece of deflate as AsyncIterable<Buffer>) {
        packed += piece.length;
        yield piece;
      }
    } finally {
      left.removeEventListener("abort", leave);
      leave();
    }
    const entry = { name, crc, packed, size, offset };
    yield descriptor(entry);
    entries.push(entry);
    offset += head.length + packed + 16;
    if (size > most || offset > most) throw new RangeError("a workbook of more than 4 GB");
  }
  yield directory(entries, offset);
}
