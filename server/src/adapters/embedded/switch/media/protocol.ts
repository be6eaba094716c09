/** What the main thread and a media thread say to each other. Plain data only: it goes through structured clone. */
import type { MessagePort } from "node:worker_threads";
import type { AudioSource, Hearing, LegId, RecordedLegs, RecordingResult } from "../../../../ports/switch.ts";

export interface IceServer {
  readonly urls: string;
  readonly username?: string;
  readonly credential?: string;
}

/** workerData. */
export interface MediaOptions {
  readonly hostAddresses: readonly string[];
  readonly iceServers: readonly IceServer[];
  readonly publicAddress?: string;
  readonly portRange?: readonly [number, number];
  readonly musicPath?: string;
}

/** One entry a verb: what it is asked with and what it answers. A refusal comes back as the error's message. */
export interface MediaVerbs {
  /** A new leg that offers: the SDP offer. */
  offer: { ask: { leg: LegId }; reply: string };
  /** A new leg that answers: the SDP answer. */
  answer: { ask: { leg: LegId; sdp: string }; reply: string };
  /** The far side's answer to `offer`. */
  accept: { ask: { leg: LegId; sdp: string }; reply: void };
  /** A re-INVITE: our answer, and whether the device holds the call now. */
  reoffer: { ask: { leg: LegId; sdp: string }; reply: { sdp: string; held: boolean } };
  /** A re-INVITE without a description: ours, as an offer. */
  describe: { ask: { leg: LegId }; reply: string };
  /** The answer to `describe`: whether the device holds the call now. */
  settle: { ask: { leg: LegId; sdp: string }; reply: boolean };
  close: { ask: { leg: LegId }; reply: void };
  /** `hearing` undefined: nothing. Ends playback. */
  hear: { ask: { leg: LegId; hearing: Hearing | undefined }; reply: void };
  play: {
    ask: {
      leg: LegId;
      playId: string;
      sources: readonly AudioSource[];
      loop: boolean;
      fromMs: number;
      hushOnKey: boolean;
    };
    reply: void;
  };
  stopPlay: { ask: { leg: LegId; reason: "stopped" | "digit" }; reply: void };
  /** False when the far side takes no telephone-event; resolves when the last packet is out. */
  digits: { ask: { leg: LegId; digits: string }; reply: boolean };
  /** Sends every frame of `leg` to the thread at the other end of `port`, until it closes. */
  tapOut: { ask: { leg: LegId; port: MessagePort }; reply: void };
  /** Makes a leg of another thread audible here. */
  tapIn: { ask: { leg: LegId; port: MessagePort }; reply: void };
  record: { ask: { id: string; path: string; legs: RecordedLegs; begunAt: number | undefined }; reply: void };
  recordLegs: { ask: { id: string; legs: RecordedLegs }; reply: void };
  recordPause: { ask: { id: string; paused: boolean }; reply: void };
  recordStop: { ask: { id: string }; reply: RecordingResult | undefined };
  /** Ends recordings and legs; the thread may then be ended. */
  shutdown: { ask: Record<never, never>; reply: void };
}

export type Verb = keyof MediaVerbs;
export type Ask = { [V in Verb]: { readonly n: number; readonly verb: V } & MediaVerbs[V]["ask"] }[Verb];

export type FromWorker =
  | { readonly kind: "ready" }
  | { readonly kind: "reply"; readonly n: number; readonly value: unknown }
  | {
      readonly kind: "refused";
      readonly n: number;
      readonly code: "bad-audio" | "leg-gone" | "failed";
      readonly message: string;
    }
  /** About once a second. `cpuMs`: of the thread since it began. */
  | { readonly kind: "stats"; readonly p99: number; readonly cpuMs: number }
  | { readonly kind: "log"; readonly level: "warn" | "error" | "debug"; readonly message: string }
  | MediaEvent;

export type MediaEvent =
  | { readonly kind: "connected"; readonly leg: LegId }
  /** ICE or DTLS will not come (back); not `alone`: the whole thread died. */
  | { readonly kind: "failed"; readonly leg: LegId; readonly alone: boolean }
  | { readonly kind: "digit"; readonly leg: LegId; readonly digit: string; readonly ms: number }
  | {
      readonly kind: "playDone";
      readonly leg: LegId;
      readonly playId: string;
      readonly reason: "finished" | "stopped" | "digit" | "hangup";
      readonly atMs?: number;
    }
  | { readonly kind: "lost"; readonly leg: LegId }
  | { readonly kind: "found"; readonly leg: LegId }
  | {
      readonly kind: "quality";
      readonly leg: LegId;
      readonly loss: number;
      readonly jitterMs: number;
      readonly rttMs?: number;
    };
