import type { Bus } from "@liantai/bus";
import type { ServerMessages, ServerMessageType } from "@liantai/api/contract";

/** What a message may touch. */
export interface MessageContext {
  readonly bus: Bus;
  /** The signed-in agent, null for users without a seat. */
  agentId(): string | null;
  /** Leaves the session at once; `sentence` is shown on the sign-in page. */
  signOut(sentence: string): void;
}

export type MessageHandler<K extends ServerMessageType> = (message: ServerMessages[K], context: MessageContext) => void;
