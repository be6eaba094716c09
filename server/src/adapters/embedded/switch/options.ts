import type { Clock } from "../../../ports/clock.ts";
import type { Logger } from "../../../ports/logger.ts";
import type { SwitchDirectory } from "../../../ports/switch.ts";
import type { IceServer } from "./media/protocol.ts";
import type { Memory } from "./memory.ts";

export interface SipSwitchOptions {
  readonly directory: SwitchDirectory;
  /** Digest realm and host of our SIP addresses, e.g. 'liantai'. */
  readonly realm: string;
  /** Registrations, ring times, digit collection, nonces. Audio runs on real time whatever this says. Default: the system's. */
  readonly clock?: Clock;
  /** What the outside sees of this machine (MEDIA_ADDRESS): descriptions name it too. Default: it is reached by its own addresses. */
  readonly publicAddress?: string;
  /** Never given passwords, digits or SIP bodies. Default: silence. */
  readonly logger?: Logger;
}

/** `memory`: where legs and devices are kept for the process after this one; absent, they end with it. */
export interface SipSwitchParts extends SipSwitchOptions {
  readonly memory?: Memory;
}

export interface EmbeddedSwitchOptions extends SipSwitchOptions {
  /** Media threads. Default: cores, at most 2. */
  readonly workers?: number;
  /** More addresses of this machine to offer as ICE host candidates, e.g. ['127.0.0.1']: werift leaves loopback out. */
  readonly hostAddresses?: readonly string[];
  /** STUN or TURN servers for our side. Default none. */
  readonly iceServers?: readonly IceServer[];
  /** UDP ports for media, inclusive. Default: any. */
  readonly portRange?: readonly [number, number];
  /** A WAV file (8,000 Hz mono) instead of the built-in hold music. */
  readonly musicPath?: string;
}

export const silentLogger: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return { cancel: () => clearTimeout(timer) };
  },
  every(ms, run) {
    const timer = setInterval(run, ms);
    return { cancel: () => clearInterval(timer) };
  },
};
