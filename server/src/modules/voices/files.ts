/** Voices as the switch reads them: files on this machine, fetched from Blobs when first played, and kept up to a size. */
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { KeptFiles } from "../../audio/kept-files.ts";
import type { Ports } from "../../ports/index.ts";
import type { VoiceFile } from "../numbers/index.ts";
import { findVoice } from "./repository.ts";

const usualBytes = 1024 * 1024 * 1024;

/** Answers undefined when there is no such voice or its file cannot be had: the call goes on without it. */
export function createVoiceFiles(
  { database, blobs, clock, logger }: Pick<Ports, "database" | "blobs" | "clock" | "logger">,
  folder: string,
  mostBytes = usualBytes,
): VoiceFile {
  const files = new KeptFiles({ folder, mostBytes, clock, logger });
  return async (compId, id) => {
    const row = await database.tenant(compId, (trx) => findVoice(trx, compId, id));
    if (!row) return undefined;
    const { blobKey: key } = row;
    // A changed voice has another key, so a file never goes stale.
    return files
      .file(key, async (draft) => pipeline(await blobs.read(key), createWriteStream(draft)))
      .catch((error: unknown) => {
        logger.warn({ error, key }, "a voice could not be fetched");
        return undefined;
      });
  };
}
