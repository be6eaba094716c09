/** Files for the switch to play, kept in a folder of this machine up to a size: those that were wanted longest ago go first. */
import { randomBytes } from "node:crypto";
import { mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { hourMs } from "@liantai/api/contract";
import type { Clock } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";

export interface KeptFilesOptions {
  readonly folder: string;
  /** Of all files together. */
  readonly mostBytes: number;
  readonly clock: Pick<Clock, "now">;
  readonly logger: Logger;
}

interface Kept {
  readonly bytes: number;
  usedAt: number;
}

/** Whoever was given a path may still be about to play it: what was wanted within this stays, whatever the size. */
const heldMs = hourMs;
const draftEnding = ".part";

export class KeptFiles {
  readonly #o: KeptFilesOptions;
  readonly #making = new Map<string, Promise<string>>();
  #files: Promise<Map<string, Kept>> | undefined;

  constructor(options: KeptFilesOptions) {
    this.#o = options;
  }

  /**
   * The path of the file of this name. Where there is none `make` writes it to the path it is given; of two who ask at once one makes it
   * for both, and one that fails leaves nothing.
   */
  file(name: string, make: (draft: string) => Promise<void>): Promise<string> {
    const running = this.#making.get(name);
    if (running) return running;
    const made = this.#file(name, make).finally(() => this.#making.delete(name));
    this.#making.set(name, made);
    return made;
  }

  async #file(name: string, make: (draft: string) => Promise<void>): Promise<string> {
    const files = await (this.#files ??= this.#look());
    const path = join(this.#o.folder, name);
    const there = await stat(path).catch(() => undefined);
    if (there) {
      await this.#used(files, name, path, there.size);
      return path;
    }
    const draft = `${path}.${randomBytes(6).toString("hex")}${draftEnding}`;
    await mkdir(dirname(path), { recursive: true });
    try {
      await make(draft);
      const { size } = await stat(draft);
      await rename(draft, path);
      files.set(name, { bytes: size, usedAt: this.#o.clock.now() });
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    await this.#clear(files);
    return path;
  }

  /** The file's own time says it to the next process; once an hour is enough. */
  async #used(files: Map<string, Kept>, name: string, path: string, bytes: number): Promise<void> {
    const now = this.#o.clock.now();
    const known = files.get(name);
    files.set(name, { bytes, usedAt: now });
    if (known && now - known.usedAt < heldMs) return;
    await utimes(path, new Date(now), new Date(now)).catch(() => undefined);
  }

  async #clear(files: Map<string, Kept>): Promise<void> {
    const { mostBytes, clock, folder, logger } = this.#o;
    let bytes = [...files.values()].reduce((sum, file) => sum + file.bytes, 0);
    if (bytes <= mostBytes) return;
    const oldest = [...files].sort(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [name, file] of oldest) {
      if (bytes <= mostBytes || clock.now() - file.usedAt < heldMs) return;
      try {
        await rm(join(folder, name), { force: true });
        files.delete(name);
        bytes -= file.bytes;
      } catch (error) {
        return logger.warn({ error, name }, "an old sound could not be removed");
      }
    }
  }

  /** What is there already; drafts of a process that died go. */
  async #look(): Promise<Map<string, Kept>> {
    const { folder } = this.#o;
    const files = new Map<string, Kept>();
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      if (entry.name.endsWith(draftEnding)) await rm(path, { force: true });
      else {
        const found = await stat(path).catch(() => undefined);
        if (found) files.set(relative(folder, path), { bytes: found.size, usedAt: found.mtimeMs });
      }
    }
    return files;
  }
}
