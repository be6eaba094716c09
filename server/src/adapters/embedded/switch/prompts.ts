/** What is played to legs and the keys that are pressed meanwhile. */
import { randomBytes } from "node:crypto";
import type { Clock } from "../../../ports/clock.ts";
import {
  SwitchError,
  type Collected,
  type CollectRequest,
  type LegId,
  type PlayRequest,
  type SwitchEvent,
} from "../../../ports/switch.ts";
import { Collector } from "./collect.ts";
import type { LegMedia } from "./leg-media.ts";

/** A device that sends a key press both as RFC 4733 and as INFO means it once. */
const samePressMs = 400;

interface Playback {
  readonly leg: LegId;
  readonly stopOnDigit: boolean;
}

interface Press {
  readonly digit: string;
  readonly via: "info" | "rtp";
  readonly at: number;
}

export class Prompts {
  private readonly clock: Clock;
  private readonly media: LegMedia;
  private readonly emit: (event: SwitchEvent) => void;
  private readonly playbacks = new Map<string, Playback>();
  private readonly collectors = new Map<LegId, Collector>();
  private readonly presses = new Map<LegId, Press>();

  constructor(clock: Clock, media: LegMedia, emit: (event: SwitchEvent) => void) {
    this.clock = clock;
    this.media = media;
    this.emit = emit;
  }

  async play(leg: LegId, request: PlayRequest): Promise<string> {
    const playId = randomBytes(9).toString("base64url");
    const { stopOnDigit = false } = request;
    this.playbacks.set(playId, { leg, stopOnDigit });
    try {
      await this.media.ask("play", {
        leg,
        playId,
        sources: request.sources,
        loop: request.loop ?? false,
        fromMs: request.fromMs ?? 0,
        hushOnKey: request.hushOnKey ?? stopOnDigit,
      });
    } catch (error) {
      this.playbacks.delete(playId);
      throw error;
    }
    return playId;
  }

  played({ leg, playId, reason, atMs }: Omit<Extract<SwitchEvent, { type: "playDone" }>, "type">): void {
    if (!this.playbacks.delete(playId)) return;
    this.emit({ type: "playDone", leg, playId, reason, ...(atMs === undefined ? {} : { atMs }) });
  }

  collect(leg: LegId, request: CollectRequest): Promise<Collected> {
    if (this.collectors.has(leg))
      return Promise.reject(new SwitchError("bad-state", "digits of this leg are being collected"));
    return new Promise((resolve) => {
      const collector = new Collector(request, this.clock, (collected) => {
        this.collectors.delete(leg);
        resolve(collected);
      });
      this.collectors.set(leg, collector);
    });
  }

  pressed(leg: LegId, digit: string, via: "info" | "rtp", ms?: number): void {
    const now = this.clock.now();
    const last = this.presses.get(leg);
    if (last && last.digit === digit && last.via !== via && now - last.at < samePressMs) return;
    this.presses.set(leg, { digit, via, at: now });
    this.emit({ type: "digit", leg, digit, ...(ms === undefined ? {} : { ms }) });
    const stops = [...this.playbacks.values()].some((playback) => playback.leg === leg && playback.stopOnDigit);
    if (stops) void this.media.ask("stopPlay", { leg, reason: "digit" }).catch(() => undefined);
    this.collectors.get(leg)?.digit(digit);
  }

  /** The leg goes: nothing more is played to it or collected from it. */
  ending(leg: LegId): void {
    for (const [playId, playback] of [...this.playbacks]) {
      if (playback.leg !== leg) continue;
      this.playbacks.delete(playId);
      this.emit({ type: "playDone", leg, playId, reason: "hangup" });
    }
    this.collectors.get(leg)?.end("hangup");
    this.presses.delete(leg);
  }
}
