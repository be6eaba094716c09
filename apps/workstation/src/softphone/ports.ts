/** The boundary to SIP and media: JsSIP and the browser behind it, doubles in tests. */
import type { CallStage } from "@liantai/api/contract";
import type { DeviceCheckMode } from "@liantai/api/contract/device-check";

export interface PhoneConfig {
  readonly socketUrl: string;
  readonly user: string;
  readonly password: string;
  readonly realm: string;
  /** UUID of this browser tab (RFC 5626 sip.instance). */
  readonly instance: string;
  /** For calls from now on; none: the switch is reached directly. */
  readonly iceServers?: RTCIceServer[] | undefined;
}

/** An agent's. */
export interface AgentPhoneConfig extends PhoneConfig {
  /** ms that the password is good for. */
  readonly expiresIn: number;
  readonly deviceCheck: DeviceCheckMode;
  /** What speaks to the soft phone on the agent's machine, whose adaptor is loaded with the first of these; none: the page is one. */
  readonly open?: OpenPhone;
}

/** One leg. Every verb is harmless on a leg that is already over. */
export interface PhoneCall {
  /** X-Liantai-Call of the INVITE, '' when the switch gave none. */
  readonly callId: string;
  readonly from: string;
  readonly fromName: string;
  /** The switch wants the leg answered at once: X-Liantai-Auto-Answer or Alert-Info. */
  readonly autoAnswer: boolean;
  answer(stream: MediaStream): void;
  /** Before answer: declines or cancels; after: ends. */
  hangup(): void;
  /** Refuses with 486 while another leg lives. */
  busy(): void;
  /** RFC 4733. false: the leg cannot send digits (any more). */
  sendDigits(digits: string): boolean;
  setMuted(muted: boolean): void;
  /** Read back from the track that is being sent; false when nothing is sent. */
  muted(): boolean;
  sample(): Promise<MediaSample | undefined>;
  /** The audio's path is there (ICE and DTLS), whatever goes over it. */
  connected(): boolean;
}

/** A look at the audio as getStats tells it; counts since the leg began. */
export interface MediaSample {
  readonly received: number;
  readonly lost: number;
  /** Seconds, RFC 3550. */
  readonly jitter: number;
  /** Seconds, where the other side reports it. */
  readonly roundTrip?: number;
}

export interface CallEvents {
  ringing(): void;
  connected(): void;
  /** The switch says what the call is doing (docs/protocol.md P6). It may come before `connected`. */
  stage?(stage: CallStage): void;
  /** A remote track, again on every re-negotiation. */
  track(track: MediaStreamTrack): void;
  /** Once. `code`: SIP status where one ended the leg. */
  ended(how: { readonly by: "local" | "remote" | "system"; readonly cause: string; readonly code?: number }): void;
}

export interface PhoneEvents {
  state(link: "connecting" | "up" | "down", why?: string): void;
  /** The returned events are told of this leg until it ends. */
  incoming(call: PhoneCall): CallEvents;
  /** Why it is not registered, in words for the agent. */
  failed?(why: string): void;
  /** Of a phone that measures itself: realtime.md section 4; null: no word for 5 s. */
  quality?(level: number | null): void;
}

/** A registered user agent. */
export interface Phone {
  /** It tells the quality by itself, in a call and without one. */
  readonly measuresItself?: boolean;
  isRegistered(): boolean;
  /** From now on it proves itself with the password of this one; calls go on. */
  renew(config: PhoneConfig): void;
  /** Registers (again) now. */
  register(): void;
  call(number: string, stream: MediaStream, events: CallEvents): PhoneCall;
  /** Unregisters and ends its legs. */
  stop(): void;
  /** Lets go without a word on the wire: the legs now belong to another tab. */
  abandon(): void;
}

export type OpenPhone = (config: PhoneConfig, events: PhoneEvents) => Phone;

export interface MicrophonePort {
  /** Rejects when the person or the browser refuses. */
  open(): Promise<MediaStream>;
  close(stream: MediaStream): void;
}

export interface SpeakerPort {
  /** Plays the track; the same track twice is one sound. */
  play(track: MediaStreamTrack): void;
  silence(): void;
  /** 0 to 1. */
  volume(share: number): void;
}
