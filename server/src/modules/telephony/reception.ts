/**
 * The process with the lease of the installation, where engines are in the processes of their enterprises: it sets the trunks, and
 * passes each call that comes in over one on to the enterprise that has the number (K44).
 */
import type { Broker } from "../../ports/broker.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Logger } from "../../ports/logger.ts";
import type { Admission, Switch, SwitchParts, TrunkCaller } from "../../ports/switch.ts";
import type { Numbers } from "../numbers/index.ts";
import { entrantOf } from "./engine/entry.ts";
import { lines } from "./engine/outside.ts";
import type { OutsideLines } from "./outside.ts";
import type { Term } from "./term.ts";
import { engineTopicOf, isAway, refusalTopic, type EngineRequest } from "./topics.ts";

/** A caller whose enterprise has no engine at the moment hears nothing for as long; a network gives up later. */
const patience = { ms: 4_000, again: 250, request: 1_000 } as const;

export interface ReceptionDeps {
  readonly broker: Broker;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly switch: Switch;
  readonly parts: SwitchParts;
  readonly numbers: Numbers;
  readonly outside?: OutsideLines;
}

/** Resolves when its engine is there. */
async function awaited({ broker, clock }: ReceptionDeps, compId: string): Promise<boolean> {
  const until = clock.monotonic() + patience.ms;
  const request: EngineRequest = { verb: "awaits", compId };
  for (;;) {
    try {
      await broker.request(engineTopicOf(true, compId), request, patience.request);
      return true;
    } catch (error) {
      if (!isAway(error)) throw error;
      if (clock.monotonic() >= until) return false;
      await new Promise<void>((resolve) => void clock.after(patience.again, resolve));
    }
  }
}

async function whose(deps: ReceptionDeps, { to, from }: TrunkCaller): Promise<Admission> {
  const entrant = await entrantOf(deps, { type: "incoming", leg: "", to, from, headers: {}, trunk: "" });
  if (typeof entrant === "string") return entrant;
  return (await awaited(deps, entrant.compId)) ? { compId: entrant.compId } : "shutdown";
}

/** Under the term of the installation; what it resolves with ends it. */
export async function receive(term: Term, options: ReceptionDeps): Promise<() => Promise<void>> {
  const sw = options.switch.as(term.lease.epoch);
  const deps = { ...options, clock: term.clock(), broker: term.broker(options.broker), switch: term.switch(sw) };
  const { parts, logger } = deps;
  await sw.fence(term.lease.epoch);
  await sw.start();
  // Of a version before, whose legs were all of the whole: nobody goes on with them.
  for (const { leg } of await sw.liveLegs()) void sw.hangup(leg, "failed").catch(() => undefined);
  const ends = [
    parts.admit((call) =>
      whose(deps, call).catch((error: unknown) => {
        logger.error({ error }, "whose a call is that came in could not be looked up");
        return "failed";
      }),
    ),
    // A device of no enterprise.
    deps.switch.on((event) => {
      if (event.type === "incoming") void deps.switch.hangup(event.leg, "rejected").catch(() => undefined);
    }),
    await deps.broker.serve(refusalTopic, async (callId) => (await parts.refusal(String(callId))) ?? null),
    await lines(deps).begin(deps.switch),
  ];
  return async () => {
    for (const end of ends.splice(0)) await end();
  };
}
