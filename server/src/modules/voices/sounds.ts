/** Sound in the switch's format: uploaded or spoken, kept and dropped. */
import { readFile } from "node:fs/promises";
import { AppError } from "@liantai/api/contract";
import { fileTexts } from "@liantai/api/contract/file-rules";
import { IdleThread } from "../../adapters/embedded/thread.ts";
import type { Converted } from "../../audio/convert.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import type { UploadedFile } from "../../http/routes.ts";
import type { Clock } from "../../ports/clock.ts";
import { SpeechFailed } from "../../ports/speech.ts";
import type { AdministrationDeps } from "../deps.ts";

type SoundThread = IdleThread<Uint8Array, Converted>;

export interface VoiceDeps extends AdministrationDeps {
  /** Converts sound beside the main thread. */
  readonly thread: SoundThread;
}

/** Ten minutes of music at 48,000 Hz take 3 s. */
const convertMs = 45_000;

export const soundThread = (clock: Clock): SoundThread =>
  new IdleThread(clock, new URL("../../audio/worker.ts", import.meta.url), "audio", convertMs);

async function converted({ thread }: Pick<VoiceDeps, "thread">, bytes: Uint8Array): Promise<Converted> {
  try {
    return await thread.ask(bytes);
  } catch (error) {
    if ((error as Error).name === "UnreadableSound") throw fieldRefusal("files", "语音文件", (error as Error).message);
    throw error;
  }
}

export async function uploaded(deps: Pick<VoiceDeps, "thread">, files: readonly UploadedFile[]): Promise<Converted> {
  const [file, ...more] = files;
  if (!file) throw fieldRefusal("files", "语音文件", "请选择语音文件");
  if (more.length > 0) throw fieldRefusal("files", "语音文件", fileTexts.tooMany(1));
  return converted(deps, await readFile(file.path));
}

/** As the engine says it; who asked is told when it cannot. */
export async function spokenBytes({ ports }: VoiceDeps, text: string): Promise<Buffer> {
  try {
    return await readFile(await ports.speech.synthesise(text));
  } catch (error) {
    if (!(error instanceof SpeechFailed)) throw error;
    ports.logger.warn({ error: error.cause }, "a voice could not be spoken");
    throw new AppError("refused", "语音合成失败，请稍后再试，或上传录音文件");
  }
}

/** The engine's own words are already in the switch's format; converting them again only measures them. */
export const spoken = async (deps: VoiceDeps, text: string): Promise<Converted> =>
  converted(deps, await spokenBytes(deps, text));

/** Kept before the row that names it: a crash between leaves a file nobody plays, never a row without one. */
export async function keep(deps: VoiceDeps, compId: string, { wav }: Converted): Promise<string> {
  const {
    ports: { random, blobs },
  } = deps;
  const key = `voices/${compId.toLowerCase()}/${random.id()}.wav`;
  await blobs.put(key, wav);
  return key;
}

export const drop = (deps: VoiceDeps, key: string): Promise<void> =>
  deps.ports.blobs
    .delete(key)
    .catch((error: unknown) => deps.ports.logger.warn({ error, key }, "an old voice file was not removed"));
