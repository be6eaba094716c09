/** What is known of a leg: its SIP side and how its call stands. */
import type { Timer } from "../../../ports/clock.ts";
import type { LiveLeg } from "../../../ports/switch.ts";
import type { SipLeg } from "./sip/leg.ts";
import type { SipSocket } from "./sip/socket.ts";

/** The SIP of a leg: a dialogue of ours with a device, or of the media's own with a trunk. */
export type LegSide = Omit<Pick<SipLeg, keyof SipLeg>, "socket"> & { readonly socket: SipSocket | undefined };

export interface Leg {
  readonly sip: LegSide;
  readonly user: string;
  readonly direction: LiveLeg["direction"];
  /** Epoch ms. */
  readonly since: number;
  /** It has a place in a media thread. */
  hasMedia: boolean;
  /** Both SIP and media are up; the engine has been told. */
  answered: boolean;
  mediaUp: boolean;
  lost: "socket" | "media" | undefined;
  /** Nothing was heard of it lately, whatever is with its socket. */
  silent: boolean;
  held: boolean;
  timer: Timer | undefined;
}

export const newLeg = (sip: LegSide, user: string, direction: Leg["direction"], since: number): Leg => ({
  sip,
  user,
  direction,
  since,
  hasMedia: false,
  answered: false,
  mediaUp: false,
  lost: undefined,
  silent: false,
  held: false,
  timer: undefined,
});
