/** Recordings: what each leg says comes here as it is said (a copy of its channel on an audio socket) and is written to the file. */
import type { LegId, RecordedLegs, RecordingResult } from "../../../ports/switch.ts";
import { FRAME } from "../../embedded/switch/media/g711.ts";
import { together } from "../../embedded/switch/media/mix.ts";
import { Recorder } from "../../embedded/switch/media/recorder.ts";
import { startTicker } from "../../embedded/switch/media/ticker.ts";
import type { Logger } from "../../../ports/logger.ts";
import type { Ari } from "./ari.ts";
import { Forks } from "./forks.ts";
import { LegCopy } from "./leg-copy.ts";

/** Frames that may wait: a second of a process that was busy elsewhere. */
const MAX_WAITING = 50;
/** A process that did nothing for so long asks whether its recordings are still its own. */
const STALL_MS = 1_000;
/** Frames in hand before the first is taken: Asterisk's clock and ours meet anywhere within a frame. */
const PRIMED = 3;

/** What one leg says, 20 ms at a time. */
class Voice {
  said: Uint8Array | undefined;
  private readonly waiting: Uint8Array[] = [];
  private primed = false;
  private readonly copy: LegCopy;

  constructor(ari: Ari, leg: LegId, channel: string | undefined, complain: (error: Error) => void) {
    this.copy = new LegCopy(ari, leg, channel, (samples) => this.hear(samples), complain);
  }

  get ready(): Promise<void> {
    return this.copy.ready;
  }

  listen(): void {
    if (!this.primed && this.waiting.length < PRIMED) return;
    this.said = this.waiting.shift();
    this.primed = this.said !== undefined;
  }

  close(): Promise<void> {
    this.said = undefined;
    return this.copy.close();
  }

  letGo(): void {
    this.copy.letGo();
  }

  private hear(samples: Uint8Array): void {
    this.waiting.push(samples);
    if (this.waiting.length > MAX_WAITING) this.waiting.shift();
  }
}

/** Undefined: this process has the legs. It rejects where another has. */
type Ready = () => Promise<void> | undefined;

export class Recordings {
  private readonly ari: Ari;
  private readonly logger: Logger;
  private readonly channelOf: (leg: LegId) => string | undefined;
  private readonly recorders = new Map<string, { readonly recorder: Recorder; legs: RecordedLegs }>();
  private readonly voices = new Map<LegId, Voice>();
  /** Copies for others. */
  readonly forks: Forks;
  private readonly left = new Uint8Array(FRAME);
  private readonly right = new Uint8Array(FRAME);
  /** Copies that Asterisk is being told to end. */
  private readonly closing = new Set<Promise<void>>();
  private stopTicker: (() => void) | undefined;
  private readonly ready: Ready;
  private beat = performance.now();
  /** Nothing is written until it is known whether another process writes here now. */
  private doubt = false;

  constructor(ari: Ari, logger: Logger, channelOf: (leg: LegId) => string | undefined, ready: Ready) {
    this.ari = ari;
    this.ready = ready;
    this.logger = logger;
    this.channelOf = channelOf;
    this.forks = new Forks(ari, logger, channelOf);
  }

  async start(id: string, path: string, legs: RecordedLegs, begunAt?: number): Promise<void> {
    await this.stop(id);
    const recorder = await Recorder.begin(path, legs, (message) => this.logger.error({}, message), { begunAt });
    this.recorders.set(id, { recorder, legs });
    // Its time runs from now on; voices come in as soon as Asterisk has copied them.
    // After a stall the voices that came meanwhile are read first.
    this.stopTicker ??= startTicker((due) => setImmediate(() => this.frame(due)));
    await this.heed();
  }

  async set(id: string, legs: RecordedLegs): Promise<void> {
    const recording = this.recorders.get(id);
    if (!recording) return;
    recording.legs = legs;
    recording.recorder.setLegs(legs);
    await this.heed();
  }

  pause(id: string, paused: boolean): void {
    this.recorders.get(id)?.recorder.pause(paused);
  }

  async stop(id: string): Promise<RecordingResult | undefined> {
    const recording = this.recorders.get(id);
    this.recorders.delete(id);
    const ended = recording?.recorder.end(performance.now());
    const heeded = this.heed().finally(() => this.closing.delete(heeded));
    this.closing.add(heeded);
    return ended;
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.recorders.keys()].map((id) => this.stop(id)));
    await Promise.all(this.closing);
  }

  /** The files are another process's now. */
  async letGo(): Promise<void> {
    this.stopTicker?.();
    this.stopTicker = undefined;
    this.forks.letGo();
    for (const voice of this.voices.values()) voice.letGo();
    this.voices.clear();
    const all = [...this.recorders.values()];
    this.recorders.clear();
    await Promise.all(all.map(({ recorder }) => recorder.letGo()));
  }

  /** The leg is gone. */
  async ended(leg: LegId): Promise<void> {
    const voice = this.voices.get(leg);
    this.voices.delete(leg);
    await Promise.all([voice?.close(), this.forks.ended(leg)]);
  }

  private frame(due: number): void {
    const now = performance.now();
    if (now - this.beat > STALL_MS) this.ask();
    this.beat = now;
    // What is left out now the recorder names when it goes on.
    if (this.doubt) return;
    for (const fork of this.voices.values()) fork.listen();
    for (const { recorder } of this.recorders.values()) {
      const { left = [], right = [] } = recorder.legs;
      recorder.add(together(left, this.saidBy, this.left), together(right, this.saidBy, this.right), due);
    }
  }

  private ask(): void {
    const ready = this.ready();
    if (!ready) return;
    this.doubt = true;
    void ready
      .catch((error: Error) => this.logger.warn({}, `recording: ${error.message}`))
      .finally(() => {
        this.doubt = false;
      });
  }

  private readonly saidBy = (leg: LegId): Uint8Array | undefined => this.voices.get(leg)?.said;

  /** One copy of each leg that is on a channel of any recording, none of others. */
  private async heed(): Promise<void> {
    const wanted = new Set([...this.recorders.values()].flatMap(({ legs }) => Object.values(legs).flat()));
    for (const leg of wanted)
      if (!this.voices.has(leg) && this.channelOf(leg) !== undefined)
        this.voices.set(
          leg,
          new Voice(this.ari, leg, this.channelOf(leg), (error) => this.logger.warn({}, `recording: ${error.message}`)),
        );
    const gone = [...this.voices].filter(([leg]) => !wanted.has(leg));
    for (const [leg] of gone) this.voices.delete(leg);
    if (this.recorders.size === 0) {
      this.stopTicker?.();
      this.stopTicker = undefined;
    }
    await Promise.all([
      ...[...wanted].map((leg) => this.voices.get(leg)?.ready),
      ...gone.map(([, fork]) => fork.close()),
    ]);
  }
}
