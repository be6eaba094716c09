/** The media of a test client: a WebRTC peer (werift) that says a tone and listens. Independent of the switch's own code. */
import { createSecretKey } from "node:crypto";
import {
  RTCPeerConnection,
  RTCRtpCodecParameters,
  RtpHeader,
  type RTCDtlsTransport,
  type RTCRtpTransceiver,
} from "werift";
import { askNoStun } from "./ask-no-stun.ts";
import { Ears } from "./ears.ts";

const FRAME = 160;
/** After the packets that say the end of a key. */
const PAUSE_MS = 40;

const decode = (byte: number): number => {
  const code = ~byte & 0xff;
  const magnitude = ((((code & 0x0f) << 3) + 0x84) << ((code >> 4) & 7)) - 0x84;
  return code & 0x80 ? -magnitude : magnitude;
};

function encode(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(32_635, Math.abs(Math.round(sample))) + 0x84;
  const exponent = 24 - Math.clz32(magnitude);
  return ~(sign | (exponent << 4) | ((magnitude >> (exponent + 3)) & 0x0f)) & 0xff;
}

/** ITU-T G.711 A-law, table 1a: sign, segment of 4, even bits inverted. */
function decodeA(byte: number): number {
  const code = byte ^ 0x55;
  const segment = (code >> 4) & 7;
  const step = (code & 0x0f) * 16 + 8;
  const magnitude = segment === 0 ? step : (step + 256) * 2 ** (segment - 1);
  return code >= 0x80 ? magnitude : -magnitude;
}

export type Law = "pcmu" | "pcma";
const BYTES = Array.from({ length: 256 }, (_, byte) => byte);
const A_STEPS = BYTES.map((byte) => ({ byte, sample: decodeA(byte) })).sort((a, b) => a.sample - b.sample);

/** The byte of the first step that is not below the sample. */
function nearest(sample: number): number {
  let [low, high] = [0, A_STEPS.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (A_STEPS[middle]!.sample < sample) low = middle + 1;
    else high = middle;
  }
  return A_STEPS[low]!.byte;
}
const LAWS = {
  pcmu: { name: "PCMU", payloadType: 0, decode, encode, silence: 0xff },
  pcma: { name: "PCMA", payloadType: 8, decode: decodeA, encode: nearest, silence: 0xd5 },
} as const;

const SINE = Float64Array.from({ length: 8_000 }, (_, i) => Math.sin((2 * Math.PI * i) / 8_000));

/** Node 24 makes a cipher from a raw key four times slower than from a KeyObject: fleets of telephones would feel it. */
function hasten(transport: RTCDtlsTransport): void {
  for (const side of [transport.srtp.localContext, transport.srtp.remoteContext]) {
    const { cipher } = side;
    if (Buffer.isBuffer(cipher.srtpSessionKey))
      Object.assign(cipher, { srtpSessionKey: createSecretKey(cipher.srtpSessionKey) });
  }
}

export class AudioPeer {
  readonly ears = new Ears();
  /** Keys that were heard as RFC 4733 events. */
  readonly keys: string[] = [];
  /** When each began, ms: by the clock of who sent it, and by ours when it came. */
  readonly keyTimes: { readonly sent: number; readonly came: number }[] = [];
  /** What it says, whole hertz; undefined is silence. */
  toneHz: number | undefined;
  /** False: sends nothing at all, as a dead network would. */
  sending = true;
  /** How late a frame ever went out, ms: what others hear of a machine that was busy elsewhere. */
  longestStallMs = 0;
  readonly connected: Promise<void>;
  private readonly law: (typeof LAWS)[Law];
  private readonly table: Int16Array;
  private readonly pc: RTCPeerConnection;
  private readonly transceiver: RTCRtpTransceiver;
  private readonly transport: RTCDtlsTransport;
  private readonly header = new RtpHeader({ sequenceNumber: 1_000, timestamp: 77_000 });
  private timer: NodeJS.Timeout | undefined;
  private phase = 0;
  private press:
    | {
        readonly code: number;
        left: number;
        age: number;
        readonly frames: number;
        readonly ended: (() => void) | undefined;
        readonly done: () => void;
      }
    | undefined;
  /** What is still to be said, 8,000 Hz: before the tone. */
  private saying: number[] = [];
  private said: (() => void)[] = [];
  private lastKeyAt = -1;
  private key = { at: -1, came: 0 };

  constructor(toneHz?: number, law: Law = "pcmu") {
    this.toneHz = toneHz;
    this.law = LAWS[law];
    this.table = Int16Array.from(BYTES, this.law.decode);
    const { name, payloadType } = this.law;
    const common = { clockRate: 8_000, channels: 1 };
    this.pc = new RTCPeerConnection({
      iceServers: [],
      iceAdditionalHostAddresses: ["127.0.0.1"],
      codecs: {
        audio: [
          new RTCRtpCodecParameters({ mimeType: `audio/${name}`, payloadType, ...common }),
          new RTCRtpCodecParameters({ mimeType: "audio/telephone-event", payloadType: 126, ...common }),
        ],
      },
    });
    this.transceiver = this.pc.addTransceiver("audio", { direction: "sendrecv" });
    this.transport = this.transceiver.dtlsTransport;
    askNoStun(this.pc);
    this.header.ssrc = this.transceiver.sender.ssrc;
    this.transport.onRtp.subscribe(({ header, payload }) =>
      this.receive(header.payloadType, header.timestamp, payload),
    );
    this.connected = new Promise((resolve) => {
      this.transport.onStateChange.subscribe((state) => {
        if (state !== "connected") return;
        hasten(this.transport);
        this.talk();
        resolve();
      });
    });
  }

  async offer(): Promise<string> {
    await this.pc.setLocalDescription(await this.pc.createOffer());
    return this.pc.localDescription?.sdp ?? "";
  }

  async answer(sdp: string): Promise<string> {
    await this.pc.setRemoteDescription({ type: "offer", sdp });
    await this.pc.setLocalDescription(await this.pc.createAnswer());
    return this.pc.localDescription?.sdp ?? "";
  }

  async accept(sdp: string): Promise<void> {
    await this.pc.setRemoteDescription({ type: "answer", sdp });
  }

  /** A new offer for the same call that holds it or takes it back. */
  async reoffer(hold: boolean): Promise<string> {
    this.transceiver.setDirection(hold ? "sendonly" : "sendrecv");
    return this.offer();
  }

  /**
   * Presses a key for `ms` as RFC 4733 events; resolves when another may be pressed, which no finger does before 80 ms.
   * `ended`: the first packet that says its end is going out.
   */
  pressKey(digit: string, ms = 100, ended?: () => void): Promise<void> {
    return new Promise((done) => {
      const frames = Math.max(1, Math.round(ms / 20));
      this.press = { code: "0123456789*#ABCD".indexOf(digit), left: frames + 2, age: 0, frames, ended, done };
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    // werift goes on repeating an unanswered handshake for half a minute, which would keep the test process alive.
    if (this.transport.dtls) this.transport.dtls.dtls.flight = 100;
    await this.pc.close();
  }

  private talk(): void {
    let due = performance.now();
    const wake = (): void => {
      // After a stall the missed frames are left out: making them all up would only prolong it.
      this.longestStallMs = Math.max(this.longestStallMs, performance.now() - due);
      if (performance.now() - due > 200) due = performance.now();
      while (due <= performance.now()) {
        due += 20;
        this.frame();
      }
      this.timer = setTimeout(wake, Math.max(1, due - performance.now()));
    };
    this.timer = setTimeout(wake, 0);
  }

  /** Says this in place of the tone; resolves when its last frame is out, which a stall makes later than its length. */
  say(samples: Int16Array): Promise<void> {
    this.saying.push(...samples);
    return new Promise((resolve) => this.said.push(resolve));
  }

  private frame(): void {
    const { header, press } = this;
    const payload = Buffer.alloc(FRAME);
    const said = this.saying.splice(0, FRAME);
    for (let i = 0; i < FRAME; i++) {
      const sample = said[i];
      payload[i] =
        sample !== undefined
          ? this.law.encode(sample)
          : this.toneHz === undefined
            ? this.law.silence
            : this.law.encode(8_000 * (SINE[(this.toneHz * this.phase++) % 8_000] as number));
    }
    header.timestamp = (header.timestamp + FRAME) >>> 0;
    if (this.saying.length === 0) for (const done of this.said.splice(0)) done();
    if (press) return this.pressFrame(press);
    if (!this.sending) return;
    header.payloadType = this.speechPt;
    header.marker = false;
    header.sequenceNumber = (header.sequenceNumber + 1) & 0xffff;
    void this.transport.sendRtp(payload, header);
  }

  private pressFrame(press: NonNullable<AudioPeer["press"]>): void {
    const { header } = this;
    const payload = Buffer.from([press.code, 10 | (press.age >= press.frames - 1 ? 0x80 : 0), 0, 0]);
    payload.writeUInt16BE(FRAME * Math.min(press.frames, press.age + 1), 2);
    const now = header.timestamp;
    header.timestamp = (now - press.age * FRAME) >>> 0;
    header.payloadType = this.pt("audio/telephone-event");
    header.marker = press.age === 0;
    header.sequenceNumber = (header.sequenceNumber + 1) & 0xffff;
    void this.transport.sendRtp(payload, header);
    header.timestamp = now;
    if (press.age === press.frames - 1) press.ended?.();
    press.age++;
    if (--press.left > 0) return;
    this.press = undefined;
    setTimeout(press.done, PAUSE_MS);
  }

  private receive(pt: number, timestamp: number, payload: Buffer): void {
    if (pt === this.speechPt)
      return this.ears.add(
        Int16Array.from(payload, (byte) => this.table[byte] as number),
        timestamp,
      );
    if (pt !== this.pt("audio/telephone-event") || payload.length < 4 || timestamp === this.lastKeyAt) return;
    if (timestamp !== this.key.at) this.key = { at: timestamp, came: performance.now() };
    if (!((payload[1] as number) & 0x80)) return;
    this.lastKeyAt = timestamp;
    this.keys.push("0123456789*#ABCD"[payload[0] as number] ?? "?");
    this.keyTimes.push({ sent: timestamp / 8, came: this.key.came });
  }

  private get speechPt(): number {
    return this.pt(`audio/${this.law.name.toLowerCase()}`);
  }

  private pt(mimeType: string): number {
    return (
      this.transceiver.codecs.find((codec) => codec.mimeType.toLowerCase() === mimeType && codec.clockRate === 8_000)
        ?.payloadType ?? -1
    );
  }
}
