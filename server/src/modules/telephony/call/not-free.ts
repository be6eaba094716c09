/** Who was to be rung cannot be. */
import type { EndCause } from "@liantai/api/contract";
import { awaitSender, inVain } from "./coming-back.ts";
import type { Draft } from "./draft.ts";
import { nobodyBack } from "./transferring.ts";

export function notFree(d: Draft, cause: EndCause): void {
  const { phase } = d.call;
  if (phase.kind !== "routing") return;
  if (awaitSender(d, cause === "nobodyServes")) return;
  return phase.back ? nobodyBack(d) : inVain(d, cause);
}
