/** Whom and what the steps of a call name: ids to look up. Pure. */
import type { CallFact } from "../event-log/index.ts";

export interface TrackNames {
  /** Agent id to name. */
  readonly agents: ReadonlyMap<string, string>;
  readonly groups: ReadonlyMap<string, string>;
  readonly hide: boolean;
  readonly hideDigits: boolean;
}

/** A decision names those it had to choose from, and those it could not choose, as well. */
const agentsIn = (fact: CallFact): readonly (string | undefined)[] => [
  "agentId" in fact ? fact.agentId : undefined,
  ...(fact.type === "decision" && fact.among === "agents" ? fact.agents.map(({ agentId }) => agentId) : []),
  ...(fact.type === "decision" ? (fact.excluded ?? []).map(({ agentId }) => agentId) : []),
];

const groupsIn = (fact: CallFact): readonly (string | undefined)[] => [
  "skillGroupId" in fact ? fact.skillGroupId : undefined,
  ...(fact.type === "decision" && fact.among === "callers" ? fact.callers.map((c) => c.skillGroupId) : []),
];

const distinct = (ids: readonly (string | undefined)[]): string[] => [...new Set(ids.filter((id) => id !== undefined))];

/** Every agent and every skill group of these facts, each once. */
export const namedIn = (facts: readonly CallFact[]) => ({
  agentIds: distinct(facts.flatMap(agentsIn)),
  groupIds: distinct(facts.flatMap(groupsIn)),
});
