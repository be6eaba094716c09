/** Who listens to a talk, whispers to its agent, joins in, takes it over or ends it. */
import type { HangupCause } from "../../../ports/switch.ts";
import { leaveConference } from "./conference.ts";
import { consultOver, letGo } from "./consulting.ts";
import type { Draft } from "./draft.ts";
import { end } from "./ending.ts";
import { limits } from "./limits.ts";
import { leaveMeeting } from "./meeting.ts";
import { wrapUpOf } from "./parties.ts";
import { isPerson, type Party, type Person } from "./party.ts";
import type { CallInput } from "./types.ts";

const supervisorOf = (d: Draft, by: Person): Party | undefined =>
  d.find((party) => party.role === "supervisor" && isPerson(party, by));

/** As the log names him: by the work number, or by the account where he has no seat. */
export const namedBy = ({ agentId, administrator }: Person): { readonly by: string; readonly seatless?: true } =>
  agentId === undefined ? { by: administrator?.by ?? "", seatless: true } : { by: agentId };

/** Another mode on the same leg, or a leg of its own that answers by itself. */
export function supervise(d: Draft, { by, target, mode, ringMs }: Extract<CallInput, { type: "supervise" }>): void {
  const party = d.ofAgent(target);
  const talks = d.call.phase.kind === "talking" && party?.up && party.role !== "supervisor";
  if (!party || !talks || isPerson(party, by)) return d.refuse();
  const known = supervisorOf(d, by);
  if (!known && d.find((each) => isPerson(each, by))) return d.refuse();
  const supervises = { party: party.id, mode };
  const id = known?.id ?? d.add({ ...by, role: "supervisor", supervises });
  if (known) d.patch(id, { supervises });
  const actor = d.actor(d.party(id) ?? party);
  d.note({ type: "supervised", mode, agentId: target, ...namedBy(by) }, actor, "byMonitor");
  if (!known) d.originate(id, ringMs ?? limits.ownLeg, true);
}

export function superviseEnd(d: Draft, party: Party, cause: HangupCause, noRight = false): void {
  const target = party.supervises && d.party(party.supervises.party);
  letGo(d, party, cause);
  d.note(
    {
      type: "supervisionEnded",
      ...namedBy(party),
      ...(target?.agentId ? { agentId: target.agentId } : {}),
      ...(noRight ? { noRight } : {}),
    },
    noRight ? "engine" : d.actor(party),
  );
}

/** He hears the named agent still; since he was asked about he may have gone on to another, or have taken the call. */
export function superviseRefused(d: Draft, { by, target }: Extract<CallInput, { type: "noRight" }>): void {
  const party = supervisorOf(d, by);
  if (!party?.supervises || d.party(party.supervises.party)?.agentId !== target) return d.refuse();
  superviseEnd(d, party, "normal", true);
}

/** Nobody is supervised who has left, and nobody while there is no talk. */
export function dropSupervisors(d: Draft): void {
  if (d.call.phase.kind === "ended") return;
  for (const party of d.call.parties) {
    if (!party.supervises) continue;
    const target = d.party(party.supervises.party);
    if (d.call.phase.kind !== "talking" || !target) superviseEnd(d, party, "normal");
  }
}

/** The supervisor has the call from now on; its agent wraps up. */
export function takeOver(d: Draft, by: Person): void {
  const party = supervisorOf(d, by);
  const { near } = d;
  const { consult, conference } = d.call;
  if (!party?.up || party.lost || !near || party.supervises?.party !== near.id || consult || conference)
    return d.refuse();
  d.dropLegs(near, "normal");
  if (d.far.heldBy) d.patch(d.far.id, { heldBy: undefined });
  d.note(
    {
      type: "transferred",
      mode: "takenOver",
      to: party.number,
      ...(party.agentId ? { agentId: party.agentId } : {}),
      ...(near.agentId ? { from: near.agentId } : {}),
    },
    d.actor(party),
    "byMonitor",
  );
  d.remove(near.id);
  d.patch(party.id, { role: "agent", supervises: undefined });
  if (near.agentId) d.do({ do: "agent", agentId: near.agentId, input: { ...d.wrapUp, reason: "takenOver" } });
  if (party.agentId) d.why.set(party.agentId, "tookOver");
  d.set({ near: party.id, ...wrapUpOf(party) });
}

/**
 * 强拆: the supervisor ends the call of the agent who has it. Who was asked, or brought into a conference, has but a part in another
 * one's call and that part alone is ended; so has everybody in a room's meeting.
 */
export function endByMonitor(d: Draft, { by, target }: Extract<CallInput, { type: "endByMonitor" }>): void {
  const party = d.ofAgent(target);
  if (!party || d.call.phase.kind !== "talking" || party.role === "supervisor") return d.refuse();
  const actor = `monitor:${by}` as const;
  if (d.call.meeting) return leaveMeeting(d, party, "normal", actor);
  if (d.call.consult?.with === party.id) return consultOver(d, "normal", actor);
  if (d.call.conference && party.id !== d.call.near && party.id !== d.call.far)
    return party.up ? leaveConference(d, party, "normal", actor) : d.refuse();
  d.note({ type: "hungup", side: d.side(party), cause: "normal", agentId: target }, actor, "byMonitor");
  end(d, "byMonitor", { by: party });
}
