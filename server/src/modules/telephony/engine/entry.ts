/** Whose a call is that comes in: asked before any enterprise's engine knows of it. */
import type { Clock } from "../../../ports/clock.ts";
import type { HangupCause } from "../../../ports/switch.ts";
import { writings, type CallPlan, type Guest, type Numbers } from "../../numbers/index.ts";
import type { Incoming } from "./inbound.ts";

export interface Extension {
  readonly compId: string;
  readonly extension: string;
  readonly user: string;
  readonly agentId: string | null;
}

/** Who calls, or what was called, with its enterprise. */
export type Entrant = { readonly compId: string } & (
  | { readonly kind: "guest"; readonly guest: Guest }
  | { readonly kind: "extension"; readonly extension: Extension }
  | { readonly kind: "network"; readonly callPlan: CallPlan }
);

/** Over a trunk: whoever has the number that was called. */
async function called(
  { numbers, clock }: EntryDeps,
  { to, from }: Incoming,
): Promise<Entrant | Extract<HangupCause, "not-found">> {
  for (const number of writings(to)) {
    const callPlan = await numbers.callPlan(number, clock.now(), from || "anonymous");
    if (callPlan) return { kind: "network", compId: callPlan.compId, callPlan };
  }
  return "not-found";
}

export interface EntryDeps {
  readonly numbers: Pick<Numbers, "callPlan" | "identify">;
  readonly clock: Clock;
}

/** Or why nobody takes it. */
export async function entrantOf(deps: EntryDeps, event: Incoming): Promise<Entrant | HangupCause> {
  if (event.trunk !== undefined) return called(deps, event);
  const who = await deps.numbers.identify(event.from);
  if (!who) return "rejected";
  if (who.kind === "guest") return { ...who, compId: who.guest.compId };
  return { ...who, compId: who.extension.compId };
}
