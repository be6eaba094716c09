/**
 * The Switch port: what the call engine asks of whatever moves SIP and audio (docs/protocol.md, section "Switch").
 *
 * A *leg* is one SIP dialogue with its audio. The engine owns the call; the switch owns legs and never decides anything:
 * it reports what happened (`SwitchEvent`) and does what it is told. Every verb is idempotent towards a leg that is
 * already gone: it resolves (or rejects with `LegGone`) and never throws anything else for that reason.
 *
 * Adapters: adapters/embedded/switch (werift + sip.js core, PCMU, media in worker threads) and adapters/production/switch (the same
 * SIP side, its audio in an Asterisk 22 over ARI). Both pass ports/switch.contract.ts.
 */
import type {
  AudioPlan,
  AudioSink,
  Collected,
  CollectRequest,
  LegId,
  PlayRequest,
  RecordedLegs,
  RecordingResult,
} from "./switch-audio.ts";

import type { EarlyMedia, HangupCause } from "./switch-causes.ts";
import type { LiveLeg, SwitchCapabilities, SwitchStats } from "./switch-live.ts";
import type { OverTrunks, Trunk } from "./switch-trunks.ts";

export type * from "./switch-audio.ts";
export type * from "./switch-live.ts";
export type * from "./switch-causes.ts";
export type * from "./switch-trunks.ts";

/** What the far side told of a leg until its end, as it told it. Absent: it did not say. */
export interface Release {
  /** Of its final response; never of one that the switch's own SIP stack makes up. */
  readonly sipCode?: number;
  /** ITU-T Q.850: the Reason header (RFC 3326) of its final response or BYE. */
  readonly q850?: number;
  /** A called device said 180: it rings. */
  readonly rang?: boolean;
  /** A called device sent sound before its answer (183 with a description). */
  readonly earlyMedia?: EarlyMedia;
}

/** Who may register and call. Given to the adapter; asked again at every challenge, so a revoked credential is dead at once. */
export interface SwitchDirectory {
  /**
   * `user` is the SIP user part (console.md section 5: company id followed by the extension). Any of them proves the user;
   * none: unknown, or nobody may be it now.
   */
  credentials(user: string): Promise<readonly SipCredential[]>;
}

export interface PartsDirectory extends SwitchDirectory {
  /** Of which enterprise the user is, whether or not anybody may be it now; undefined: of none. */
  enterpriseOf(user: string): Promise<string | undefined>;
}

export interface SipCredential {
  readonly user: string;
  /** Plain password of the extension: SIP digest (RFC 8760 MD5/SHA-256) needs it or its HA1; never logged. */
  readonly password: string;
  /** false: may register and be called, may not send INVITE. */
  readonly mayCall: boolean;
  /** The session it was given to; what was proved with it ends by `release`. */
  readonly holder?: string;
  /** Nobody knows who it is, as of a customer's page: it has one call, and a socket on which it proves itself takes the other's place. */
  readonly single?: true;
  /** Epoch ms; a registration ends with it. */
  readonly expiresAt?: number;
}

export interface OriginateRequest {
  /**
   * A registered SIP user (extension or customer page), or a number over trunks. A trunk that is full, does not answer OPTIONS, says
   * nothing for a while or refuses with a 5xx before it rings is passed over for the next; the leg is the same one.
   */
  readonly to: string | OverTrunks;
  /** What the callee sees: From user and display name. The engine has already masked it where it must. */
  readonly from: string;
  readonly fromName?: string;
  /** How long it may ring, ms; then the leg ends with 'no-answer'. */
  readonly ringMs: number;
  /** Adds `Alert-Info: <answer-after=0>` and `X-Liantai-Auto-Answer: 1`. */
  readonly autoAnswer?: boolean;
  /** Extra `X-` headers, e.g. X-Liantai-Call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Put the media beside this leg (same worker thread), so that a call lives wholly in one. */
  readonly near?: LegId;
}

export type SwitchEvent =
  | {
      readonly type: "incoming";
      readonly leg: LegId;
      readonly from: string;
      readonly to: string;
      readonly headers: Readonly<Record<string, string>>;
      /** It came over this trunk: `from` is the caller's number, as the trunk asserts it (P-Asserted-Identity before From). */
      readonly trunk?: string;
    }
  | { readonly type: "ringing"; readonly leg: LegId }
  /** A called number sends sound before its answer: whoever is to hear this leg from now on hears it. */
  | { readonly type: "progress"; readonly leg: LegId }
  /** A trunk answers OPTIONS, or does not any more. Told of each after `provision`, then with every change. */
  | { readonly type: "trunk"; readonly trunk: string; readonly up: boolean }
  /**
   * Who was called has said 200, and his sound is still being agreed on: 'answered' follows, or 'hungup'. Not told where the sound
   * comes with the answer, as it does on trunks.
   */
  | { readonly type: "accepted"; readonly leg: LegId }
  /** Its sound is up. */
  | { readonly type: "answered"; readonly leg: LegId }
  /** `ms`: length of the key press where known. Reported once a press, from RFC 4733 or SIP INFO. */
  | { readonly type: "digit"; readonly leg: LegId; readonly digit: string; readonly ms?: number }
  | {
      readonly type: "playDone";
      readonly leg: LegId;
      readonly playId: string;
      readonly reason: "finished" | "stopped" | "digit" | "hangup";
      /** Of what was stopped and does not start over: how much of its sources in a row was heard or left out, ms. */
      readonly atMs?: number;
    }
  /** The device put the call on hold or took it back by re-INVITE (RFC 3264 section 8.4). */
  | { readonly type: "deviceHold"; readonly leg: LegId; readonly held: boolean }
  /**
   * The socket or the audio of the leg is gone without a BYE (a page reload, a dead network). The leg stays until the
   * engine hangs it up.
   */
  | { readonly type: "lost"; readonly leg: LegId; readonly why: "socket" | "media" }
  /**
   * A lost leg is back: its audio came again, or its device registered on a new socket with the contact address it had (a
   * network that blinked; told before that 'registered', and not while its audio is lost). A page that was reloaded is a new
   * device and never finds its leg. Of legs that the switch found alive at its start it is told when their device has a socket
   * here: it may have been lost before.
   */
  | { readonly type: "found"; readonly leg: LegId }
  | ({ readonly type: "hungup"; readonly leg: LegId; readonly cause: HangupCause } & Release)
  | { readonly type: "registered"; readonly user: string; readonly instance: string; readonly userAgent: string }
  | { readonly type: "unregistered"; readonly user: string; readonly instance: string }
  /** About every 5 s a leg with audio: loss 0..1, jitter and round trip in ms (RFC 3550 section 6.4). */
  | {
      readonly type: "quality";
      readonly leg: LegId;
      readonly loss: number;
      readonly jitterMs: number;
      readonly rttMs?: number;
    };

/** A user's device as it registered. `address`: where it came from; '' where the adapter does not know. `since`: epoch ms. */
export interface Registration {
  readonly user: string;
  readonly address: string;
  readonly userAgent: string;
  readonly since: number;
}

export interface Switch {
  readonly capabilities: SwitchCapabilities;
  /** Absent: it is one, and goes as a whole. Else what is here belongs to no enterprise. */
  readonly parts?: SwitchParts;
  /**
   * Where the switch outlives its process: takes up what a process before left. Its legs have the ids that they had, their events
   * flow as those of its own, and what cannot be taken up is hung up.
   */
  start(): Promise<void>;
  /** Ends every leg with 'shutdown' and closes sockets; resolves when media threads are down. */
  stop(): Promise<void>;
  /**
   * This process does not lead any more: it closes its sockets and says nothing about its legs. Where the switch outlives the process
   * they go on for who leads now, elsewhere they end. `start` may follow.
   */
  letGo(): Promise<void>;
  /** From now on verbs of an older epoch are refused with 'fenced', in this process and, where the switch outlives it, in every other. */
  fence(epoch: number): Promise<void>;
  /** The same switch; its verbs carry the epoch. */
  as(epoch: number): Switch;
  on(listener: (event: SwitchEvent) => void): () => void;

  /** The trunks there are from now on, whole. Calls over one that is gone go on; what is as it was is left alone. */
  provision(trunks: readonly Trunk[]): Promise<void>;
  /** How many more calls these trunks take together by their limits, those of other processes counted; Infinity: one has no limit. */
  room(trunks: readonly string[]): Promise<number>;

  /** Resolves once the INVITE is out (or rejects with SwitchError 'unreachable': nobody is registered, every trunk is full or down). */
  originate(request: OriginateRequest): Promise<LegId>;
  /** 180 to an incoming leg. */
  ring(leg: LegId): Promise<void>;
  /** 200 to an incoming leg; 'answered' follows when media is connected. */
  answer(leg: LegId): Promise<void>;
  /** Before answer: the fitting final response or CANCEL; after: BYE. 'hungup' follows once, whoever began. */
  hangup(leg: LegId, cause?: HangupCause): Promise<void>;

  /**
   * Who hears whom in a room, whole: a leg that was in the room and is not in the plan hears silence. A room is a name of the
   * engine's; it begins with its first plan and ends with its last leg, and a leg leaves the room it was in for the new one. What a
   * leg hears already goes on unbroken; where it changes, its playback ends. Legs that are gone are left out without an error.
   * Rejects with 'bad-state', before anything is changed, for a leg that is not answered; with 'bad-audio'
   * for a source that cannot be played: its leg hears silence, everything else is as planned. Legs that the switch found alive at its
   * start and that are to hear what they hear notice nothing.
   */
  arrange(room: string, plan: AudioPlan): Promise<void>;

  /**
   * Resolves with the playback's id when it has begun; 'playDone' follows once. A second play on a leg ends the first. After it the
   * leg hears what its room's plan says.
   */
  play(leg: LegId, request: PlayRequest): Promise<string>;
  stopPlay(leg: LegId): Promise<void>;
  collect(leg: LegId, request: CollectRequest): Promise<Collected>;
  /** RFC 4733 events, one digit a 100 ms (realtime.md section 9). Resolves when the last is out. */
  sendDigits(leg: LegId, digits: string): Promise<void>;

  /**
   * SIP INFO inside the dialogue of an answered leg: content type application/vnd.liantai.state, the fields as
   * `key=value&key=value` with percent-encoded values. What the device makes of it (an answer of 415, or none) is of no
   * concern and never harms the call. Resolves when it is out, or at once when the leg is gone, cut off or not answered.
   */
  inform(leg: LegId, fields: Readonly<Record<string, string>>): Promise<void>;

  /**
   * Records two channels to `path` (WAV, 8,000 Hz, 16-bit): each channel is what its legs say. Samples stay aligned to the wall
   * clock: what is lost is silence in its place and named in the result. The file is readable up to the last second even when
   * the process is killed. A recording of ours that lies there already goes on: what lies between its last sample and now is
   * silence, and missing. begunAt, epoch ms: when a process before began it, on this machine or another; now is reckoned from there,
   * not from the file's age, and where nothing lies there all that is missing.
   */
  startRecording(id: string, path: string, legs: RecordedLegs, begunAt?: number): Promise<void>;
  /** Who is on the channels from now on, whole. */
  setRecording(id: string, legs: RecordedLegs): Promise<void>;
  /** Paused, both channels are silence of true length, which is not missing: somebody wanted it so. */
  pauseRecording(id: string, paused: boolean): Promise<void>;
  stopRecording(id: string): Promise<RecordingResult | undefined>;
  /** A copy of what a leg says, until the leg ends or the answer is called. */
  fork(leg: LegId, sink: AudioSink): Promise<() => void>;

  isRegistered(user: string): boolean;
  /** Devices of the users whose name begins so (an enterprise's code), the newest of each user. */
  registrations(prefix: string): readonly Registration[];
  /** Drops a user's registrations and sockets, e.g. when its credential is revoked. */
  unregister(user: string): Promise<void>;
  /** Drops registrations and sockets that were proved with a credential of this holder. */
  release(holder: string): Promise<void>;
  /**
   * Asks the directory again about the registered users whose name begins so, and drops those whose credential is no good any
   * more; one in a call keeps it to its end.
   */
  recheck(prefix: string): Promise<void>;
  /** Somebody is signing in, or works already: what takes a moment to begin may begin before the first call. */
  expectCalls(): void;
  /** The legs there are; after `start` those that were found alive. */
  liveLegs(): Promise<readonly LiveLeg[]>;
  stats(): SwitchStats;
  /** Calls can be made and taken; false while what moves the audio cannot be reached. True before the start, too. */
  available(): boolean;
}

/** A call that comes in over a trunk, before anybody knows whose it is. */
export interface TrunkCaller {
  readonly to: string;
  readonly from: string;
}

/** Whose it is, or why nobody takes it. */
export type Admission = { readonly compId: string } | HangupCause;

export interface SwitchParts {
  /**
   * The legs and devices of one enterprise, with epochs of their own: it is started, fenced and let go by itself, in this process or in
   * another, and the others notice nothing. It does not set trunks: `provision` tells it which there are.
   */
  of(compId: string): Switch;
  /** From now on calls over trunks go on to the part of whoever has them, which reports them as 'incoming'. Ends with the answer. */
  admit(whose: (call: TrunkCaller) => Promise<Admission>): () => void;
  /** The Q.850 cause in the network's refusal of the call with this Call-ID, where this process hears of it. */
  refusal(callId: string): Promise<number | undefined>;
}

export class SwitchError extends Error {
  readonly code: "unreachable" | "leg-gone" | "bad-state" | "bad-audio" | "fenced" | "no-trunks";
  constructor(code: SwitchError["code"], message: string) {
    super(message);
    this.name = "SwitchError";
    this.code = code;
  }
}
