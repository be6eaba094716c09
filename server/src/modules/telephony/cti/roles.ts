/** Whoever signed in on a link may have another role by now. */
import type { Ports } from "../../../ports/index.ts";
import type { Sessions } from "../../auth/index.ts";
import { subscribe } from "../../topics.ts";
import type { Links } from "./links.ts";
import type { Showing } from "./showing.ts";

interface RolesDeps extends Pick<Ports, "broker" | "logger">, Pick<Links, "links"> {
  readonly sessions: Pick<Sessions, "byId">;
  readonly showing: Showing;
}

async function renew({ links, sessions, showing }: RolesDeps, accountIds: readonly string[]): Promise<void> {
  for (const link of links.values()) {
    if (!link.caller || !accountIds.includes(link.caller.userId)) continue;
    const caller = await sessions.byId(link.caller.sessionId);
    if ("refused" in caller) continue;
    link.caller = caller;
    showing.again(link);
  }
}

/** Links have the caller as he is now; the returned function ends it. */
export const followRoles = (deps: RolesDeps): Promise<() => Promise<void>> =>
  subscribe(deps.broker, "grants.changed", (whose) => {
    if ("accountIds" in whose)
      void renew(deps, whose.accountIds).catch((error: unknown) =>
        deps.logger.warn({ error }, "the roles of bars were not read anew"),
      );
  });
