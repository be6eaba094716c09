/** Recordings of a scripted switch: files of silence as long as they ran. */
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { writeWav } from "@liantai/api/wav";
import type { Clock } from "../../../ports/clock.ts";
import type { RecordedLegs, RecordingResult } from "../../../ports/switch.ts";

interface Recording {
  readonly path: string;
  readonly startedAt: number;
  legs: RecordedLegs;
  paused: boolean;
}

/** 8,000 Hz, two channels, 16 bit, zeros. */
const silentWav = (ms: number): Uint8Array => writeWav(new Int16Array(Math.round(ms * 8) * 2), 8_000, 2);

export class ScriptedRecordings {
  readonly live = new Map<string, Recording>();
  readonly #clock: Pick<Clock, "now">;

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  async start(id: string, path: string, legs: RecordedLegs, begunAt?: number): Promise<void> {
    const known = this.live.get(id);
    if (known) {
      Object.assign(known, { legs, paused: false, begunAt });
      return;
    }
    this.live.set(id, { path, startedAt: this.#clock.now(), legs, paused: false });
    await writeFile(path, silentWav(20));
  }

  set(id: string, legs: RecordedLegs): void {
    const recording = this.live.get(id);
    if (recording) recording.legs = legs;
  }

  pause(id: string, paused: boolean): void {
    const recording = this.live.get(id);
    if (recording) recording.paused = paused;
  }

  async stop(id: string): Promise<RecordingResult | undefined> {
    const recording = this.live.get(id);
    if (!recording) return undefined;
    this.live.delete(id);
    const durationMs = this.#clock.now() - recording.startedAt;
    const data = silentWav(durationMs);
    await writeFile(recording.path, data);
    return {
      path: recording.path,
      durationMs,
      bytes: data.length,
      missing: [],
      digest: createHash("sha256").update(data.subarray(44)).digest("hex"),
    };
  }
}
