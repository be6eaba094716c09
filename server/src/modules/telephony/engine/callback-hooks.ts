/** What calls and the queue tell of callbacks (callbacks.ts), and whom calls ask where a seat's go (forwarding.ts). */
import type { CallFact } from "../../event-log/index.ts";
import type { QueueEffect } from "../../routing/index.ts";
import type { ForwardEffect } from "../call/forward-types.ts";
import type { Call, CallEffect } from "../call/types.ts";

export interface CallbackHooks {
  ask(call: Call, asked: Extract<CallEffect, { do: "askCallback" }>): Promise<void>;
  keepVoicemail(call: Call, groupId: string): Promise<void>;
  drop(id: string): void;
  effect(effect: QueueEffect): void;
  heard(call: Call, what: CallFact["type"]): void;
  left(call: Call): void;
  over(call: Call): void;
}

export type Forwarder = (call: Call, effect: ForwardEffect) => Promise<void>;
