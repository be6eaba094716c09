/**
 * A backup is one ZIP file: manifest.json first, then the database, the keys and the files, and SHA256SUMS last with a line
 * for every other entry. A file that was cut off has no directory at its end, a changed one fails its sums.
 */
import { createHash, type Hash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PassThrough, Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { buffer } from "node:stream/consumers";
import { open as openZip, type Entry, type ZipFile as Opened } from "yauzl";
import { ZipFile } from "yazl";
import type { SnapshotPart } from "../../ports/database.ts";

export const sumsName = "SHA256SUMS";
export const manifestName = "manifest.json";

/** What the file says about itself. */
export interface Manifest {
  readonly format: 1;
  readonly engine: "pglite";
  readonly createdAt: string;
  readonly recordings: boolean;
}

/** The file is no backup, was cut off, or was changed since it was written. */
export class BackupTorn extends Error {
  constructor(file: string, reason: string) {
    super(`${file} is torn or was changed (${reason})`);
    this.name = "BackupTorn";
  }
}

/** Writes the bytes on, adding them to `hash`. */
const hashing = (hash: Hash): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });

export type Write = (part: SnapshotPart, stored?: boolean) => Promise<void>;

/** Flushes a folder's names to the disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

/** The file appears under its name whole and on the disk, or not at all. Returns its bytes. */
export async function writeBackup(
  file: string,
  manifest: Manifest,
  fill: (write: Write) => Promise<void>,
): Promise<number> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const partial = join(dirname(file), `.${file.slice(dirname(file).length + 1)}.${process.pid}.part`);
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const sums: string[] = [];
  const written = pipeline(output, createWriteStream(partial, { mode: 0o600, flags: "w" }));
  const write: Write = ({ name, open: openPart }, stored = false) => {
    if (!openPart) {
      zip.addEmptyDirectory(name);
      return Promise.resolve();
    }
    return new Promise<void>((resolve, reject) => {
      written.catch(reject);
      zip.addReadStreamLazy(name, { compress: !stored, ...(stored ? {} : { compressionLevel: 1 }) }, (done) => {
        const hash = createHash("sha256");
        const through = new PassThrough();
        pipeline(openPart(), hashing(hash), through).then(
          () => {
            sums.push(`${hash.digest("hex")}  ${name}\n`);
            resolve();
          },
          (error: Error) => output.destroy(error),
        );
        done(null, through);
      });
    });
  };
  try {
    await write({ name: manifestName, open: () => Readable.from([Buffer.from(`${JSON.stringify(manifest)}\n`)]) });
    await fill(write);
    zip.addBuffer(Buffer.from(sums.join("")), sumsName);
    zip.end();
    await written;
    const handle = await open(partial, "r+");
    await handle.sync().finally(() => handle.close());
    await rename(partial, file);
    await syncFolder(dirname(file));
    return (await stat(file)).size;
  } catch (error) {
    output.destroy();
    await written.catch(() => undefined);
    await rm(partial, { force: true });
    throw error;
  }
}

const opened = (file: string): Promise<Opened> =>
  new Promise((resolve, reject) =>
    openZip(file, { lazyEntries: true, autoClose: false }, (error, zip) => (error ? reject(error) : resolve(zip))),
  );

async function* entriesOf(zip: Opened): AsyncGenerator<Entry> {
  const next = (): Promise<Entry | undefined> =>
    new Promise((resolve, reject) => {
      const settle = (run: () => void): void => {
        for (const name of ["entry", "end", "error"]) zip.removeAllListeners(name);
        run();
      };
      zip.once("entry", (entry: Entry) => settle(() => resolve(entry)));
      zip.once("end", () => settle(() => resolve(undefined)));
      zip.once("error", (error: Error) => settle(() => reject(error)));
      zip.readEntry();
    });
  for (let read = 0; read < zip.entryCount; read++) {
    const entry = await next();
    if (!entry) return;
    yield entry;
  }
}

const streamOf = (zip: Opened, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream))),
  );

/** What becomes of an entry's bytes while they are checked; undefined: only checked. */
export type Place = (name: string) => Promise<NodeJS.WritableStream | undefined>;

const nowhere = (): NodeJS.WritableStream => new Transform({ transform: (_chunk, _encoding, done) => done() }).resume();

/** Reads the whole file. Throws BackupTorn unless every entry is there and as it was written. */
export async function readBackup(file: string, place?: Place): Promise<Manifest> {
  const torn = (error: unknown): never => {
    throw new BackupTorn(file, error instanceof Error ? error.message : String(error));
  };
  await stat(file);
  const zip = await opened(file).catch(torn);
  const found = new Map<string, string>();
  let manifest: Manifest | undefined;
  let sums: string | undefined;
  try {
    for await (const entry of entriesOf(zip)) {
      const name = entry.fileName;
      const stream = await streamOf(zip, entry);
      if (name === sumsName) {
        sums = (await buffer(stream)).toString("utf8");
        continue;
      }
      const target = await place?.(name);
      if (name.endsWith("/")) continue;
      const hash = createHash("sha256");
      if (name === manifestName) {
        const text = await buffer(stream);
        hash.update(text);
        manifest = JSON.parse(text.toString("utf8")) as Manifest;
      } else await pipeline(stream, hashing(hash), target ?? nowhere());
      found.set(name, hash.digest("hex"));
    }
  } catch (error) {
    // A full disk while it is unpacked is no fault of the file.
    if (place) throw error;
    torn(error);
  } finally {
    zip.close();
  }
  if (sums === undefined || manifest === undefined) return torn("it is no backup of Liantai, or its end is missing");
  const wanted = new Map(
    sums.split("\n").flatMap((line) => (line === "" ? [] : [[line.slice(66), line.slice(0, 64)]])),
  );
  for (const [name, sum] of wanted) if (found.get(name) !== sum) torn(`${name} does not match its checksum`);
  for (const name of found.keys()) if (!wanted.has(name)) torn(`${name} has no checksum`);
  if (manifest.format !== 1) throw new Error(`${file} was made by a newer version (format ${String(manifest.format)})`);
  return manifest;
}
