/**
 * What grows in the folder of live recordings, copied every few seconds to a store that other machines see: when this machine is gone,
 * whoever leads next has all but those seconds. S3's own upload in parts takes none under 5 MB, which are 160 s of a recording; so the
 * copy is small blobs, spool/FILE/OFFSET, that go when the recording itself is stored.
 */
import { mkdir, open, stat } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Blobs } from "../../../ports/blobs.ts";
import type { Clock, Timer } from "../../../ports/clock.ts";
import type { Logger } from "../../../ports/logger.ts";

/** How much of a recording a machine takes with it. */
export const spoolMs = 5_000;
const againMs = 30_000;
/** After a store was away a piece is no longer than this. */
const mostBytes = 4 * 1024 * 1024;

/** Keys have no capitals: '_X' is one, '__' the underscore. */
const prefixOf = (name: string): string => `spool/${name.replace(/[A-Z_]/g, (c) => `_${c.toLowerCase()}`)}`;
const keyOf = (file: string): string => `${prefixOf(file)}/`;
const fileOf = (key: string): string | undefined => {
  const [, name] = /^spool\/([^/]+)\/\d+$/.exec(key) ?? [];
  return name?.replace(/_(.)/g, (_all, c: string) => c.toUpperCase());
};
const offsetOf = (key: string): number => Number(key.slice(key.lastIndexOf("/") + 1));

interface Followed {
  /** Bytes that are in the store. */
  sent: number;
  copying: Promise<void> | undefined;
}

export interface SpoolOptions {
  readonly folder: string;
  /** The enterprise whose recordings these are; default: of all. */
  readonly only?: string | undefined;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly logger: Logger;
}

export class Spool {
  readonly #o: SpoolOptions;
  readonly #followed = new Map<string, Followed>();
  #timer: Timer | undefined;
  /** Said once until it goes well again. */
  #failing = false;

  constructor(options: SpoolOptions) {
    this.#o = options;
  }

  /** Copies the file from now on, until it is dropped. */
  follow(file: string): void {
    if (!this.#followed.has(file)) this.#followed.set(file, { sent: 0, copying: undefined });
    this.#timer ??= this.#o.clock.every(spoolMs, () => this.#tick());
  }

  /** Copies one that grows no more. */
  async bring(file: string): Promise<void> {
    const followed: Followed = { sent: 0, copying: undefined };
    this.#followed.set(file, followed);
    await this.#copy(file, followed).finally(() => this.#followed.delete(file));
  }

  /** Resolves when no copy is under way. */
  async copied(): Promise<void> {
    await Promise.all([...this.#followed.values()].map(({ copying }) => copying));
  }

  /** Copies it no more; what was copied stays. */
  async leave(file: string): Promise<void> {
    const followed = this.#followed.get(file);
    this.#followed.delete(file);
    if (this.#followed.size === 0) {
      this.#timer?.cancel();
      this.#timer = undefined;
    }
    await followed?.copying;
  }

  /** The recording is stored: its copy goes. A failure leaves pieces that the next `fetch` finds to be of no use. */
  async drop(file: string): Promise<void> {
    const { blobs, logger } = this.#o;
    await this.leave(file);
    try {
      for await (const { key } of blobs.list(keyOf(file))) await blobs.delete(key);
    } catch (error) {
      logger.warn({ error, file }, "the copy of a live recording was not removed");
    }
  }

  /** `fetch`, until the store answers. */
  async fetchInTheEnd(): Promise<void> {
    const { clock, logger } = this.#o;
    for (;;) {
      try {
        return await this.fetch();
      } catch (error) {
        logger.error({ error }, "recordings of other machines could not be fetched");
        await new Promise<void>((resolve) => void clock.after(againMs, resolve));
      }
    }
  }

  /** Lays what other machines left beside what lies here; a file that is as long here already stays as it is. */
  async fetch(): Promise<void> {
    const { blobs, folder, logger, only } = this.#o;
    const pieces = new Map<string, { key: string; bytes: number }[]>();
    for await (const info of blobs.list(only === undefined ? "spool/" : prefixOf(`${only}_`))) {
      const file = fileOf(info.key);
      if (file !== undefined) pieces.set(file, [...(pieces.get(file) ?? []), info]);
    }
    if (pieces.size > 0) await mkdir(folder, { recursive: true });
    for (const [file, found] of pieces) {
      const path = join(folder, file);
      const length = Math.max(...found.map(({ key, bytes }) => offsetOf(key) + bytes));
      const here = await stat(path).then(
        ({ size }) => size,
        () => -1,
      );
      if (here >= length || this.#followed.has(file)) continue;
      await this.#lay(path, found);
      logger.info({ file, bytes: length }, "a recording of another machine was fetched");
    }
  }

  async #lay(path: string, pieces: readonly { readonly key: string }[]): Promise<void> {
    const handle = await open(path, "a").then(async (made) => {
      await made.close();
      return open(path, "r+");
    });
    try {
      // In order, so that a file that was cut off in the middle of this is continued by the next try.
      for (const { key } of pieces) {
        const data = await buffer(await this.#o.blobs.read(key));
        await handle.write(data, 0, data.length, offsetOf(key));
      }
    } finally {
      await handle.close();
    }
  }

  #tick(): void {
    for (const [file, followed] of this.#followed)
      followed.copying ??= this.#copy(file, followed)
        .then(
          () => (this.#failing = false),
          (error: unknown) => {
            if (!this.#failing) this.#o.logger.error({ error, file }, "live recordings are not copied to the store");
            this.#failing = true;
          },
        )
        .then(() => void (followed.copying = undefined));
  }

  async #copy(file: string, followed: Followed): Promise<void> {
    const handle = await open(join(this.#o.folder, file), "r");
    try {
      const { size } = await handle.stat();
      while (followed.sent < size && this.#followed.get(file) === followed) {
        const data = Buffer.allocUnsafe(Math.min(mostBytes, size - followed.sent));
        const { bytesRead } = await handle.read(data, 0, data.length, followed.sent);
        if (bytesRead === 0) return;
        const key = `${keyOf(file)}${String(followed.sent).padStart(12, "0")}`;
        await this.#o.blobs.put(key, data.subarray(0, bytesRead));
        followed.sent += bytesRead;
      }
    } finally {
      await handle.close();
    }
  }
}
