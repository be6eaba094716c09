/** Who listens to a talk, as the engine knows him: it gives both voices and says what becomes of the talk, and decides nothing else. */
import type { DialogueEntry } from "@liantai/api/contract/assist";

export interface Talk {
  readonly compId: string;
  readonly callId: string;
  readonly agentId: string;
  /** Numbers are whole. */
  readonly caller: string;
  readonly callee: string;
  readonly direction: "inbound" | "outbound";
  /** Epoch ms of the call's begin. */
  readonly startedAt: number;
  /** The customer's number, whole. */
  readonly number: string;
}

export type Voice = "customer" | "agent";

export interface Hearing {
  /** 160 samples: 20 ms of 8,000 Hz, 16 bits, in order. */
  push(voice: Voice, samples: Int16Array): void;
  /** Nobody is to be listened to: what is pushed meanwhile is silence. */
  pause(on: boolean): void;
  /** The talk is over. */
  end(): void;
}

export interface TalkListener {
  /** The agent has a caller whom a robot had: what they said belongs to his talk. */
  handedOver?(
    of: { readonly compId: string; readonly callId: string; readonly agentId: string },
    said: readonly DialogueEntry[],
  ): Promise<void>;
  /**
   * asked: somebody wants it, whatever the enterprise's setting is. undefined: the enterprise listens to no talks. Rejects with AppError,
   * whose message says to people why it cannot be listened to.
   */
  begin(talk: Talk, asked: boolean): Promise<Hearing | undefined>;
}
