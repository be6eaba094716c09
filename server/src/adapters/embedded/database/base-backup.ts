/**
 * A copy of the folder while the database goes on: PostgreSQL's own base backup (pg_backup_start and pg_backup_stop). Files
 * are read as they change; the log of the time between, and backup_label, make them one state when the copy is first opened.
 */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createReadStream } from "node:fs";
import type { SnapshotPart } from "../../../ports/database.ts";
import type { SqlPool } from "../../database/pool.ts";

/** What PostgreSQL makes anew at each start, and the log, which comes last. */
const leftOut =
  /^(pg_wal\/.*|pg_stat_tmp\/.*|pg_dynshmem\/.*|pg_notify\/.*|pg_subtrans\/.*|postmaster\.(pid|opts)|backup_label.*)$/;
const segment = /^[0-9A-F]{24}$/;

async function* walk(root: string, under = ""): AsyncGenerator<{ readonly name: string; readonly folder: boolean }> {
  for (const entry of await readdir(join(root, under), { withFileTypes: true })) {
    const name = under === "" ? entry.name : `${under}/${entry.name}`;
    if (entry.isDirectory()) {
      yield { name, folder: true };
      yield* walk(root, name);
    } else if (entry.isFile()) yield { name, folder: false };
  }
}

/** A table may be dropped between the listing and its turn: then it needs no copy, the log says that it is gone. */
const there = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function copyFiles(folder: string, write: (part: SnapshotPart) => Promise<void>): Promise<void> {
  for await (const { name, folder: isFolder } of walk(folder)) {
    if (leftOut.test(name)) continue;
    if (isFolder) await write({ name: `${name}/` });
    else if (await there(join(folder, name)))
      await write({ name, open: () => createReadStream(join(folder, name), { highWaterMark: 256 * 1024 }) });
  }
}

interface Stopped {
  readonly label: string;
  readonly first: string;
  readonly last: string;
}

/** Writes every part in order. Only one at a time: the backup belongs to the session. */
export async function baseBackup(
  folder: string,
  pool: SqlPool,
  write: (part: SnapshotPart) => Promise<void>,
): Promise<void> {
  const started = await pool.query<{ first: string }>(
    "select pg_walfile_name(pg_backup_start('liantai', true)) as first",
  );
  let stopped: Stopped | undefined;
  try {
    await copyFiles(folder, write);
  } finally {
    const result = await pool.query<{ label: string; last: string }>(
      "select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)",
    );
    stopped = { ...result.rows[0]!, first: started.rows[0]!.first };
  }
  const { label, first, last } = stopped;
  await write({ name: "backup_label", open: () => Readable.from([Buffer.from(label)]) });
  const log = (await readdir(join(folder, "pg_wal")))
    .filter((name) => segment.test(name) && name >= first && name <= last)
    .sort();
  if (log[0] !== first || log.at(-1) !== last) throw new Error("the log of the time of the copy is not there any more");
  for (const name of log)
    await write({ name: `pg_wal/${name}`, open: () => createReadStream(join(folder, "pg_wal", name)) });
}
