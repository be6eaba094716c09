/** Recordings on their way: DATA_DIR/recordings-live while the call lives, the blob store afterwards. */
import { formatDate } from "@liantai/api/contract";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Blobs } from "../../../ports/blobs.ts";
import type { Logger } from "../../../ports/logger.ts";
import type { RecordedLegs, Switch } from "../../../ports/switch.ts";
import type { CallFact } from "../../event-log/index.ts";
import type { Spool } from "./spool.ts";

type Stored = Extract<CallFact, { type: "recordingStored" }>;

export interface RecordingsOptions {
  /** Folder of live recordings. */
  readonly folder: string;
  readonly blobs: Blobs;
  readonly switch: Switch;
  readonly logger: Logger;
  /** The enterprise whose recordings these are; default: of all. */
  readonly only?: string | undefined;
  /** Copies live recordings to the store; absent: the store lies on this machine as they do. */
  readonly spool?: Spool | undefined;
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

interface LiveFile {
  readonly compId: string;
  readonly callId: string;
  readonly file: string;
}

/** What lies in a folder of live recordings. only: of this enterprise. */
export async function liveFiles(folder: string, only?: string): Promise<LiveFile[]> {
  const names = await readdir(folder).catch(() => []);
  return names.flatMap((file) => {
    const match = /^([0-9A-Za-z]{6})_([0-9a-zA-Z-]+)\.wav$/.exec(file);
    const its = match && (only === undefined || match[1] === only);
    return its ? [{ compId: match[1] as string, callId: match[2] as string, file }] : [];
  });
}

/** Closed, and not in the store yet. */
interface Waiting {
  readonly call: RecordedCall;
  readonly file: string;
  readonly durationMs: number;
  readonly about: Pick<Stored, "digest" | "missing" | "speech" | "salvaged">;
}

export class Recordings {
  readonly #o: RecordingsOptions;
  /** Files that grow here, or are just being stored. */
  readonly #own = new Set<string>();
  readonly #waiting = new Map<string, Waiting>();
  #fetching: Promise<void> = Promise.resolve();

  constructor(options: RecordingsOptions) {
    this.#o = options;
  }

  /** Recordings that the store has not taken yet: they are on this machine. */
  get waiting(): number {
    return this.#waiting.size;
  }

  async prepare(): Promise<void> {
    await mkdir(this.#o.folder, { recursive: true });
    this.#fetching = this.#o.spool?.fetchInTheEnd() ?? Promise.resolve();
  }

  /** Resolves when what other machines left lies here. */
  fetched(): Promise<void> {
    return this.#fetching;
  }

  /** Fetches what a machine that came back has brought to the store since. */
  async fetchAgain(): Promise<void> {
    await this.#fetching;
    await this.#o.spool?.fetch();
  }

  /** The file's name within the folder. */
  file(call: RecordedCall): string {
    return liveFile(call);
  }

  #path(file: string): string {
    return join(this.#o.folder, file);
  }

  async start(call: RecordedCall, legs: RecordedLegs, begunAt?: number): Promise<void> {
    const file = liveFile(call);
    this.#own.add(file);
    await this.#o.switch.startRecording(call.callId, this.#path(file), legs, begunAt);
    this.#o.spool?.follow(file);
  }

  /** One that another process began: its file may have to come from the machine of that one. */
  async resume(call: RecordedCall, legs: RecordedLegs, begunAt: number, paused: boolean): Promise<void> {
    this.#own.add(liveFile(call));
    await this.fetched();
    await this.start(call, legs, begunAt);
    if (paused) await this.pause(call, true);
  }

  set(call: RecordedCall, legs: RecordedLegs): Promise<void> {
    return this.#o.switch.setRecording(call.callId, legs);
  }

  pause(call: RecordedCall, paused: boolean): Promise<void> {
    return this.#o.switch.pauseRecording(call.callId, paused);
  }

  /** Ends the recording and moves it to the store; what the store does not take is told, and tried again by `storeWaiting`. */
  async store(call: RecordedCall): Promise<Stored | undefined> {
    const file = liveFile(call);
    const result = await this.#o.switch.stopRecording(call.callId);
    await this.#o.spool?.leave(file);
    if (!result) {
      this.#own.delete(file);
      return undefined;
    }
    const { missing, digest, speech, durationMs } = result;
    if (missing.length > 0) this.#o.logger.warn({ callId: call.callId, missing }, "a recording is incomplete");
    const about = {
      ...(digest ? { digest } : {}),
      ...(missing.length > 0 ? { missing } : {}),
      ...(speech ? { speech } : {}),
    };
    return this.#keep({ call, file, durationMs, about });
  }

  /** How many ms of a recording a process that died left on this disk. Undefined: nothing. */
  async lasted(file: string): Promise<number | undefined> {
    const ms = await this.#o.repair(this.#path(file)).catch(() => undefined);
    return ms === undefined ? undefined : Math.round(ms);
  }

  /** What a process that died left of a recording. Undefined: nothing, or it must wait for the store. */
  async salvage(call: RecordedCall, file: string): Promise<Stored | undefined> {
    const durationMs = await this.#o.repair(this.#path(file)).catch(() => undefined);
    if (durationMs === undefined) return undefined;
    try {
      const stored = await this.#keep({ call, file, durationMs, about: { salvaged: true } });
      this.#o.logger.info({ callId: call.callId, durationMs }, "recording salvaged after a restart");
      return stored;
    } catch (error) {
      this.#o.logger.error({ error, callId: call.callId }, "a recording could not be stored");
      return undefined;
    }
  }

  async #keep(waiting: Waiting): Promise<Stored> {
    const { call, file, durationMs, about } = waiting;
    this.#own.add(file);
    this.#waiting.delete(call.callId);
    const { key, bytes } = await this.#o.blobs.adopt(recordingKey(call), this.#path(file)).catch((error: unknown) => {
      this.#waiting.set(call.callId, waiting);
      throw error;
    });
    this.#own.delete(file);
    await this.#o.spool?.drop(file);
    return { type: "recordingStored", key, durationMs: Math.round(durationMs), bytes, ...about };
  }

  /** Tries those again that the store did not take; what it takes now. The first that fails ends the try: the store is still away. */
  async storeWaiting(): Promise<{ readonly call: RecordedCall; readonly stored: Stored }[]> {
    const done: { call: RecordedCall; stored: Stored }[] = [];
    for (const waiting of [...this.#waiting.values()]) {
      try {
        done.push({ call: waiting.call, stored: await this.#keep(waiting) });
      } catch {
        break;
      }
    }
    return done;
  }

  /** The call's recording is in the store already: what is left here is of no use. */
  async discard(file: string): Promise<void> {
    await rm(this.#path(file), { force: true });
    await this.#o.spool?.drop(file);
  }

  /** Files that no process will store any more: none of its calls lives when a start asks. */
  async leftovers(): Promise<LiveFile[]> {
    return (await liveFiles(this.#o.folder, this.#o.only)).filter(({ file }) => !this.#own.has(file));
  }
}
