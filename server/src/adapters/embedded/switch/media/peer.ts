/** One WebRTC peer (werift): ICE, DTLS and SRTP of a leg. Knows nothing of calls; hands over packets as they come. */
import { createSecretKey, randomBytes } from "node:crypto";
import {
  RTCPeerConnection,
  RTCRtpCodecParameters,
  RtcpReceiverInfo,
  RtcpRrPacket,
  RtcpSenderInfo,
  RtcpSrPacket,
  RtpHeader,
  type RTCDtlsTransport,
  type RTCRtpTransceiver,
  type RtcpPacket,
  type RtpPacket,
} from "werift";
import { keepEarlyHello } from "./early-hello.ts";
import { FRAME, toAlaw } from "./g711.ts";
import type { MediaOptions } from "./protocol.ts";
import { withPublicAddress } from "./public-address.ts";
import { accepted, asOffer, holds, meet, reachable, wantsPassive, type MetOffer } from "./sdp.ts";
import type { ReceiverReport } from "./rtcp.ts";
import { ntp } from "./rtcp.ts";

const OUR_EVENT_PT = 101;

export interface PeerEvents {
  connected(): void;
  failed(): void;
  rtp(packet: RtpPacket): void;
  rtcp(packet: RtcpPacket): void;
}

/** werift keeps its session keys private; these are the fields we swap for KeyObjects. */
export class Peer {
  private readonly pc: RTCPeerConnection;
  private readonly events: PeerEvents;
  private readonly publicAddress: string | undefined;
  private readonly asksStun: boolean;
  private transceiver: RTCRtpTransceiver | undefined;
  private transport: RTCDtlsTransport | undefined;
  private readonly header: RtpHeader;
  private offerer = false;
  private packets = 0;
  private octets = 0;
  /** Our description in the shape of the device's last offer. */
  private complete: MetOffer["complete"] = (sdp) => sdp;
  private pcmuPt: number | undefined;
  private pcmaPt: number | undefined;
  eventPt: number | undefined;
  connected = false;

  constructor(options: MediaOptions, events: PeerEvents) {
    this.events = events;
    this.publicAddress = options.publicAddress;
    this.asksStun = options.iceServers.some(({ urls }) => /^stuns?:/i.test(urls));
    this.pc = new RTCPeerConnection({
      iceServers: options.iceServers.map((server) => ({ ...server })),
      iceAdditionalHostAddresses: [...options.hostAddresses],
      ...(options.portRange ? { icePortRange: [...options.portRange] as [number, number] } : {}),
      codecs: {
        audio: [
          new RTCRtpCodecParameters({ mimeType: "audio/PCMU", clockRate: 8_000, channels: 1, payloadType: 0 }),
          new RTCRtpCodecParameters({ mimeType: "audio/PCMA", clockRate: 8_000, channels: 1, payloadType: 8 }),
          new RTCRtpCodecParameters({
            mimeType: "audio/telephone-event",
            clockRate: 8_000,
            channels: 1,
            payloadType: OUR_EVENT_PT,
            parameters: "0-15",
          }),
        ],
      },
    });
    const random = randomBytes(6);
    this.header = new RtpHeader({ sequenceNumber: random.readUInt16BE(0), timestamp: random.readUInt32BE(2) });
  }

  async offer(): Promise<string> {
    this.offerer = true;
    this.bind(this.pc.addTransceiver("audio", { direction: "sendrecv" }));
    await this.pc.setLocalDescription(await this.pc.createOffer());
    return this.description;
  }

  async accept(answer: string): Promise<void> {
    await this.pc.setRemoteDescription({ type: "answer", sdp: accepted(answer, this.mid) });
    this.readCodecs();
  }

  /** Answers a first offer, or one of a re-INVITE; tells whether the sender holds. */
  async answer(offer: string): Promise<{ readonly sdp: string; readonly held: boolean }> {
    const met = meet(offer, this.mid);
    this.complete = met.complete;
    const { sdp } = met;
    if (!this.transceiver) this.bind(this.pc.addTransceiver("audio", { direction: "sendrecv" }));
    const { transport } = this;
    // As the DTLS server we need not wait the 100 ms that werift's client waits before it says hello.
    if (transport && transport.state === "new" && transport.role === "auto")
      transport.role = wantsPassive(sdp) ? "client" : "server";
    await this.pc.setRemoteDescription({ type: "offer", sdp });
    await this.pc.setLocalDescription(await this.pc.createAnswer());
    // werift takes the ICE role from the last description; the role of a running connection must not change.
    if (this.offerer && transport) transport.iceTransport.connection.iceControlling = true;
    this.readCodecs();
    return { sdp: met.complete(this.description), held: holds(sdp) };
  }

  /** What runs now, as an offer: nothing about ICE and DTLS changes, so werift need not know. */
  describe(): string {
    return asOffer(this.complete(this.description));
  }

  /** The answer to it; tells whether the sender holds. */
  settle(answer: string): boolean {
    return holds(accepted(answer, this.mid));
  }

  /** What is said with this payload type; undefined: nothing that was agreed on. */
  kindOf(payloadType: number): "pcmu" | "pcma" | "event" | undefined {
    if (payloadType === this.pcmuPt) return "pcmu";
    if (payloadType === this.pcmaPt) return "pcma";
    return payloadType === this.eventPt ? "event" : undefined;
  }

  /** Sends 20 ms (or a key press). `timestamp` moves by a frame a call whatever is sent; `back` frames point into the past. */
  send(payload: Uint8Array, kind: "audio" | "event", back: number, marker: boolean): void {
    const { header, transport } = this;
    if (!transport || !this.connected) return;
    header.marker = marker;
    const speech = this.pcmuPt ?? this.pcmaPt ?? 0;
    header.payloadType = kind === "audio" ? speech : (this.eventPt ?? OUR_EVENT_PT);
    header.sequenceNumber = (header.sequenceNumber + 1) & 0xffff;
    const now = header.timestamp;
    header.timestamp = (now - back * FRAME) >>> 0;
    this.packets++;
    this.octets += payload.length;
    const said = kind === "audio" && speech === this.pcmaPt ? toAlaw(payload) : payload;
    void transport.sendRtp(said as Buffer, header);
    header.timestamp = now;
  }

  /** The clock of our stream goes on by a frame, whether anything was sent or not. */
  advance(): void {
    this.header.timestamp = (this.header.timestamp + FRAME) >>> 0;
  }

  /** A sender report with a report block about `heard`, when there is one. */
  async report(nowUnixMs: number, remoteSsrc: number, heard: ReceiverReport | undefined): Promise<void> {
    const { transport } = this;
    if (!transport || !this.connected) return;
    const reports = heard ? [new RtcpReceiverInfo({ ssrc: remoteSsrc, ...heard })] : [];
    const packet = this.packets
      ? new RtcpSrPacket({
          ssrc: this.header.ssrc,
          reports,
          senderInfo: new RtcpSenderInfo({
            ntpTimestamp: ntp(nowUnixMs),
            rtpTimestamp: this.header.timestamp,
            packetCount: this.packets,
            octetCount: this.octets,
          }),
        })
      : new RtcpRrPacket({ ssrc: this.header.ssrc, reports });
    await transport.sendRtcp([packet]);
  }

  private get description(): string {
    return withPublicAddress(reachable(this.pc.localDescription?.sdp ?? ""), this.publicAddress);
  }

  private get mid(): string {
    return this.transceiver?.mid ?? "0";
  }

  get ssrc(): number {
    return this.header.ssrc;
  }

  async close(): Promise<void> {
    this.connected = false;
    endHandshake(this.transport);
    await this.pc.close();
  }

  private bind(transceiver: RTCRtpTransceiver): void {
    this.transceiver = transceiver;
    this.header.ssrc = transceiver.sender.ssrc;
    const transport = transceiver.dtlsTransport;
    this.transport = transport;
    // Given no STUN server, werift asks one of Google's, for each leg: where that is out of reach every call would wait 5 s for it.
    if (!this.asksStun) delete transport.iceTransport.connection.stunServer;
    keepEarlyHello(transport.iceTransport.connection, transport);
    // We keep our own counts and send our own reports: werift's per-packet bookkeeping would only cost time.
    transport.onRtp.allUnsubscribe();
    transport.onRtcp.allUnsubscribe();
    transport.onRtp.subscribe((packet) => this.events.rtp(packet));
    transport.onRtcp.subscribe((packet) => this.events.rtcp(packet));
    transport.onStateChange.subscribe((state) => {
      if (state === "connected") {
        hastenSrtp(transport);
        this.connected = true;
        this.events.connected();
      } else if (state === "failed") this.events.failed();
    });
    this.pc.iceConnectionStateChange.subscribe((state) => {
      if (state === "failed") this.events.failed();
    });
  }

  private readCodecs(): void {
    const codecs = this.transceiver?.codecs ?? [];
    const find = (name: string): number | undefined =>
      codecs.find((codec) => codec.mimeType.toLowerCase() === name && codec.clockRate === 8_000)?.payloadType;
    this.pcmuPt = find("audio/pcmu");
    this.pcmaPt = find("audio/pcma");
    this.eventPt = find("audio/telephone-event");
  }
}

/** werift repeats an unanswered handshake for half a minute, closed or not; a flight past the last one ends it. */
function endHandshake(transport: RTCDtlsTransport | undefined): void {
  if (transport?.dtls) transport.dtls.dtls.flight = 100;
}

const hastened = new Set(["srtpSessionKey", "srtpSessionAuthTag"]);
/** Node 24 makes a cipher from a raw Buffer key about four times slower than from a KeyObject. */
function hastenSrtp(transport: RTCDtlsTransport): void {
  // werift says that they are Buffers; Node takes either.
  const { localContext, remoteContext } = transport.srtp;
  for (const { cipher } of [localContext, remoteContext])
    for (const [field, key] of Object.entries(cipher))
      if (hastened.has(field) && Buffer.isBuffer(key)) Object.assign(cipher, { [field]: createSecretKey(key) });
}
