/**
 * One recording: two channels into a WAV file, appended five times a second (what a killed process had not appended is lost), its head put
 * right after each append. Its length is true whatever happens (K6): what was not recorded, or could not be written, is silence in its
 * place and named in the result.
 */
import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { wavHead, wavHeadBytes } from "@liantai/api/wav";
import type { RecordedLegs, RecordingResult } from "../../../../ports/switch.ts";
import { FRAME, RATE, ULAW_TO_PCM } from "./g711.ts";
import { openRecordingFile, type EarlierPart, type OpenRecordingFile, type RecordingFile } from "./recording-file.ts";
import { Spans } from "./spans.ts";
import { SpeechMeter } from "./speech.ts";

const FRAME_MS = 20;
const FRAME_BYTES = FRAME * 4;
const BYTES_A_MS = (RATE * 4) / 1_000;
const FLUSH_FRAMES = 10;
const CHUNK_BYTES = FRAME_BYTES * FLUSH_FRAMES;
/** Appends that may wait for a slow disk, a minute of them; past it what comes is silence. */
const MAX_WAITING = 300;
/** As long as the clock catches up by itself. */
const STILL_MS = 200;

interface Chunk {
  /** Where its samples belong, bytes from the first sample. */
  readonly at: number;
  readonly data: Buffer;
}

export interface RecorderOptions {
  readonly open?: OpenRecordingFile | undefined;
  readonly begunAt?: number | undefined;
}

export class Recorder {
  readonly path: string;
  private recorded: RecordedLegs;
  private paused = false;
  private readonly file: RecordingFile;
  private readonly complain: (message: string) => void;
  private chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  private filled = 0;
  /** Bytes of samples that time has brought, whether they are on the disk or not. */
  private position = 0;
  private began: number | undefined;
  /** From its beginning to now when it was begun by somebody before. */
  private elapsedMs = 0;
  private waiting: Chunk[] = [];
  private writing: Promise<void> | undefined;
  private readonly missing = new Spans();
  /** Of what somebody before wrote nobody knows who was on it. */
  private speech: SpeechMeter | undefined = new SpeechMeter();
  private readonly hash = createHash("sha256");
  /** Of what somebody before wrote: nobody waits for the reading of an hour. */
  private hashing: Promise<void> = Promise.resolve();
  /** A write failed: nobody knows what is on the disk there. */
  private failed = false;
  private failing = false;

  private constructor(path: string, file: RecordingFile, legs: RecordedLegs, complain: (message: string) => void) {
    this.path = path;
    this.file = file;
    this.recorded = legs;
    this.complain = complain;
  }

  /**
   * Makes the folder and an empty, already valid file; a recording that lies there goes on. begunAt, epoch ms: when somebody before began
   * it; what he did not bring to the disk, or what did not come here from his machine, is missing.
   */
  static async begin(
    path: string,
    legs: RecordedLegs,
    complain: (message: string) => void,
    { open = openRecordingFile, begunAt }: RecorderOptions = {},
  ): Promise<Recorder> {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(path, FRAME_BYTES);
    const recorder = new Recorder(path, file, legs, complain);
    await recorder.takeUp(begunAt);
    // A disk that is full already is no reason to have no recording at all: it may have room again in a minute.
    await recorder.writeHead(recorder.position);
    return recorder;
  }

  /** Whose voices belong here now: nobody's while it is paused. */
  get legs(): RecordedLegs {
    return this.paused ? {} : this.recorded;
  }

  setLegs(legs: RecordedLegs): void {
    this.recorded = legs;
  }

  pause(paused: boolean): void {
    this.paused = paused;
  }

  /**
   * 20 ms of both channels; undefined is silence. `due`: when the frame was due, ms of a steady clock; frames that the clock
   * left out since the last one are silence and missing.
   */
  add(left: Uint8Array | undefined, right: Uint8Array | undefined, due: number): void {
    this.began ??= due - this.elapsedMs;
    this.catchUp(due);
    const { chunk } = this;
    const from = this.heardMs();
    let at = this.filled;
    let [leftSquares, rightSquares] = [0, 0];
    for (let i = 0; i < FRAME; i++) {
      const l = left ? (ULAW_TO_PCM[left[i] as number] as number) : 0;
      const r = right ? (ULAW_TO_PCM[right[i] as number] as number) : 0;
      leftSquares += l * l;
      rightSquares += r * r;
      chunk.writeInt16LE(l, at);
      chunk.writeInt16LE(r, at + 2);
      at += 4;
    }
    this.filled = at;
    const { left: ofLeft, right: ofRight } = this.legs;
    if (ofLeft?.length && ofRight?.length) this.speech?.add(from, leftSquares / FRAME, rightSquares / FRAME);
    else this.speech?.unknown(from, from + FRAME_MS);
    if (at === chunk.length) this.flush();
  }

  /** `now`: of the clock of `add`; absent, the last frame was the end. */
  async end(now?: number): Promise<RecordingResult> {
    if (now !== undefined && this.elapsedMs > 0) this.began ??= now - this.elapsedMs;
    // A thread that stood still to the end; a frame that is due this moment is none.
    if (now !== undefined && this.began !== undefined && now - this.began > this.heardMs() + STILL_MS)
      this.catchUp(now);
    this.flush();
    await this.writing;
    await this.hashing;
    await this.finish();
    const speech = this.speech?.result(this.position / BYTES_A_MS);
    return {
      path: this.path,
      durationMs: Math.round(this.position / BYTES_A_MS),
      bytes: wavHeadBytes + this.position,
      missing: this.missing.list(),
      ...(speech ? { speech } : {}),
      ...(this.failed ? {} : { digest: this.hash.digest("hex") }),
    };
  }

  /** Somebody else goes on with it: what is not on the disk yet stays out. */
  async letGo(): Promise<void> {
    this.waiting = [];
    await this.writing;
    await this.hashing;
    await this.file.close();
  }

  private async takeUp(begunAt: number | undefined): Promise<void> {
    const { earlier } = this.file;
    if (earlier || begunAt !== undefined) this.speech = undefined;
    if (earlier) {
      this.hashing = this.read(earlier);
      this.position = earlier.bytes;
    }
    const here = this.position / BYTES_A_MS;
    // A file that came from another machine was written when it came here, so how old it is tells nothing where its beginning is known.
    this.elapsedMs = begunAt === undefined ? here + (earlier?.silentMs ?? 0) : Math.max(here, Date.now() - begunAt);
  }

  private async read(earlier: EarlierPart): Promise<void> {
    try {
      for await (const samples of earlier.samples()) this.hash.update(samples);
    } catch (error) {
      this.failed = true;
      this.trouble((error as Error).message);
    }
  }

  private heardMs(): number {
    return (this.position + this.filled) / BYTES_A_MS;
  }

  /** Frames that should have come before `due` and did not. A frame that is only late comes by itself. */
  private catchUp(due: number): void {
    const expected = Math.round((due - (this.began as number)) / FRAME_MS) * FRAME_BYTES;
    const here = this.position + this.filled;
    if (expected <= here) return;
    this.missing.add(this.heardMs(), expected / BYTES_A_MS);
    this.speech?.unknown(this.heardMs(), expected / BYTES_A_MS);
    let left = expected - here;
    while (left > 0) {
      const some = Math.min(left, this.chunk.length - this.filled);
      this.chunk.fill(0, this.filled, this.filled + some);
      this.filled += some;
      left -= some;
      if (this.filled === this.chunk.length) this.flush();
    }
  }

  private flush(): void {
    if (this.filled === 0) return;
    const { position: at, filled } = this;
    this.position += filled;
    if (this.waiting.length >= MAX_WAITING) {
      this.lose(at, filled);
      this.trouble("the disk is too slow");
    } else this.waiting.push({ at, data: this.chunk.subarray(0, filled) });
    this.chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    this.filled = 0;
    this.writing ??= this.drain().finally(() => {
      this.writing = undefined;
    });
  }

  private async drain(): Promise<void> {
    for (let chunk = this.waiting.shift(); chunk; chunk = this.waiting.shift()) {
      const { at, data } = chunk;
      if (!(await this.write(data, wavHeadBytes + at))) {
        this.lose(at, data.length);
        continue;
      }
      await this.hashing;
      this.hash.update(data);
      if (await this.writeHead(at + data.length)) this.failing = false;
    }
  }

  /** True when all of it is written. */
  private async write(data: Uint8Array, at: number): Promise<boolean> {
    try {
      for (let done = 0; done < data.length;) {
        const wrote = await this.file.write(data.subarray(done), at + done);
        if (wrote <= 0) throw new Error("nothing could be written");
        done += wrote;
      }
      return true;
    } catch (error) {
      this.trouble((error as Error).message);
      return false;
    }
  }

  private writeHead(dataBytes: number): Promise<boolean> {
    return this.write(wavHead(dataBytes, 2, RATE), 0);
  }

  private lose(at: number, bytes: number): void {
    this.failed = true;
    this.missing.add(at / BYTES_A_MS, (at + bytes) / BYTES_A_MS);
  }

  /** Said once until it goes well again: a disk that is full fails every second. */
  private trouble(why: string): void {
    if (!this.failing) this.complain(`recording ${this.path}: ${why}; what is lost is silence in the file`);
    this.failing = true;
  }

  /** The last seconds may be missing on the disk: a file of the true length needs no room for silence. */
  private async finish(): Promise<void> {
    await this.writeHead(this.position);
    try {
      if (this.failed) await this.file.resize(wavHeadBytes + this.position);
    } catch (error) {
      this.trouble((error as Error).message);
    } finally {
      await this.file.close();
    }
  }
}
