/**
 * What calls and the queue tell of callbacks (callbacks.ts) and messages (message-offers.ts), and whom calls ask where a seat's go
 * (forwarding.ts).
 */
import type { CommandReply } from "../../../ports/engine.ts";
import type { Release } from "../../../ports/switch.ts";
import type { Target } from "../../numbers/index.ts";
import type { CallFact } from "../../event-log/index.ts";
import type { QueueEffect } from "../../routing/index.ts";
import type { RoomEffect } from "../call/conference-orders.ts";
import type { ForwardEffect } from "../call/forward-types.ts";
import type { Call, CallEffect } from "../call/types.ts";

export interface CallbackHooks {
  ask(call: Call, asked: Extract<CallEffect, { do: "askCallback" }>): Promise<void>;
  drop(id: string): void;
  effect(effect: QueueEffect): void;
  heard(call: Call, what: CallFact["type"]): void;
  left(call: Call): void;
  over(call: Call): void;
}

interface MessageHooks {
  keep(call: Call, left: Extract<CallEffect, { do: "keepVoicemail" }>): Promise<void>;
  /** Who waits may be another now. */
  changed(): void;
}

type Forwarder = (call: Call, effect: ForwardEffect) => Promise<void>;

export interface CallHooks {
  /** A leg of a call is gone, and the call does not know it yet. */
  parting(callId: string, release: Release): void;
  /** A step of a call: of talks that are listened to (talk-taps.ts), and of calls that robots have or had (robot-news.ts). */
  changed(before: Call, call: Call): void;
  /** A fact of a call, as it is written. */
  noted(call: Call, fact: CallFact): void;
  readonly callbacks: CallbackHooks;
  readonly messages: MessageHooks;
  readonly forward: Forwarder;
  /** A number outside that a call is led to; a refusal in words. */
  readonly aim: (compId: string, number: string, displayed?: string) => Promise<Target | CommandReply>;
  /** A caller is let into a room. */
  room(call: Call, effect: RoomEffect): Promise<void>;
}
