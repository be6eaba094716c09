/** Whoever signed in on a link may have another role by now, or his enterprise hides numbers. */
import type { Caller } from "../../../http/routes.ts";
import { hidesNumbers } from "../../../http/privacy.ts";
import type { Ports } from "../../../ports/index.ts";
import type { Sessions } from "../../auth/index.ts";
import { subscribe, type Topics } from "../../topics.ts";
import type { Links } from "./links.ts";
import type { Showing } from "./showing.ts";

interface RolesDeps extends Pick<Ports, "broker" | "logger">, Pick<Links, "links"> {
  readonly sessions: Pick<Sessions, "living">;
  readonly showing: Showing;
}

const means = (whose: Topics["grants.changed"], { userId, compId }: Caller): boolean =>
  "accountIds" in whose ? whose.accountIds.includes(userId) : "compId" in whose && whose.compId === compId;

async function renew({ links, sessions, showing }: RolesDeps, whose: Topics["grants.changed"]): Promise<void> {
  const meant = [...links.values()].flatMap(({ caller }) => (caller && means(whose, caller) ? [caller.sessionId] : []));
  const callers = await sessions.living(meant);
  for (const link of links.values()) {
    const caller = link.caller && callers.get(link.caller.sessionId);
    if (!caller) continue;
    link.caller = caller;
    // What another owner is told when it takes the enterprise over.
    if (link.attached) link.attached = { ...link.attached, hideNumbers: hidesNumbers(caller) };
    showing.again(link);
  }
}

/** Links have the caller as he is now; the returned function ends it. */
export const followRoles = (deps: RolesDeps): Promise<() => Promise<void>> =>
  subscribe(
    deps.broker,
    "grants.changed",
    (whose) =>
      void renew(deps, whose).catch((error: unknown) =>
        deps.logger.warn({ error }, "the roles of bars were not read anew"),
      ),
  );
