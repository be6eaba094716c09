/** Whether a stored recording is still what it was when it was closed: its length, its head and the digest of its samples. */
import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { AppError, minuteMs } from "@liantai/api/contract";
import { wavHeadBytes } from "@liantai/api/wav";
import { BlobMissing, type BlobInfo, type Blobs } from "../../ports/blobs.ts";
import type { Clock } from "../../ports/clock.ts";
import { recordingShape } from "./split.ts";

/** A player that seeks asks for piece after piece: the samples are read through once in this time, and for every beginning. */
const trustedMs = minuteMs;
const mostTrusted = 1_000;

export const damagedText = "录音文件已损坏，与录制时不一致，无法播放或下载";

export interface StoredRecording {
  readonly recordingKey: string | null;
  readonly recordingBytes: number | null;
  readonly recordingDigest: string | null;
}

export type Soundness =
  { readonly state: "gone" } | { readonly state: "damaged" } | { readonly state: "sound"; readonly info: BlobInfo };

export class RecordingCheck {
  readonly #blobs: Blobs;
  readonly #clock: Clock;
  readonly #trusted = new Map<string, number>();
  readonly #running = new Map<string, Promise<boolean>>();

  constructor(blobs: Blobs, clock: Clock) {
    this.#blobs = blobs;
    this.#clock = clock;
  }

  /** `piece`: a part of it that does not begin at its beginning is asked for. */
  async of(row: StoredRecording, piece = false): Promise<Soundness> {
    if (row.recordingKey === null) return { state: "gone" };
    try {
      const info = await this.#blobs.stat(row.recordingKey);
      if (!info) return { state: "gone" };
      return (await this.#whole(row, info, piece)) ? { state: "sound", info } : { state: "damaged" };
    } catch (error) {
      if (error instanceof BlobMissing) return { state: "gone" };
      throw error;
    }
  }

  async #whole(
    { recordingBytes: bytes, recordingDigest: digest }: StoredRecording,
    info: BlobInfo,
    piece: boolean,
  ): Promise<boolean> {
    if (info.bytes < wavHeadBytes || (bytes !== null && bytes !== info.bytes)) return false;
    if (!(await this.#headFits(info))) return false;
    return digest === null || this.#samplesAre(digest, info, piece);
  }

  async #headFits(info: BlobInfo): Promise<boolean> {
    const head = await buffer(await this.#blobs.read(info.key, { start: 0, end: wavHeadBytes - 1 }));
    try {
      return recordingShape(head, info.bytes).offset === wavHeadBytes;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  /** Several who ask at once wait for one reading. */
  async #samplesAre(digest: string, { key, bytes }: BlobInfo, piece: boolean): Promise<boolean> {
    const id = `${key} ${bytes} ${digest}`;
    const until = this.#trusted.get(id);
    if (piece && until !== undefined && this.#clock.now() < until) return true;
    let running = this.#running.get(id);
    if (!running) {
      running = this.#read(key, bytes).then((found) => found === digest);
      this.#running.set(id, running);
      running.finally(() => this.#running.delete(id)).catch(() => undefined);
    }
    const sound = await running;
    this.#trusted.delete(id);
    if (!sound) return false;
    this.#trusted.set(id, this.#clock.now() + trustedMs);
    for (const old of this.#trusted.keys()) {
      if (this.#trusted.size <= mostTrusted) break;
      this.#trusted.delete(old);
    }
    return true;
  }

  async #read(key: string, bytes: number): Promise<string> {
    const hash = createHash("sha256");
    if (bytes === wavHeadBytes) return hash.digest("hex");
    for await (const piece of await this.#blobs.read(key, { start: wavHeadBytes, end: bytes - 1 }))
      hash.update(piece as Buffer);
    return hash.digest("hex");
  }
}
