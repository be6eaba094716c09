/** The rules of an hour that is replayed: those of today, and what of them is to be another in one group. Pure. */
import { minuteMs } from "@liantai/api/contract";
import type { BoostSource } from "../../event-log/index.ts";
import type { QueuePlan } from "../../numbers/index.ts";
import type { GroupRules, SimulatedAgent, Stay } from "../../routing/index.ts";
import type { RuleChanges } from "./question.ts";
import type { LastTalk } from "./repository.ts";
import type { PastStay } from "./stays.ts";

export interface Today {
  /** By kind and id of what calls are led to. */
  readonly plans: ReadonlyMap<string, QueuePlan>;
  /** By skill group: how many days an agent is remembered (0: not), and how long he is waited for. */
  readonly sticky: ReadonlyMap<string, { readonly days: number; readonly waitMs: number }>;
  /** By call. */
  readonly lastTalks: ReadonlyMap<string, LastTalk>;
}

export interface Changed {
  readonly groupId: string;
  readonly rules: RuleChanges;
}

/** Remembered where the group remembers nobody today. */
export const rememberedDays = 30;

export const planKey = ({ kind, id }: { readonly kind: string; readonly id: string }): string => `${kind}/${id}`;

/** Of the queue it was led to, where that still has the group it waited in; else of the group alone. */
export function planOf({ group, target }: Pick<PastStay, "group" | "target">, { plans }: Today): QueuePlan | undefined {
  const led = target && plans.get(planKey(target));
  return led?.groups.some(({ id }) => id === group) ? led : plans.get(planKey({ kind: "skillGroup", id: group }));
}

/** Once each. */
export function groupRules({ plans }: Today, { groupId, rules }: Changed): GroupRules[] {
  const found = new Map<string, GroupRules>();
  for (const { groups } of plans.values())
    for (const { id, strategy, queueLimit, ringMs, missLimit = 1, boostMs = 0, rings = [] } of groups)
      found.set(id, { id, strategy, queueLimit, ringMs, missLimit, boostMs, rings });
  const own = found.get(groupId);
  const { strategy, missLimit, priorityMin, rings } = rules;
  if (own)
    found.set(groupId, {
      ...own,
      ...(strategy ? { strategy } : {}),
      ...(missLimit === undefined ? {} : { missLimit }),
      ...(priorityMin === undefined ? {} : { boostMs: priorityMin * minuteMs }),
      ...(rings ? { rings: rings.map(({ afterS, level }) => ({ afterMs: afterS * 1_000, level })) } : {}),
    });
  return [...found.values()];
}

/** Groups that join after the one it waits in, each after its predecessor's time. */
function joinsOf({ group }: PastStay, plan: QueuePlan | undefined): Stay["joins"] {
  const groups = plan?.groups ?? [];
  const at = groups.findIndex(({ id }) => id === group);
  if (at < 0) return [];
  let afterMs = 0;
  return groups.slice(at, -1).map(({ nextAfterMs }, i) => {
    afterMs += nextAfterMs;
    return { group: groups[at + i + 1]!.id, afterMs };
  });
}

function stickyOf(stay: PastStay, plan: QueuePlan | undefined, today: Today, { groupId, rules }: Changed) {
  const first = plan?.groups[0]?.id ?? stay.group;
  const of = today.sticky.get(first);
  const changed = first === groupId ? rules.stickyS : undefined;
  const waitMs = changed === undefined ? (of?.waitMs ?? 0) : changed * 1_000;
  const days = of?.days || (changed ? rememberedDays : 0);
  if (stay.talked || stay.firstInLine || !stay.inbound || days === 0 || waitMs === 0) return {};
  const last = today.lastTalks.get(stay.callId);
  const known = last && last.at >= stay.arrivedAt - days * 24 * 60 * minuteMs ? last.agentId : undefined;
  const agent = stay.sticky?.agent ?? known;
  return agent === undefined ? {} : { sticky: { agent, waitMs } };
}

const sources = { number: "numberMin", vip: "vipMin", customer: "customerMin" } as const;

/** As it was told then, but of transfers, which is the group's matter. */
function boostOf(stay: PastStay, plan: QueuePlan | undefined, { groupId, rules }: Changed): number {
  const { boostMs, boosts, talked, inbound } = stay;
  const own = stay.groups.includes(groupId);
  const minutes = own && rules.transferMin !== undefined ? rules.transferMin * minuteMs : plan?.transferBoostMs;
  let ms = boostMs;
  const replace = (source: BoostSource, by: number) => (ms += by - (boosts[source] ?? 0));
  if (talked && minutes !== undefined) replace("transfer", minutes);
  for (const [source, option] of Object.entries(sources) as [
    keyof typeof sources,
    (typeof sources)[keyof typeof sources],
  ][]) {
    const changed = rules[option];
    // A number's priority is every caller's; that of a customer is his who had one.
    if (own && changed !== undefined && (source === "number" ? inbound : boosts[source] !== undefined))
      replace(source, changed * minuteMs);
  }
  return ms;
}

/** He waits in his group alone, and counts as having waited so much longer. */
function callbackNow({ callback, ...rest }: PastStay, today: Today, changed: Changed): Partial<Stay> {
  if (!callback) return {};
  const { reached, again } = callback;
  const group = planOf(rest, today)?.groups.find(({ id }) => id === rest.group);
  return {
    joins: [],
    maxWaitMs: 0,
    boostMs: boostOf(rest, undefined, changed) + (group?.callbackBoostMs ?? 0),
    callback: { reached, ...(again ? { again: { ...again, stay: stayNow(again.stay, today, changed) } } : {}) },
  };
}

function stayNow(stay: PastStay, today: Today, changed: Changed): Stay {
  const plan = planOf(stay, today);
  const { sticky: _, callback: __, ...rest } = stay;
  return {
    ...rest,
    joins: joinsOf(stay, plan),
    maxWaitMs: plan?.maxWaitMs ?? 0,
    boostMs: boostOf(stay, plan, changed),
    ...stickyOf(stay, plan, today, changed),
    ...callbackNow(stay, today, changed),
  };
}

/** Under today's rules and the changes. */
export const staysNow = (stays: readonly PastStay[], today: Today, changed: Changed): Stay[] =>
  stays.map((stay) => stayNow(stay, today, changed));

/** With those who join the group, and without those who leave it. */
export function membersNow(agents: readonly SimulatedAgent[], { groupId, rules }: Changed): SimulatedAgent[] {
  const { added = [], removed = [] } = rules;
  return agents.map((agent) => {
    const level = added.find(({ agentId }) => agentId === agent.id)?.level;
    const own = agent.groups.find(({ group }) => group === groupId);
    const others = agent.groups.filter(({ group }) => group !== groupId);
    if (removed.includes(agent.id)) return { ...agent, groups: others };
    if (level === undefined) return agent;
    return { ...agent, groups: [{ group: groupId, level, priority: own?.priority ?? 1 }, ...others] };
  });
}
