/** Routing as an afternoon's work: arrays of agents and callers, read from the front. No events, calls, timers or records. */

interface PlainAgent {
  readonly id: number;
  readonly groups: readonly number[];
  idleSince: number | undefined;
}

export interface PlainFigures {
  /** ms each. */
  readonly readyToOffer: readonly number[];
  readonly callToOffer: readonly number[];
}

export interface PlainLoad {
  readonly agents: number;
  readonly groups: number;
  readonly groupsAnAgent: number;
  readonly waiting: number;
  readonly samples: number;
}

const any = (below: number): number => Math.floor(Math.random() * below);

export function measurePlainRouting({
  agents: many,
  groups,
  groupsAnAgent,
  waiting,
  samples,
}: PlainLoad): PlainFigures {
  const agents = Array.from({ length: many }, (_, i): PlainAgent => ({
    id: 1_000 + i,
    groups: Array.from({ length: groupsAnAgent }, (_, g) => ((1_000 + i) * 7 + g * 31) % groups),
    idleSince: undefined,
  }));
  const callers: { readonly group: number; readonly since: number }[] = [];
  let now = 0;
  let offered = 0;
  const timed = (act: () => boolean, into: number[]): void => {
    const began = performance.now();
    if (act()) into.push(performance.now() - began);
  };
  /** The caller who has waited longest of those the agent serves. */
  const offerTo = (agent: PlainAgent): boolean => {
    const at = callers.findIndex(({ group }) => agent.groups.includes(group));
    if (at < 0) return false;
    callers.splice(at, 1);
    offered += 1;
    return true;
  };
  /** The agent who has been idle longest of those of the group. */
  const offerOf = (group: number): boolean => {
    const [chosen] = agents
      .filter((agent) => agent.idleSince !== undefined && agent.groups.includes(group))
      .sort((a, b) => a.idleSince! - b.idleSince!);
    if (!chosen) return false;
    chosen.idleSince = undefined;
    offered += 1;
    return true;
  };
  const readyToOffer: number[] = [];
  const callToOffer: number[] = [];
  for (let i = 0; i < samples; i += 1) {
    while (callers.length < waiting) callers.push({ group: any(groups), since: (now += 1) });
    const agent = agents[any(many)]!;
    timed(() => offerTo(agent), readyToOffer);
  }
  for (const agent of agents) agent.idleSince = now += 1;
  for (let i = 0; i < samples; i += 1) {
    const group = any(groups);
    timed(() => offerOf(group), callToOffer);
    for (const agent of agents) agent.idleSince ??= now += 1;
  }
  if (offered !== readyToOffer.length + callToOffer.length) throw new Error("an offer was lost");
  return { readyToOffer, callToOffer };
}
