/** All that a telephone hears, packet by packet, by the clock of who sent it: a busy machine delays packets and changes none of them. */
import type { AudioPeer } from "../sip/audio-peer.ts";
import { loudness, tonePart } from "../sip/goertzel.ts";

/** Of a packet of 20 ms: this tone and hardly anything else. */
const clear = 0.8;
const quiet = 20;
/** A tone of fewer packets in a row is a click, or the edge of another one. */
const leastRun = 4;
export const packetMs = 20;

export interface Packet {
  /** Of the sender's clock, ms. */
  readonly atMs: number;
  /** Of ours, when it came. */
  readonly came: number;
  readonly samples: Int16Array;
}

export const isTone = ({ samples }: Packet, hz: number): boolean =>
  loudness(samples) > quiet && tonePart(samples, hz) > clear;
export const isLoud = ({ samples }: Packet): boolean => loudness(samples) > quiet;

interface Wait {
  readonly holds: () => boolean;
  readonly done: () => void;
}

export class Hearing {
  readonly packets: Packet[] = [];
  #waits: Wait[] = [];

  constructor({ ears }: AudioPeer) {
    const add = ears.add.bind(ears);
    ears.add = (samples, at) => {
      add(samples, at);
      this.packets.push({ atMs: at / 8, came: performance.now(), samples: Int16Array.from(samples) });
      this.#waits = this.#waits.filter(({ holds, done }) => {
        if (!holds()) return true;
        done();
        return false;
      });
    };
  }

  /** How many have come: a place in what is heard. */
  get now(): number {
    return this.packets.length;
  }

  /** How many packets from a place on are this tone. */
  countTone(hz: number, from = 0, to = this.now): number {
    return this.packets.slice(from, to).filter((packet) => isTone(packet, hz)).length;
  }

  /** Resolves, with the place of the first of them, when so many packets of this tone have come from a place on. */
  async tone(hz: number, from = this.now, packets: number = leastRun, ms = 30_000): Promise<number> {
    await this.#until(`${packets} packets of ${hz} Hz`, ms, () => this.countTone(hz, from) >= packets);
    return from + this.packets.slice(from).findIndex((packet) => isTone(packet, hz));
  }

  /** Resolves when one of the tones has begun, from a place on. */
  either(tones: readonly number[], from: number, ms = 30_000): Promise<void> {
    return this.#until(`one of ${tones.join(", ")} Hz`, ms, () =>
      tones.some((hz) => this.countTone(hz, from) >= leastRun),
    );
  }

  /** Resolves, with the place of the first of them, when packets that are not silent have come from a place on. */
  async sound(from = 0, ms = 30_000): Promise<number> {
    const first = () => this.packets.findIndex((packet, at) => at >= from && isLoud(packet));
    await this.#until("any sound", ms, () => first() >= 0);
    return first();
  }

  /** Resolves when, from a place on, the newest packets of so long were silent. */
  silence(ms: number, patienceMs = 30_000, from = 0): Promise<void> {
    const packets = ms / packetMs;
    return this.#until(`silence of ${ms} ms`, patienceMs, () => {
      const last = this.packets.slice(from).slice(-packets);
      return last.length >= packets && !last.some(isLoud);
    });
  }

  /** How much later than the one before it a packet ever came, by the sender's clock: what of a delay is this machine's. */
  stallMs(from = 0, to = this.now): number {
    const late = (at: number): number => {
      const [before, packet] = [this.packets[at - 1], this.packets[at]];
      return before && packet ? packet.came - before.came - (packet.atMs - before.atMs) : 0;
    };
    return Math.max(0, ...Array.from({ length: Math.max(0, to - from) }, (_, n) => late(from + n)));
  }

  /** Which of these tones were heard, in order; the same twice where something else was between them, silence too. */
  order(tones: readonly number[], from = 0): readonly number[] {
    const heard: number[] = [];
    let [run, of] = [0, 0];
    for (const packet of this.packets.slice(from)) {
      const hz = tones.find((each) => isTone(packet, each)) ?? 0;
      run = hz === of ? run + 1 : 1;
      of = hz;
      if (hz !== 0 && run === leastRun) heard.push(hz);
    }
    return heard;
  }

  #until(what: string, ms: number, holds: () => boolean): Promise<void> {
    if (holds()) return Promise.resolve();
    const failure = new Error(`did not hear ${what} within ${ms} ms`);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waits = this.#waits.filter((other) => other !== wait);
        reject(failure);
      }, ms);
      const wait: Wait = {
        holds,
        done: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      this.#waits.push(wait);
    });
  }
}
