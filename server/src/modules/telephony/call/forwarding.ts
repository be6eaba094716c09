/** 呼转: a seat's calls go to its transfer number, at once or when it did not take them. */
import type { ForwardMode } from "@liantai/api/contract/forward";
import type { HangupCause } from "../../../ports/switch.ts";
import type { Draft } from "./draft.ts";
import { offerEnd } from "./ending.ts";
import type { ForwardInput } from "./forward-types.ts";
import { limits } from "./limits.ts";
import { wrapUpOf } from "./parties.ts";
import type { Party } from "./party.ts";

const modes: Partial<Record<HangupCause, ForwardMode>> = {
  "no-answer": "noAnswer",
  busy: "busy",
  rejected: "busy",
  unreachable: "offline",
  lost: "offline",
  "not-found": "offline",
};

/** Where a party rings for so long that is dialled; anybody else who is asked or offered a call. */
const ringMs = (d: Draft): number => (d.call.phase.kind === "dialling" ? limits.dial : limits.consult);

/** It was rung in vain. False: its calls are not forwarded then. */
export function forwardMissed(d: Draft, party: Party, cause: HangupCause, actor = "engine"): boolean {
  const { forwards, agentId } = party;
  const mode = modes[cause];
  if (!forwards || !mode || !forwards.modes.includes(mode)) return false;
  if (party.leg) d.do({ do: "hangup", leg: party.leg, cause });
  const reason = offerEnd(cause);
  if (agentId) {
    if (d.call.phase.kind === "offering") d.note({ type: "offerEnded", agentId }, actor, reason);
    d.do({ do: "agent", agentId, input: { type: "offerEnded", reason, restore: true } });
  }
  d.patch(party.id, {
    leg: undefined,
    agentId: undefined,
    user: "",
    line: undefined,
    moving: false,
    forwarding: { mode, cause },
  });
  d.do({ do: "clearTimer", name: "connect" });
  d.originate(party.id, ringMs(d), false);
  return true;
}

/** Whoever has the number takes the seat's place, and may himself forward his calls. */
export function forwarded(d: Draft, { attempt, to, by }: ForwardInput): void {
  const party = d.find((each) => each.attempt === attempt && each.forwarding !== undefined);
  const { forwards, forwarding } = party ?? {};
  if (!party || !forwards || !forwarding) return d.refuse();
  const { role, host } = party;
  const id = d.replace(party.id, { ...to, role, ...(host ? { host } : {}), forwardedBy: by });
  if (id === d.call.near) d.set({ ...wrapUpOf(to), ringingAt: d.now });
  const { phase } = d.call;
  if (phase.kind === "offering") d.phase({ ...phase, since: d.now, ringMs: ringMs(d) });
  d.note({
    type: "forwarded",
    agentId: forwards.agentId,
    number: party.number,
    mode: forwarding.mode,
    to: to.number,
    ...(to.agentId ? { toAgentId: to.agentId } : {}),
    ...(to.displayed ? { displayed: to.displayed } : {}),
  });
  d.originate(id, ringMs(d), false);
}
