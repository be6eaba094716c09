/** Whoever has a stream may be another by now. */
import { isOperator } from "@liantai/api/contract";
import type { Caller } from "../http/routes.ts";
import type { Sessions } from "../modules/auth/index.ts";
import { subscribe, type Topics } from "../modules/topics.ts";
import type { Ports } from "../ports/index.ts";
import { audience, type Hub } from "./hub.ts";

/** Whose callers are others by now: what roles may is asked each time. */
function audiencesOf(whose: Topics["grants.changed"]): string[] {
  if ("accountIds" in whose) return whose.accountIds.map((id) => audience.account(id));
  return "compId" in whose ? [audience.enterprise(whose.compId)] : [];
}

export function createRenewing(
  hub: Pick<Hub, "listeners" | "update">,
  sessions: Pick<Sessions, "living">,
  { broker, logger }: Pick<Ports, "logger"> & { readonly broker: Pick<Ports["broker"], "subscribe"> },
) {
  /** Who is signed in hears by the role of now, and sees numbers as his enterprise has it now. */
  async function renew(whose: readonly Caller[]): Promise<void> {
    const ids = new Set(whose.map((caller) => caller.sessionId));
    for (const caller of (await sessions.living([...ids])).values()) hub.update(caller);
  }
  const begin = (whose: readonly Caller[]): void =>
    void renew(whose).catch((error: unknown) => logger.warn({ error }, "the callers of sockets were not read anew"));

  return {
    changed: (whose: Topics["grants.changed"]) => begin(audiencesOf(whose).flatMap((key) => hub.listeners(key))),
    /** Operators look after other enterprises. One who is inside such a one comes out by the end of his session (auth/sessions.ts). */
    follow: () =>
      subscribe(broker, "operators.changed", () =>
        begin(hub.listeners(audience.everyone).filter((caller) => isOperator(caller) || caller.entered === true)),
      ),
  };
}
