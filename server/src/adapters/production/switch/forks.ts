/** Copies of what legs say, for whoever asks for one (Switch.fork). */
import type { AudioSink, LegId } from "../../../ports/switch.ts";
import { pcmOf } from "../../embedded/switch/media/g711.ts";
import type { Logger } from "../../../ports/logger.ts";
import type { Ari } from "./ari.ts";
import { LegCopy } from "./leg-copy.ts";

export class Forks {
  private readonly copies = new Map<LegCopy, LegId>();
  private readonly ari: Ari;
  private readonly logger: Logger;
  private readonly channelOf: (leg: LegId) => string | undefined;

  constructor(ari: Ari, logger: Logger, channelOf: (leg: LegId) => string | undefined) {
    this.ari = ari;
    this.logger = logger;
    this.channelOf = channelOf;
  }

  async add(leg: LegId, sink: AudioSink): Promise<() => void> {
    const channel = this.channelOf(leg);
    if (channel === undefined) return () => undefined;
    const copy = new LegCopy(
      this.ari,
      leg,
      channel,
      (samples) => sink(pcmOf(samples)),
      (error) => this.logger.warn({}, `fork: ${error.message}`),
    );
    this.copies.set(copy, leg);
    await copy.ready;
    return () => void this.end(copy);
  }

  /** The leg is gone. */
  async ended(leg: LegId): Promise<void> {
    await Promise.all([...this.copies].filter(([, of]) => of === leg).map(([copy]) => this.end(copy)));
  }

  letGo(): void {
    for (const copy of this.copies.keys()) copy.letGo();
    this.copies.clear();
  }

  private async end(copy: LegCopy): Promise<void> {
    if (this.copies.delete(copy)) await copy.close();
  }
}
