/** Where the dialogue of a leg stands, and who hears of it. */
import type { IncomingInviteRequest, OutgoingInviteRequest, Session } from "sip.js/lib/core/index.js";
import type { HangupCause, Release } from "../../../../ports/switch.ts";
import type { Dialogue, DialogueHooks } from "./dialogue.ts";

/** Where the dialogue stands; a state carries only what it needs. */
export type Signal =
  /** tag: of our end, once it was told that we ring. */
  | { readonly at: "invited"; readonly request: IncomingInviteRequest; readonly tag?: string }
  | { readonly at: "inviting"; readonly request: OutgoingInviteRequest; readonly progressed: boolean }
  | { readonly at: "up"; readonly session: Session; readonly acked: boolean; readonly dialogue: Dialogue }
  /** The socket is gone: nothing can be said unless the device comes back on another one. */
  | { readonly at: "cut"; readonly session: Session | undefined; readonly dialogue: Dialogue | undefined }
  | { readonly at: "over" };

export interface SipLegHooks extends Pick<DialogueHooks, "digit" | "reoffer" | "describe"> {
  ringing(): void;
  /** A called device answered with this description, or one that called without an offer answered ours. */
  answered(sdp: string): void;
  /** The answer to an offer of ours in a call that is up. */
  settled(sdp: string): void;
  /** The far side ended it. Called at most once, never after end(). */
  ended(cause: HangupCause, release: Release): void;
}
