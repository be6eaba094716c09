/** Which legs a step is about, and what several kinds of steps do to them. Pure. */
import type { EndCause } from "@liantai/api/contract";
import type { CallLegEnd } from "@liantai/api/contract/admin";
import type { HangupCause } from "../../../ports/switch.ts";
import type { CallFact, ContactEntry, Sequenced } from "../events.ts";
import { dialCause, resultOf } from "../results.ts";
import { finish, isOpen, makeLeg, released, stop, talking, type Leg, type NewLeg } from "./leg.ts";

export type Legs = readonly Leg[];
export type Event = Sequenced<ContactEntry>;
export type Of<T extends CallFact["type"]> = Extract<CallFact, { type: T }>;

export const change = (legs: Legs, test: (leg: Leg) => boolean, to: (leg: Leg) => Leg): Legs =>
  legs.some(test) ? legs.map((leg) => (test(leg) ? to(leg) : leg)) : legs;

export const add = (legs: Legs, { compId, id, at }: Event, leg: NewLeg): Legs => [
  ...legs,
  makeLeg({ compId, callId: id }, legs, at, leg),
];

/** The open leg of an agent, but for his supervising. */
export const ofAgent =
  (agentId: string | null | undefined) =>
  (leg: Leg): boolean =>
    isOpen(leg) && leg.role !== "supervisor" && leg.role !== "customer" && leg.agentId === (agentId ?? null);

export const isConsulted = (leg: Leg): boolean => isOpen(leg) && leg.role === "consulted";
export const asks = (leg: Leg): boolean => isOpen(leg) && leg.role !== "consulted" && leg.since.consult !== undefined;
export const isSupervisor = (by: string) => (leg: Leg) =>
  isOpen(leg) && leg.role === "supervisor" && (leg.agentId ?? leg.number) === by;
export const mayTalk = (leg: Leg): boolean => isOpen(leg) && (leg.role === "customer" || leg.role === "agent");

/** Whoever waits for it talks from now on. */
export const connect = (legs: Legs, at: number): Legs => change(legs, mayTalk, (leg) => talking(leg, at));

/** It is with nobody. */
export const waiting = (leg: Leg, at: number): Leg => ({ ...stop(leg, at, "talk", "hold", "conference"), left: null });

/** The customer is with nobody. */
export const alone = (legs: Legs, at: number): Legs =>
  change(
    legs,
    (leg) => isOpen(leg) && leg.role === "customer",
    (leg) => waiting(leg, at),
  );

const unreached: Partial<Record<HangupCause, CallLegEnd>> = {
  "no-answer": "noAnswer",
  busy: "refused",
  rejected: "refused",
  normal: "refused",
  cancelled: "cancelled",
};

/** Of a leg that nobody answered. */
export function missed(leg: Leg, at: number, cause: HangupCause, fact: Of<"notReached"> | Of<"consultEnded">): Leg {
  const end: EndCause = cause === "cancelled" ? "cancelled" : dialCause(cause);
  return finish(leg, at, unreached[cause] ?? "notReached", {
    cause,
    result: resultOf({ cause: end, answered: false, release: fact }),
    ...released(fact),
  });
}
