/** 满意度: the agent is out of the call and wraps up; the customer's leg stays, and he is asked for a mark. */
import { letAgentGo, mayAsk } from "./consulting.ts";
import type { Draft } from "./draft.ts";
import { enterFlow } from "./flow.ts";
import { askForMark } from "./survey.ts";
import type { CallInput } from "./types.ts";

export function startSurvey(d: Draft, { agentId, flow }: Extract<CallInput, { type: "survey" }>): void {
  const by = mayAsk(d, agentId);
  // Colleagues are not asked about each other.
  if (!by || d.far.role !== "customer") return d.refuse();
  const { group } = d.call;
  letAgentGo(d, by);
  d.set({ surveyOf: agentId });
  d.note({ type: "surveyStarted", agentId, ...(group ? { skillGroupId: group.id } : {}) }, agentId);
  if (flow) enterFlow(d, { kind: "flow", id: flow.id, name: flow.name }, { survey: true });
  else askForMark(d);
}
