/** Another engine goes on (K35): a telephone that rang rings no more, for its leg was of the process before. It is rung again. */
import type { Draft } from "./draft.ts";
import { end } from "./ending.ts";
import { legGone, originateFailed } from "./legs.ts";
import { limits } from "./limits.ts";
import type { RingLost } from "./leg-input.ts";
import type { Party } from "./party.ts";
import { ringAgain } from "./queueing.ts";

/** As it was called at first; undefined: nobody called it, it calls. */
function asAtFirst(
  { call }: Draft,
  { id, role, dials }: Party,
): readonly [ms: number, autoAnswer: boolean] | undefined {
  const { phase, consult, dual } = call;
  if (role === "supervisor") return [limits.ownLeg, true];
  if (id === consult?.with || (role === "member" && !dials)) return [limits.consult, false];
  if (phase.kind === "dialling" && id === call.far) return [limits.dial, false];
  if (phase.kind === "preparing" && id === call.near) return dual ? [limits.dial, false] : [limits.ownLeg, true];
  return undefined;
}

export function ringLost(d: Draft, { id }: RingLost): void {
  const party = d.party(id);
  if (!party || party.up) return d.refuse();
  if (d.call.phase.kind === "offering" && id === d.call.near) {
    d.patch(id, { leg: undefined });
    return ringAgain(d);
  }
  // Nobody waits for him, and his telephone has rung: it is the task's rules that say when he is called again.
  if (d.call.placed && (d.call.phase.kind === "dialling" || party.lifted)) return end(d, "serverRestart");
  const first = asAtFirst(d, party);
  if (first) {
    d.patch(id, { leg: undefined });
    return d.originate(id, ...first);
  }
  const { attempt, leg } = party;
  if (attempt !== undefined) return originateFailed(d, { type: "originateFailed", attempt, cause: "failed" });
  if (leg !== undefined) legGone(d, { type: "legGone", leg, cause: "lost" });
}
