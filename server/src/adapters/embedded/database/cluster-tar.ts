/** The tar of a database cluster, as the engine dumps it: entries of a header and contents, in blocks of 512 bytes. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const block = 512;
const text = (header: Uint8Array, from: number, to: number): string =>
  Buffer.from(header.subarray(from, to)).toString("latin1").replace(/\0.*$/s, "");

interface Entry {
  readonly name: string;
  readonly folder: boolean;
  /** Header, contents and what fills the last block. */
  readonly whole: Uint8Array;
  readonly contents: Uint8Array;
}

export function* entriesOf(tar: Uint8Array): Generator<Entry> {
  for (let at = 0; at + block <= tar.length;) {
    const header = tar.subarray(at, at + block);
    const name = text(header, 0, 100).replace(/^\//, "");
    // Blocks of nothing end the file.
    if (name === "") return;
    const size = Number.parseInt(text(header, 124, 136), 8);
    const from = at + block;
    const end = from + Math.ceil(size / block) * block;
    yield {
      name,
      folder: text(header, 156, 157) === "5",
      whole: tar.subarray(at, end),
      contents: tar.subarray(from, from + size),
    };
    at = end;
  }
}

/** PostgreSQL's own template databases have these numbers in every cluster (5 is `postgres`, where everything is). */
const template = /^base\/[14]\/./;
const log = /^pg_wal\/([0-9A-F]{24})$/;

/**
 * Without the files of the template databases, which no test opens, and without those of the log but the one that is written:
 * three quarters of all. After a checkpoint no other is needed.
 * @param current the name of that file
 */
export function slimmed(tar: Uint8Array, current: string): Uint8Array {
  const kept = Array.from(entriesOf(tar)).filter(
    ({ name }) => !template.test(name) && (log.exec(name)?.[1] ?? current) === current,
  );
  return Buffer.concat([...kept.map(({ whole }) => whole), new Uint8Array(2 * block)]);
}

/** Lays the files in `folder`, for their owner alone, as PostgreSQL wants them. */
export function unpackCluster(tar: Uint8Array, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const { name, folder: isFolder, contents } of entriesOf(tar)) {
    const path = join(folder, name);
    mkdirSync(isFolder ? path : dirname(path), { recursive: true, mode: 0o700 });
    if (!isFolder) writeFileSync(path, contents, { mode: 0o600 });
  }
}
