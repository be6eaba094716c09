/** Asking somebody else while the customer waits, and what can come of it: back, a transfer, a conference. */
import { agentReasons } from "@liantai/api/contract";
import type { HangupCause, Release } from "../../../ports/switch.ts";
import type { AgentInput, OutReason } from "../agent-types.ts";
import type { Draft } from "./draft.ts";
import { offerEnd } from "./ending.ts";
import { limits, sentences } from "./limits.ts";
import type { Party } from "./party.ts";
import { holderOf, holds, wrapUpOf } from "./parties.ts";
import type { CallInput } from "./types.ts";

/** The agent who has the call and may ask somebody else now; between two agents it is whoever asks. */
export function mayAsk(d: Draft, agentId: string): Party | undefined {
  const { near, far } = d;
  const { phase, consult, conference, suspended } = d.call;
  const by = far.agentId === agentId ? far : near;
  const other = by && d.other(by);
  const holder = holderOf(d.call);
  const free =
    phase.kind === "talking" && !consult && !conference && !suspended && (holder === undefined || holder === by?.id);
  if (!free || by?.agentId !== agentId || by.lost || !other?.leg) return undefined;
  if (by.id === far.id) changeSides(d, by, other);
  return by;
}

/** The colleague who was called has the call from now on; each stays on his channel of the recording. */
function changeSides(d: Draft, near: Party, far: Party): void {
  d.set({ near: near.id, far: far.id, sidesChanged: !d.call.sidesChanged });
}

/** The customer hears music while `by` is busy elsewhere. */
export function keepWaiting(d: Draft, by: Party, why: "consult" | "suspended"): void {
  if (holds(d.call, by)) return;
  d.patch(d.far.id, { heldBy: by.id });
  const more = why === "consult" ? { consult: true } : { suspended: true };
  d.note({ type: "held", ...(by.agentId ? { agentId: by.agentId } : {}), ...more }, d.actor(by));
}

export function backToCustomer(d: Draft, by: Party): void {
  d.patch(d.far.id, { heldBy: undefined });
  d.note({ type: "resumed", ...(by.agentId ? { agentId: by.agentId } : {}) }, d.actor(by));
}

export function consult(d: Draft, { agentId, to, then }: Extract<CallInput, { type: "consult" }>): void {
  const by = mayAsk(d, agentId);
  if (!by) return d.refuse();
  keepWaiting(d, by, "consult");
  const id = d.add({ ...to, role: "consulted" });
  d.set({ consult: { by: by.id, with: id, ...(then ? { then } : {}) } });
  d.note(
    {
      type: "consultStarted",
      to: to.number,
      ...(to.agentId ? { agentId: to.agentId } : {}),
      ...(to.displayed ? { displayed: to.displayed } : {}),
      ...(to.skillGroupId ? { skillGroupId: to.skillGroupId } : {}),
    },
    agentId,
    "dialledDirectly",
  );
  d.originate(id, limits.consult, false);
}

/** Why a party that was there is out of a call that goes on. */
const outReasons: Partial<Record<Party["role"], OutReason>> = {
  consulted: "consultOver",
  member: "leftConference",
  supervisor: "supervisionOver",
};

/** How the agent of a party that leaves is told, given whether it had answered. Who was lost for good is signed out. */
export function leaveInput(party: Party, cause: HangupCause): AgentInput {
  if (party.lost && cause === "lost") return { type: "leave", reason: "legLost" };
  const reason = outReasons[party.role];
  return party.up || party.dials || party.role === "supervisor"
    ? { type: "callEnded", wrapUpMs: 0, ...(reason ? { reason } : {}) }
    : { type: "offerEnded", reason: cause === "cancelled" ? "customerGone" : offerEnd(cause), restore: true };
}

/** A further party is out of the call; its leg, if there is one, is hung up. */
export function letGo(d: Draft, party: Party, cause: HangupCause): void {
  d.dropLegs(party, cause);
  d.remove(party.id);
  if (party.agentId) d.do({ do: "agent", agentId: party.agentId, input: leaveInput(party, cause) });
}

/** The agent who has the call is out of it and wraps up; the customer stays. */
export function letAgentGo(d: Draft, by: Party, reason?: Extract<OutReason, "transferred" | "takenOver">): void {
  d.dropLegs(by, "normal");
  d.patch(d.far.id, { heldBy: undefined });
  d.dropNear();
  if (by.agentId) d.do({ do: "agent", agentId: by.agentId, input: { ...d.wrapUp, ...(reason ? { reason } : {}) } });
}

/** What the asking agent reads when nobody came. */
const inVain: Partial<Record<HangupCause, string>> = {
  busy: "咨询的对方正忙",
  rejected: "咨询的对方拒绝接听",
  "no-answer": "咨询的对方无人接听",
  unreachable: "咨询的对方无法接通",
  "not-found": "咨询的号码不存在",
};

/** The consultation is over without a transfer: the agent has the customer again. who: who ended it. */
export function consultOver(
  d: Draft,
  cause: HangupCause,
  who: "asker" | "asked" | "engine" | `monitor:${string}`,
  release: Release = {},
): void {
  const { consult: active } = d.call;
  const asked = active && d.party(active.with);
  const by = active && d.party(active.by);
  if (!asked || !by) return;
  const actor = who === "asker" ? d.actor(by) : who === "asked" ? d.actor(asked) : who;
  d.set({ consult: undefined });
  letGo(d, asked, cause);
  d.note(
    { type: "consultEnded", to: asked.number, answered: asked.up, cause, ...release },
    actor,
    who.startsWith("monitor:") ? "byMonitor" : undefined,
  );
  if (by.agentId && asked.up && who === "asked")
    d.do({ do: "agent", agentId: by.agentId, input: { type: "moment", reason: "consultHungUp" } });
  if (by.agentId && who === "asked")
    d.do({ do: "tell", agentId: by.agentId, msg: asked.up ? agentReasons.consultHungUp : unanswered(cause) });
  if (by.agentId && who.startsWith("monitor:"))
    d.do({ do: "tell", agentId: by.agentId, msg: sentences.consultedCutOff });
  backToCustomer(d, by);
}

const unanswered = (cause: HangupCause): string => inVain[cause] ?? "咨询的对方未接通";

export function consultCancel(d: Draft, agentId: string): void {
  const { consult: active } = d.call;
  if (!active || d.party(active.by)?.agentId !== agentId) return d.refuse();
  consultOver(d, "cancelled", "asker");
}

/** The consulted party takes the customer over; who asked is out of the call. */
export function handOver(d: Draft, mode: "consult" | "success" = "consult"): void {
  const { consult: active } = d.call;
  const by = active && d.party(active.by);
  const next = active && d.party(active.with);
  if (!active || !by || !next) return;
  d.dropLegs(by, "normal");
  backToCustomer(d, by);
  d.note(
    {
      type: "transferred",
      mode,
      to: next.number,
      ...(by.agentId ? { from: by.agentId } : {}),
      ...(next.agentId ? { agentId: next.agentId } : {}),
    },
    d.actor(by),
  );
  d.remove(by.id);
  d.patch(next.id, { role: "agent" });
  if (by.agentId) d.do({ do: "agent", agentId: by.agentId, input: { ...d.wrapUp, reason: "transferred" } });
  if (next.agentId) d.why.set(next.agentId, "transferred");
  d.set({ near: next.id, consult: undefined, ...wrapUpOf(next) });
}

export function tranfer(d: Draft, agentId: string): void {
  const { consult: active } = d.call;
  const asked = active && d.party(active.with);
  if (!active || d.party(active.by)?.agentId !== agentId || !asked?.up || asked.lost) return d.refuse();
  handOver(d);
}
