/** Copies of what legs of a scripted switch say, as a test lets them say it. */
import type { AudioSink, LegId } from "../../../ports/switch.ts";

export class ScriptedForks {
  readonly #sinks = new Map<LegId, Set<AudioSink>>();

  readonly fork = async (leg: LegId, sink: AudioSink): Promise<() => void> => {
    const sinks = this.#sinks.get(leg) ?? new Set();
    this.#sinks.set(leg, sinks.add(sink));
    return () => void sinks.delete(sink);
  };

  /** The leg says 20 ms of this; how many hear a copy. */
  says(leg: LegId, level: number): number {
    return this.saysFrame(leg, new Int16Array(160).fill(level));
  }

  saysFrame(leg: LegId, samples: Int16Array): number {
    const sinks = [...(this.#sinks.get(leg) ?? [])];
    for (const sink of sinks) sink(samples);
    return sinks.length;
  }
}
