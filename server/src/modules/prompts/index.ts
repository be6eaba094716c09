/**
 * What was spoken, kept in the blob store by engine, voice and text, so that no caller waits for speech that was made before on whatever
 * machine. Rows and keys are digests: nobody reads from them what was said, and the same sentence of two enterprises is one. The only
 * face of this module.
 */
import { dayMs } from "@liantai/api/contract";
import type { Ports } from "../../ports/index.ts";
import type { SpokenStore } from "../../ports/speech.ts";
import { BlobMissing } from "../../ports/blobs.ts";
import { deletePrompt, insertPrompt, takeOldest, touch } from "./repository.ts";

/** Of all sentences together: some nine hours. */
export const promptBytes = 512 * 1024 * 1024;

const keyOf = (name: string): string => `prompts/${name.slice(0, 2)}/${name}`;

export interface PromptStoreDeps extends Pick<Ports, "database" | "blobs" | "clock" | "logger"> {
  readonly mostBytes?: number;
}

export function createPromptStore({
  database,
  blobs,
  clock,
  logger,
  mostBytes = promptBytes,
}: PromptStoreDeps): SpokenStore {
  /** When the table was told of a use by this process. */
  const told = new Map<string, number>();
  const now = (): Date => new Date(clock.now());

  // system: sentences belong to the installation.
  const mark = (name: string) => {
    told.set(name, clock.now());
    return database.system((trx) => touch(trx, name, now()));
  };

  async function bytesOf(name: string): Promise<Uint8Array | undefined> {
    try {
      const parts: Buffer[] = [];
      for await (const part of await blobs.read(keyOf(name))) parts.push(part as Buffer);
      return Buffer.concat(parts);
    } catch (error) {
      if (!(error instanceof BlobMissing)) throw error;
      // Cleared by another process between the two, or lost with its store.
      await database.system((trx) => deletePrompt(trx, name));
      return undefined;
    }
  }

  return {
    load: async (name) => ((await mark(name)) ? bytesOf(name) : undefined),
    async save(name, data) {
      await blobs.put(keyOf(name), data);
      told.set(name, clock.now());
      const gone = await database.system(async (trx) => {
        await insertPrompt(trx, name, data.length, now());
        return takeOldest(trx, mostBytes);
      });
      for (const old of gone) {
        told.delete(old);
        await blobs.delete(keyOf(old));
      }
    },
    used(name) {
      if (clock.now() - (told.get(name) ?? 0) < dayMs) return;
      void mark(name).catch((error: unknown) => logger.warn({ error }, "the use of a sentence was not noted"));
    },
  };
}
