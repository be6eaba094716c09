/** What each agent of a talk does there: derived from the state after every step, so that no path can forget it. */
import type { EngagedActivity } from "@liantai/api/contract";
import type { EngageReason } from "../agent-types.ts";
import type { Draft } from "./draft.ts";
import type { Party } from "./party.ts";
import { holds } from "./parties.ts";
import type { Activities, Call } from "./types.ts";

function activityOf(call: Call, party: Party): EngagedActivity {
  const { consult, conference } = call;
  if (party.role === "supervisor") return "supervising";
  if (conference) return call.meeting ? "meeting" : "conference";
  if (consult && (party.id === consult.by || party.id === consult.with)) return "consulting";
  if (holds(call, party)) return "held";
  return call.dual ? "dual" : "talking";
}

export function activitiesOf(call: Call): Activities {
  const doing: Record<string, EngagedActivity> = {};
  if (call.phase.kind === "talking")
    for (const party of call.parties)
      if (party.agentId !== undefined && party.up) doing[party.agentId] = activityOf(call, party);
  return doing;
}

/** What changed it where this step did not say: it was answered, or held, or what it did before is over. */
function reasonOf(before: EngagedActivity | undefined, now: EngagedActivity): EngageReason {
  if (now === "meeting") return "joined";
  if (before === undefined) return now === "consulting" || now === "supervising" ? now : "answered";
  if (now === "held") return "held";
  if (now === "consulting") return "consulting";
  if (now === "conference") return "joined";
  return before === "consulting" ? "consultOver" : "resumed";
}

export function engage(d: Draft): void {
  const before = d.call.activities;
  const activities = activitiesOf(d.call);
  for (const [agentId, activity] of Object.entries(activities)) {
    const was = before[agentId];
    if (was === activity) continue;
    const reason = (was && d.why.get(agentId)) ?? reasonOf(was, activity);
    d.do({ do: "agent", agentId, input: { type: "engage", activity, reason } });
  }
  if (JSON.stringify(before) !== JSON.stringify(activities)) d.set({ activities });
}
