/** Voices as the switch reads them: files on this machine, fetched from Blobs when first played. */
import { mkdir, rename, stat } from "node:fs/promises";
import { createWriteStream } from "node:fs";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Ports } from "../../ports/index.ts";
import type { VoiceFile } from "../numbers/index.ts";
import { findVoice } from "./repository.ts";

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Answers undefined when there is no such voice or its file cannot be had: the call goes on without it. */
export function createVoiceFiles(
  { database, blobs, random, logger }: Pick<Ports, "database" | "blobs" | "random" | "logger">,
  folder: string,
): VoiceFile {
  const fetching = new Map<string, Promise<string | undefined>>();

  async function fetch(key: string, path: string): Promise<string | undefined> {
    if (await exists(path)) return path;
    const draft = `${path}.${random.token(6)}.part`;
    try {
      await mkdir(dirname(path), { recursive: true });
      await pipeline(await blobs.read(key), createWriteStream(draft));
      await rename(draft, path);
      return path;
    } catch (error) {
      logger.warn({ error, key }, "a voice could not be fetched");
      return undefined;
    }
  }

  return async (compId, id) => {
    const row = await database.tenant(compId, (trx) => findVoice(trx, compId, id));
    if (!row) return undefined;
    // A changed voice has another key, so a file never goes stale.
    const path = join(folder, row.blobKey);
    const running = fetching.get(path) ?? fetch(row.blobKey, path).finally(() => fetching.delete(path));
    fetching.set(path, running);
    return running;
  };
}
