/** Voices as flows pack and unpack them: sound in the switch's own format, kept before the rows that name it. */
import type { Readable } from "node:stream";
import { shapeOf, wavKinds } from "@liantai/api/wav";
import { maxSeconds, type Converted } from "../../audio/convert.ts";
import { telephoneRate } from "../../audio/telephone.ts";
import type { UploadedFile } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import { findVoice, insertVoice, voicesNamed, type VoiceRow } from "./repository.ts";
import { soundThread, uploaded } from "./sounds.ts";

/** A voice that is to be: its sound is kept already. */
export interface KeptSound {
  readonly id: string;
  readonly name: string;
  readonly source: VoiceRow["source"];
  readonly text: string;
  readonly remark: string;
  readonly durationMs: number;
  readonly bytes: number;
  readonly blobKey: string;
}

export interface FlowVoices {
  find(trx: Trx, compId: string, id: string): Promise<VoiceRow | undefined>;
  sound(row: Pick<VoiceRow, "blobKey">): Promise<Readable>;
  /** Voices of that name, or of that name with a number behind it. */
  named(
    trx: Trx,
    compId: string,
    name: string,
  ): Promise<readonly Pick<VoiceRow, "id" | "name" | "bytes" | "blobKey">[]>;
  /** Length of a sound in the switch's format, ms; undefined: it is in another, or none. */
  measured(wav: Uint8Array): number | undefined;
  keep(compId: string, wav: Uint8Array): Promise<string>;
  drop(key: string): Promise<void>;
  insert(trx: Trx, compId: string, by: string, sound: KeptSound): Promise<unknown>;
  /** The one file of a request, in the switch's format. Throws AppError 'invalid'. */
  uploaded(files: readonly UploadedFile[]): Promise<Converted>;
  stop(): Promise<void>;
}

function measured(wav: Uint8Array): number | undefined {
  try {
    const { rate, channels, kind, bits, bytes } = shapeOf(wav);
    if (rate !== telephoneRate || channels !== 1 || kind !== wavKinds.pcm || bits !== 16) return undefined;
    const ms = Math.round((bytes / 2 / rate) * 1_000);
    return ms > 0 && ms <= maxSeconds * 1_000 ? ms : undefined;
  } catch {
    return undefined;
  }
}

type VoicePorts = Pick<Ports, "blobs" | "random" | "clock" | "logger">;

export function createFlowVoices({ blobs, random, clock, logger }: VoicePorts): FlowVoices {
  const thread = soundThread(clock);
  return {
    find: findVoice,
    sound: ({ blobKey }) => blobs.read(blobKey),
    named: voicesNamed,
    measured,
    async keep(compId, wav) {
      const key = `voices/${compId.toLowerCase()}/${random.id()}.wav`;
      await blobs.put(key, wav);
      return key;
    },
    drop: (key) =>
      blobs
        .delete(key)
        .catch((error: unknown) =>
          logger.warn({ error, key }, "the sound of a voice that came to nothing was not removed"),
        ),
    insert: (trx, compId, createdBy, sound) =>
      insertVoice(trx, { compId, ...sound, createdAt: new Date(clock.now()), createdBy }),
    uploaded: (files) => uploaded({ thread }, files),
    stop: () => thread.close(),
  };
}
