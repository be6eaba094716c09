/** Who was to be rung cannot be. */
import type { EndCause } from "@liantai/api/contract";
import { awaitSender, inVain } from "./coming-back.ts";
import type { Draft } from "./draft.ts";
import { backToFlow } from "./flow.ts";
import { nobodyBack } from "./transferring.ts";

/** blocked: limits, blacklists or routes do not let a call go there. */
export function notFree(d: Draft, { cause, blocked }: { readonly cause: EndCause; readonly blocked?: true }): void {
  const { phase } = d.call;
  if (phase.kind !== "routing") return;
  if (awaitSender(d, cause === "nobodyServes")) return;
  if (phase.back) return nobodyBack(d);
  if (blocked && backToFlow(d, "blocked")) return;
  inVain(d, cause);
}
