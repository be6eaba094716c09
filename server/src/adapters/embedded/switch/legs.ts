/** What is known of a leg: its SIP side and how its call stands. */
import type { Timer } from "../../../ports/clock.ts";
import type { LiveLeg } from "../../../ports/switch.ts";
import type { SipLeg } from "./sip/leg.ts";

export interface Leg {
  readonly sip: SipLeg;
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
  held: boolean;
  timer: Timer | undefined;
}
