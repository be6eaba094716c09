/** One recording: two channels into a WAV file, appended about once a second, its sizes put right after each append. */
import { mkdir, open, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { wavHead, wavHeadBytes } from "@liantai/api/wav";
import type { LegId, RecordingChannel, RecordingResult } from "../../../../ports/switch.ts";
import { FRAME, RATE, ULAW_TO_PCM } from "./g711.ts";

const FRAME_BYTES = FRAME * 4;
const FLUSH_FRAMES = 50;
/** What may wait for a slow disk; past it samples are dropped and said so in the log. One minute. */
const MAX_WAITING = 60;

export class Recorder {
  readonly path: string;
  readonly legs: Partial<Record<RecordingChannel, LegId>>;
  private readonly handle: FileHandle;
  private readonly complain: (message: string) => void;
  private chunk = Buffer.allocUnsafe(FRAME_BYTES * FLUSH_FRAMES);
  private filled = 0;
  private written = 0;
  private waiting: Buffer[] = [];
  private writing: Promise<void> | undefined;

  private constructor(
    path: string,
    handle: FileHandle,
    legs: Partial<Record<RecordingChannel, LegId>>,
    complain: (message: string) => void,
  ) {
    this.path = path;
    this.handle = handle;
    this.legs = { ...legs };
    this.complain = complain;
  }

  /** Makes the folder and an empty, already valid file; replaces what was there. */
  static async begin(
    path: string,
    legs: Partial<Record<RecordingChannel, LegId>>,
    complain: (message: string) => void,
  ): Promise<Recorder> {
    await mkdir(dirname(path), { recursive: true });
    const handle = await open(path, "w+", 0o640);
    await handle.write(wavHead(0, 2, RATE), 0, wavHeadBytes, 0);
    return new Recorder(path, handle, legs, complain);
  }

  /** 20 ms of both channels; undefined is silence. Called once a frame whatever happens, so samples follow the clock. */
  add(left: Uint8Array | undefined, right: Uint8Array | undefined): void {
    const { chunk } = this;
    let at = this.filled;
    for (let i = 0; i < FRAME; i++) {
      chunk.writeInt16LE(left ? (ULAW_TO_PCM[left[i] as number] as number) : 0, at);
      chunk.writeInt16LE(right ? (ULAW_TO_PCM[right[i] as number] as number) : 0, at + 2);
      at += 4;
    }
    this.filled = at;
    if (at === chunk.length) this.flush();
  }

  async end(): Promise<RecordingResult> {
    this.flush();
    await this.writing;
    await this.handle.close();
    return {
      path: this.path,
      durationMs: Math.round((this.written / 4 / RATE) * 1_000),
      bytes: wavHeadBytes + this.written,
    };
  }

  private flush(): void {
    if (this.filled === 0) return;
    if (this.waiting.length >= MAX_WAITING)
      this.complain(`recording ${this.path}: the disk is too slow, a second is lost`);
    else this.waiting.push(this.chunk.subarray(0, this.filled));
    this.chunk = Buffer.allocUnsafe(FRAME_BYTES * FLUSH_FRAMES);
    this.filled = 0;
    this.writing ??= this.drain().finally(() => {
      this.writing = undefined;
    });
  }

  private async drain(): Promise<void> {
    while (this.waiting.length > 0) {
      const data = Buffer.concat(this.waiting.splice(0));
      try {
        await this.handle.write(data, 0, data.length, wavHeadBytes + this.written);
        this.written += data.length;
        await this.handle.write(wavHead(this.written, 2, RATE), 0, wavHeadBytes, 0);
      } catch (error) {
        this.complain(`recording ${this.path}: ${(error as Error).message}`);
      }
    }
  }
}
