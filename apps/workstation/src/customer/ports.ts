import type { CallStage } from "@liantai/api/contract";
import type { Clock } from "../ports/clock.ts";
import type { MicrophonePort, OpenPhone, PhoneConfig, SpeakerPort } from "../softphone/ports.ts";
import type { Ringer } from "../agent-client/alerts.ts";

/** What the server gives a customer: temporary credentials that may call one access number. */
export interface CustomerSession {
  readonly config: PhoneConfig;
  /** The number to call. */
  readonly number: string;
  /** Whom the customer calls, in words. */
  readonly title: string;
  /** Seconds that the credentials live. */
  readonly expiresIn: number;
}

export type SessionOutcome = { readonly session: CustomerSession } | { readonly refusal: string };

export interface CustomerPorts {
  readonly clock: Clock;
  readonly open: OpenPhone;
  readonly microphone: MicrophonePort;
  readonly speaker: SpeakerPort;
  readonly ringer: Ringer;
  /** `phone`: the customer's own number, '' when not given. */
  session(phone: string): Promise<SessionOutcome>;
}

export type Talking = Extract<CallStage, { agent: string }>;
export type Waiting = Exclude<CallStage, Talking>;

/** Times are epoch ms of the browser's clock. */
export type CustomerState =
  | { readonly kind: "idle" }
  | { readonly kind: "asking" }
  | { readonly kind: "connecting" }
  | { readonly kind: "calling"; readonly since: number }
  | { readonly kind: "incoming"; readonly from: string }
  /** Answered, but by no person yet. `stage`: undefined until the switch has said what goes on. */
  | { readonly kind: "queued"; readonly since: number; readonly stage: Waiting | undefined }
  /** With an agent. `stage`: undefined when the switch has not said with whom. */
  | { readonly kind: "talking"; readonly since: number; readonly stage: Talking | undefined }
  | { readonly kind: "ended"; readonly text: string; readonly seconds: number }
  | { readonly kind: "refused"; readonly text: string };

export interface CustomerView {
  readonly state: CustomerState;
  readonly title: string;
  readonly muted: boolean;
  /** Nothing is heard although the call lives. */
  readonly quiet: boolean;
  /** The page can be called back. */
  readonly registered: boolean;
}
