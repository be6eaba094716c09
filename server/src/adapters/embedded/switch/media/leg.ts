/** The audio of one leg: what it says (jitter buffer), what it hears (a player over a background), keys both ways. */
import { RtcpRrPacket, RtcpSrPacket, type RtcpPacket, type RtpPacket } from "werift";
import type { LegId } from "../../../../ports/switch.ts";
import { PressReader, PressWriter } from "./digits.ts";
import { FRAME, fromAlaw, SILENT_FRAME, ULAW_TO_PCM, toUlaw } from "./g711.ts";
import { JitterBuffer } from "./jitter.ts";
import { together } from "./mix.ts";
import { Peer } from "./peer.ts";
import type { Player } from "./player.ts";
import type { MediaEvent, MediaOptions } from "./protocol.ts";
import { ReceiveStats, roundTripMs } from "./rtcp.ts";
import { Yielding } from "./yielding.ts";

const LOST_MS = 5_000;
const QUALITY_MS = 5_000;
const REPORT_MS = 2_500;

/** What a leg hears when nothing is played to it. */
export type Background =
  | { readonly kind: "legs"; readonly legs: readonly LegId[] }
  | { readonly kind: "player"; readonly player: Player }
  | undefined;

export class MediaLeg {
  readonly id: LegId;
  readonly peer: Peer;
  /** What this leg said in the current frame; undefined is silence. Valid until the next frame. */
  said: Uint8Array | undefined;
  private readonly emit: (event: MediaEvent) => void;
  private readonly jitter = new JitterBuffer();
  private readonly stats = new ReceiveStats();
  private readonly reader = new PressReader();
  private readonly writer = new PressWriter();
  private readonly yielding = new Yielding();
  private readonly frame = new Uint8Array(FRAME);
  private player: Player | undefined;
  private background: Background;
  private fading: Uint8Array | undefined;
  private remoteSsrc = 0;
  private heardAt = 0;
  private lost = false;
  private held = false;
  private talking = false;
  private reportAt = 0;
  private qualityAt = 0;
  private counted = { expected: 0, packets: 0 };
  private farLoss = 0;
  private rttMs: number | undefined;

  constructor(id: LegId, options: MediaOptions, emit: (event: MediaEvent) => void) {
    this.id = id;
    this.emit = emit;
    this.peer = new Peer(options, {
      connected: () => {
        this.heardAt = performance.now();
        this.qualityAt = this.heardAt + QUALITY_MS;
        this.emit({ kind: "connected", leg: id });
      },
      failed: () => this.emit({ kind: "failed", leg: id, alone: true }),
      rtp: (packet) => this.receive(packet),
      rtcp: (packet) => this.receiveReport(packet),
    });
  }

  async reoffer(sdp: string): Promise<{ sdp: string; held: boolean }> {
    const answer = await this.peer.answer(sdp);
    this.setHeld(answer.held);
    return answer;
  }

  /** The answer to `peer.describe()`. */
  settle(sdp: string): boolean {
    this.setHeld(this.peer.settle(sdp));
    return this.held;
  }

  private setHeld(held: boolean): void {
    this.held = held;
    // A device on hold may send nothing; the five seconds without audio begin anew when it comes back.
    this.heardAt = performance.now();
  }

  play(player: Player, hushOnKey: boolean): void {
    this.stopPlay("stopped");
    this.player = player;
    this.yielding.begin(hushOnKey);
  }

  stopPlay(reason: "stopped" | "digit" | "hangup"): void {
    const { player } = this;
    if (!player) return;
    if (!this.yielding.hushed) this.fade(player);
    this.player = undefined;
    const { atMs } = player;
    this.emit({ kind: "playDone", leg: this.id, playId: player.id, reason, ...(atMs === undefined ? {} : { atMs }) });
  }

  setBackground(background: Background): void {
    this.stopPlay("stopped");
    if (this.background?.kind === "player") this.fade(this.background.player);
    this.background = background;
  }

  /** Resolves true when the last digit is out, false at once when the far side takes no telephone-event. */
  digits(text: string): Promise<boolean> {
    if (this.peer.eventPt === undefined) return Promise.resolve(false);
    return new Promise((resolve) => this.writer.add(text, () => resolve(true)));
  }

  /** First half of a frame: what the leg says. */
  listen(): void {
    this.said = this.jitter.pull();
  }

  /** Second half: what it hears goes out. `saidBy` finds what another leg said in this frame. */
  speak(saidBy: (leg: LegId) => Uint8Array | undefined, now: number): void {
    const payload = this.mix(saidBy, now);
    if (this.held || !this.peer.connected) {
      // The clock still runs, so that the far side sees a pause and not a jump.
    } else {
      const event = this.writer.next();
      if (event) this.peer.send(event.payload, "event", event.age, event.first);
      else this.peer.send(payload, "audio", 0, !this.talking);
      this.talking = true;
    }
    this.peer.advance();
    this.watch(now);
  }

  async close(): Promise<void> {
    this.stopPlay("hangup");
    this.writer.abandon();
    await this.peer.close();
  }

  private mix(saidBy: (leg: LegId) => Uint8Array | undefined, now: number): Uint8Array {
    const { player, background } = this;
    let payload: Uint8Array = SILENT_FRAME;
    const { hushed } = this.yielding;
    if (player && this.yielding.quiet(this.reader.down, now)) {
      if (!hushed) this.fade(player);
    } else if (player) {
      player.next(this.frame);
      payload = this.frame;
      if (player.done) {
        this.player = undefined;
        this.emit({ kind: "playDone", leg: this.id, playId: player.id, reason: "finished" });
      }
    } else if (background?.kind === "legs") payload = together(background.legs, saidBy, this.frame) ?? SILENT_FRAME;
    else if (background) {
      background.player.next(this.frame);
      payload = this.frame;
    }
    const { fading } = this;
    if (!fading) return payload;
    this.fading = undefined;
    for (let i = 0; i < FRAME; i++) {
      const old = (ULAW_TO_PCM[fading[i] as number] as number) * (1 - i / FRAME);
      fading[i] = toUlaw(old + (ULAW_TO_PCM[payload[i] as number] as number));
    }
    return fading;
  }

  /** What is cut off goes on for one more frame, fading out: an abrupt end is a click. */
  private fade(player: Player): void {
    this.fading = new Uint8Array(FRAME);
    player.next(this.fading);
  }

  private receive(packet: RtpPacket): void {
    const now = performance.now();
    const { header, payload } = packet;
    if (header.ssrc !== this.remoteSsrc) {
      this.remoteSsrc = header.ssrc;
      this.jitter.reset();
      this.stats.reset();
      this.counted = { expected: 0, packets: 0 };
    }
    const kind = this.peer.kindOf(header.payloadType);
    if (kind === undefined) return;
    const audio = kind !== "event";
    this.stats.packet(header.sequenceNumber, header.timestamp, now, audio);
    this.heardAt = now;
    if (this.lost) {
      this.lost = false;
      this.emit({ kind: "found", leg: this.id });
    }
    if (audio) return this.jitter.put(header.timestamp, kind === "pcma" ? fromAlaw(payload) : payload);
    const press = this.reader.packet(header.timestamp, payload, now);
    if (press) this.emit({ kind: "digit", leg: this.id, ...press });
  }

  private receiveReport(packet: RtcpPacket): void {
    if (packet instanceof RtcpSrPacket && packet.ssrc === this.remoteSsrc) {
      this.stats.senderReport(packet.senderInfo.ntpTimestamp, performance.now());
    }
    if (!(packet instanceof RtcpSrPacket || packet instanceof RtcpRrPacket)) return;
    for (const report of packet.reports) {
      if (report.ssrc !== this.peer.ssrc) continue;
      this.farLoss = report.fractionLost / 256;
      this.rttMs = roundTripMs(Date.now(), report.lsr, report.dlsr) ?? this.rttMs;
    }
  }

  private watch(now: number): void {
    if (!this.peer.connected) return;
    const press = this.reader.overdue(now);
    if (press) this.emit({ kind: "digit", leg: this.id, ...press });
    if (!this.lost && !this.held && now - this.heardAt > LOST_MS) {
      this.lost = true;
      this.emit({ kind: "lost", leg: this.id });
    }
    if (now >= this.reportAt) {
      this.reportAt = now + REPORT_MS * (0.75 + Math.random() / 2);
      void this.peer.report(Date.now(), this.remoteSsrc, this.stats.report(now)).catch(() => undefined);
    }
    if (now >= this.qualityAt) {
      this.qualityAt = now + QUALITY_MS;
      this.quality();
    }
  }

  /** Loss is the worse of the two directions: either makes the talk bad. */
  private quality(): void {
    const expected = this.stats.expected - this.counted.expected;
    const packets = this.stats.packets - this.counted.packets;
    this.counted = { expected: this.stats.expected, packets: this.stats.packets };
    const nearLoss = expected > 0 ? Math.min(1, Math.max(0, 1 - packets / expected)) : this.lost ? 1 : 0;
    this.emit({
      kind: "quality",
      leg: this.id,
      loss: Math.max(nearLoss, this.farLoss),
      jitterMs: Math.round(this.stats.jitterMs * 10) / 10,
      ...(this.rttMs === undefined ? {} : { rttMs: Math.round(this.rttMs) }),
    });
  }
}
