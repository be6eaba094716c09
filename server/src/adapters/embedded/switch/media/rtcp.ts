/** What we count of a stream and what RTCP makes of it (RFC 3550 sections 6.4 and A.3, A.8). Pure: time is handed in. */

export interface ReceiverReport {
  readonly fractionLost: number;
  readonly packetsLost: number;
  readonly highestSequence: number;
  readonly jitter: number;
  readonly lsr: number;
  readonly dlsr: number;
}

/** Middle 32 bits of an NTP timestamp of `unixMs`. */
export const compactNtp = (unixMs: number): number =>
  Math.floor((unixMs / 1_000 + 2_208_988_800) * 65_536) % 4_294_967_296;
/** 64-bit NTP timestamp of `unixMs`. */
export const ntp = (unixMs: number): bigint => BigInt(Math.floor((unixMs / 1_000 + 2_208_988_800) * 65_536)) << 16n;

export class ReceiveStats {
  packets = 0;
  private base = -1;
  private high = 0;
  private cycles = 0;
  private transit = 0;
  private jitterUnits = 0;
  private priorExpected = 0;
  private priorReceived = 0;
  private lastSr = { ntp: 0, at: 0 };

  reset(): void {
    this.packets = 0;
    this.base = -1;
    this.cycles = 0;
    this.jitterUnits = 0;
    this.priorExpected = 0;
    this.priorReceived = 0;
    this.lastSr = { ntp: 0, at: 0 };
  }

  /** `now` in ms; `audio` false for events, whose timestamps stand still and say nothing about jitter. */
  packet(sequence: number, timestamp: number, now: number, audio: boolean): void {
    if (this.base < 0) {
      this.base = sequence;
      this.high = sequence;
    } else if (((sequence - this.high) & 0xffff) < 0x8000) {
      if (sequence < this.high) this.cycles += 65_536;
      this.high = sequence;
    }
    this.packets++;
    if (!audio) return;
    const transit = now * 8 - timestamp;
    if (this.packets > 1) {
      const change = Math.abs(transit - this.transit);
      // A step of a second is a new stream or a wrapped timestamp, not jitter.
      if (change < 8_000) this.jitterUnits += (change - this.jitterUnits) / 16;
    }
    this.transit = transit;
  }

  senderReport(ntpTimestamp: bigint, now: number): void {
    this.lastSr = { ntp: Number((ntpTimestamp >> 16n) & 0xffffffffn), at: now };
  }

  get jitterMs(): number {
    return this.jitterUnits / 8;
  }

  get expected(): number {
    return this.base < 0 ? 0 : this.cycles + this.high - this.base + 1;
  }

  /** For a report block; begins a new interval for `fractionLost` (0..255). Undefined when nothing was heard yet. */
  report(now: number): ReceiverReport | undefined {
    if (this.base < 0) return undefined;
    const expected = this.expected - this.priorExpected;
    const lost = expected - (this.packets - this.priorReceived);
    this.priorExpected = this.expected;
    this.priorReceived = this.packets;
    return {
      fractionLost: expected > 0 && lost > 0 ? Math.min(255, Math.floor((lost * 256) / expected)) : 0,
      packetsLost: Math.max(0, this.expected - this.packets),
      highestSequence: this.cycles + this.high,
      jitter: Math.round(this.jitterUnits),
      lsr: this.lastSr.ntp,
      dlsr: this.lastSr.at ? Math.floor(((now - this.lastSr.at) / 1_000) * 65_536) : 0,
    };
  }
}

/** Round trip from a report about our stream, ms; undefined when it answers none of our sender reports. */
export function roundTripMs(nowUnixMs: number, lsr: number, dlsr: number): number | undefined {
  if (!lsr) return undefined;
  const units = (compactNtp(nowUnixMs) - lsr - dlsr) | 0;
  return units >= 0 && units < 65_536 * 60 ? (units / 65_536) * 1_000 : undefined;
}
