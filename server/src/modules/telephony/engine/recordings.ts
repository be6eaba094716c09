/** Recordings on their way: DATA_DIR/recordings-live while the call lives, the blob store afterwards. */
import { formatDate } from "@liantai/api/contract";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Blobs } from "../../../ports/blobs.ts";
import type { Logger } from "../../../ports/logger.ts";
import type { RecordedLegs, Switch } from "../../../ports/switch.ts";
import type { CallFact } from "../../event-log/index.ts";

type Stored = Extract<CallFact, { type: "recordingStored" }>;

export interface RecordingsOptions {
  /** Folder of live recordings. */
  readonly folder: string;
  readonly blobs: Blobs;
  readonly switch: Switch;
  readonly logger: Logger;
  /** Makes the header of a cut-off file right; resolves with its length, ms, or undefined when it is no recording. */
  readonly repair: (path: string) => Promise<number | undefined>;
}

export interface RecordedCall {
  readonly compId: string;
  readonly callId: string;
  readonly startedAt: number;
}

/** recordings/COMP/yyyy/mm/dd/CALL.wav */
const recordingKey = ({ compId, callId, startedAt }: RecordedCall): string =>
  `recordings/${compId}/${formatDate(startedAt).replaceAll("-", "/")}/${callId}.wav`.toLowerCase();

const liveFile = ({ compId, callId }: Pick<RecordedCall, "compId" | "callId">): string => `${compId}_${callId}.wav`;

export class Recordings {
  readonly #o: RecordingsOptions;

  constructor(options: RecordingsOptions) {
    this.#o = options;
  }

  async prepare(): Promise<void> {
    await mkdir(this.#o.folder, { recursive: true });
  }

  /** The file's name within the folder. */
  file(call: RecordedCall): string {
    return liveFile(call);
  }

  #path(file: string): string {
    return join(this.#o.folder, file);
  }

  start(call: RecordedCall, legs: RecordedLegs): Promise<void> {
    return this.#o.switch.startRecording(call.callId, this.#path(liveFile(call)), legs);
  }

  set(call: RecordedCall, legs: RecordedLegs): Promise<void> {
    return this.#o.switch.setRecording(call.callId, legs);
  }

  pause(call: RecordedCall, paused: boolean): Promise<void> {
    return this.#o.switch.pauseRecording(call.callId, paused);
  }

  /** Ends the recording and moves it to the store. */
  async store(call: RecordedCall): Promise<Stored | undefined> {
    const result = await this.#o.switch.stopRecording(call.callId);
    if (!result) return undefined;
    const { key, bytes } = await this.#o.blobs.adopt(recordingKey(call), result.path);
    const { missing, digest } = result;
    const stored = { type: "recordingStored", key, durationMs: Math.round(result.durationMs), bytes } as const;
    if (missing.length > 0) this.#o.logger.warn({ callId: call.callId, missing }, "a recording is incomplete");
    return { ...stored, ...(digest ? { digest } : {}), ...(missing.length > 0 ? { missing } : {}) };
  }

  /** What a process that died left of a recording. */
  async salvage(call: RecordedCall, file: string): Promise<Stored | undefined> {
    const path = this.#path(file);
    const durationMs = await this.#o.repair(path).catch(() => undefined);
    if (durationMs === undefined) return undefined;
    const { key, bytes } = await this.#o.blobs.adopt(recordingKey(call), path);
    this.#o.logger.info({ callId: call.callId, durationMs }, "recording salvaged after a restart");
    return { type: "recordingStored", key, durationMs: Math.round(durationMs), bytes, salvaged: true };
  }

  /** Files that no process will store any more: none of its calls lives when a start asks. */
  async leftovers(): Promise<{ compId: string; callId: string; file: string }[]> {
    const names = await readdir(this.#o.folder).catch(() => []);
    return names.flatMap((file) => {
      const match = /^([0-9A-Za-z]{6})_([0-9a-zA-Z-]+)\.wav$/.exec(file);
      return match ? [{ compId: match[1] as string, callId: match[2] as string, file }] : [];
    });
  }
}
