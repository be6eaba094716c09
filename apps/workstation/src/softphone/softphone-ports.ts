/** What the agent's softphone needs of its page. */
import type { Clock } from "../ports/clock.ts";
import type { MicrophoneState } from "./microphone.ts";
import type { AgentPhoneConfig, MicrophonePort, OpenPhone, SpeakerPort } from "./ports.ts";

export interface SoftphonePorts {
  readonly clock: Clock;
  readonly open: OpenPhone;
  readonly microphone: MicrophonePort;
  readonly speaker: SpeakerPort;
  /** From getReg and querySecretKey; undefined when they could not be had. */
  credentials(): Promise<AgentPhoneConfig | undefined>;
  state(link: "connecting" | "up" | "down" | "off"): void;
  microphoneState(state: MicrophoneState): void;
  muted(muted: boolean): void;
  quality(level: number | null): void;
  failed(why: string): void;
  /** The user's own rule; a leg that the switch marks is answered whatever this says. */
  autoAnswer(): boolean;
  /** A leg came, moved on or ended: `hasLeg` and `canAnswer` may say something else now. */
  legChanged(): void;
}
