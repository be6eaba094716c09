/** npm run replay: a past hour of a skill group under changed rules, beside what it was in fact. Reads only. */
import { dayOf, formatTime, minuteMs } from "@liantai/api/contract";
import type { Database, Trx } from "../../../ports/database.ts";
import {
  isContact,
  readCallbacks,
  readDecisions,
  readQueuedCalls,
  readStates,
  type Sequenced,
} from "../../event-log/index.ts";
import { readQueue, type QueuePlan } from "../../numbers/index.ts";
import { replay, simulate, type PastDecision, type SimulatedAgent } from "../../routing/index.ts";
import { awayOf, spansOf, type Span } from "./agents.ts";
import { callbacksOf, eachTry } from "./callbacks.ts";
import { figuresOf, type Window } from "./figures.ts";
import type { ReplayQuestion } from "./question.ts";
import { groupsNamed, lastTalks, members, skillGroups, takenBy } from "./repository.ts";
import { groupRules, membersNow, planKey, rememberedDays, staysNow, type Changed, type Today } from "./rules.ts";
import { staysOf, type PastStay } from "./stays.ts";
import { changesText, decisionsText, groupText, type GroupReplay } from "./words.ts";

export { parseQuestion, type ReplayQuestion, type RuleChanges } from "./question.ts";

const hourMs = 60 * minuteMs;
/** How far back an agent's state is looked for, and how long after the hour its last callers are followed. */
const before = 24 * hourMs;
const after = 4 * hourMs;

const pastOf = (event: Sequenced): PastDecision[] => {
  if (!isContact(event) || event.fact.type !== "decision") return [];
  const { fact, id, at } = event;
  const among = fact.among === "agents" ? fact : undefined;
  const agents = (among?.agents ?? []).map(({ agentId, idleMs, ...agent }) => ({
    ...agent,
    agent: agentId,
    idleSince: at - idleMs,
  }));
  return [{ call: id, at, agent: fact.agentId, strategy: among?.strategy, agents }];
};

/** Today's plan of whatever the calls were led to. */
async function plansOf(trx: Trx, compId: string, stays: readonly PastStay[], groupId: string, at: number) {
  const wanted = new Map<string, { kind: "skillGroup" | "dispatchQueue"; id: string }>();
  const want = (kind: string, id: string) => {
    if (kind === "skillGroup" || kind === "dispatchQueue") wanted.set(planKey({ kind, id }), { kind, id });
  };
  want("skillGroup", groupId);
  for (const { target, groups } of stays) {
    if (target) want(target.kind, target.id);
    for (const id of groups) want("skillGroup", id);
  }
  const plans = new Map<string, QueuePlan>();
  for (const [key, ref] of wanted) {
    const found = await readQueue(trx, compId, ref, at);
    if (found) plans.set(key, found.plan);
  }
  return plans;
}

/** Who is not known from before was signed out until he is heard of. */
function agentOf(
  id: string,
  groups: SimulatedAgent["groups"],
  spans: readonly Span[],
  stays: readonly PastStay[],
  { from, to }: Window,
  calls: number,
): SimulatedAgent {
  const ours = new Set(
    stays.flatMap(({ occupied }) => occupied.flatMap(({ agent, callId }) => (agent === id ? [callId] : []))),
  );
  const known = spans[0]?.from ?? to;
  const unheard = known > from ? [{ from, to: known, offline: true }] : [];
  const idle = spans.find((span) => span.code === 1 && span.from <= from && span.to > from);
  const away = [...unheard, ...awayOf(spans, ours).filter((each) => each.to > from)];
  return { id, groups, calls, idleSince: idle?.from ?? from, away };
}

async function hourOf(trx: Trx, compId: string, { groupId, rules }: Changed, window: Window) {
  const { from, to } = window;
  const until = to + after;
  const asked = { compId, from: new Date(from), to: new Date(to) };
  const spans = spansOf(await readStates(trx, { compId, from: new Date(from - before), to: new Date(until) }), until);
  const events = (await readQueuedCalls(trx, asked)).filter(isContact).filter(({ at }) => at < until);
  const asking = await readCallbacks(trx, { compId, from: new Date(from - before), to: new Date(until) });
  const callbacks = callbacksOf(asking.filter(isContact), spans, until);
  const stays = [...staysOf(events, spans, until), ...callbacks].filter(({ at }) => at >= from && at < to);
  const tries = stays.flatMap(eachTry);
  const groups = await skillGroups(trx, compId);
  const days = Math.max(rules.stickyS ? rememberedDays : 0, ...groups.map((group) => group.stickyDays));
  const today: Today = {
    plans: await plansOf(trx, compId, stays, groupId, to),
    sticky: new Map(
      groups.map(({ id, stickyDays, stickyWaitS }) => [id, { days: stickyDays, waitMs: stickyWaitS * 1_000 }]),
    ),
    lastTalks: await lastTalks(trx, compId, [...new Set(stays.map(({ callId }) => callId))], days),
  };
  const taken = await takenBy(trx, compId, dayOf(from).from, new Date(from));
  const byAgent = new Map<string, SimulatedAgent["groups"][number][]>();
  for (const { agentId, skillGroupId, level, priority } of await members(trx, compId))
    byAgent.set(agentId, [...(byAgent.get(agentId) ?? []), { group: skillGroupId, level, priority }]);
  const agents = [...new Set([...byAgent.keys(), ...spans.keys()])].map((id) =>
    agentOf(id, byAgent.get(id) ?? [], spans.get(id) ?? [], tries, { from, to: until }, taken.get(id) ?? 0),
  );
  return { stays, today, agents, groups };
}

/** Throws Error where the group is not one. */
async function groupOf(trx: Trx, { group, compId }: ReplayQuestion) {
  const found = await groupsNamed(trx, group, compId);
  const [only] = found;
  if (!only) throw new Error(`没有技能组“${group}”`);
  if (found.length > 1)
    throw new Error(
      `有${found.length}个技能组叫“${group}”，请用 --enterprise 指定企业，或用编号：${found.map((g) => `${g.compId}/${g.id}`).join("、")}`,
    );
  return only;
}

function replayed(
  hour: Awaited<ReturnType<typeof hourOf>>,
  changed: Changed,
  window: Window,
  seed: number,
): GroupReplay[] {
  const { stays, today, agents, groups } = hour;
  const rules = groupRules(today, changed);
  const changedAgents = membersNow(agents, changed);
  const again = simulate({
    from: window.from,
    stays: staysNow(stays, today, changed),
    agents: changedAgents,
    groups: rules,
    seed,
  });
  const tries = stays.flatMap(eachTry);
  const past = tries.map(({ id, past: of, callback }) => ({ id, ...of, ...(callback ? { calledBack: true } : {}) }));
  const occupied = tries.flatMap((stay) => stay.occupied);
  const limits = new Map([...today.plans.values()].flatMap((plan) => plan.groups.map((each) => [each.id, each])));
  const met = new Set([changed.groupId, ...past.map(({ group }) => group), ...again.stays.map(({ group }) => group)]);
  // The group that is asked about comes first.
  const shown = groups
    .filter(({ id }) => met.has(id))
    .sort((a, b) => Number(b.id === changed.groupId) - Number(a.id === changed.groupId));
  return shown.map(({ id, name }) => {
    const group = { id, slMs: limits.get(id)?.slMs ?? 0, shortMs: limits.get(id)?.shortMs ?? 0 };
    return {
      name,
      past: figuresOf(group, past, agents, occupied, window),
      replayed: figuresOf(group, again.stays, changedAgents, again.occupied, window),
    };
  });
}

/** The figures, for who does not read them in words. */
export async function replayFigures(database: Database, question: ReplayQuestion): Promise<GroupReplay[]> {
  const { from, to, seed = 1 } = question;
  // system: on the server's machine, for whatever enterprise has the group.
  return database.system(async (trx) => {
    const { compId, id } = await groupOf(trx, question);
    const changed = { groupId: id, rules: question };
    return replayed(await hourOf(trx, compId, changed, { from, to }), changed, { from, to }, seed);
  });
}

export async function replayHour(database: Database, question: ReplayQuestion): Promise<string> {
  const { from, to, strategy, seed = 1 } = question;
  // system: on the server's machine, for whatever enterprise has the group.
  return database.system(async (trx) => {
    const { compId, id, name } = await groupOf(trx, question);
    const changed = { groupId: id, rules: question };
    const hour = await hourOf(trx, compId, changed, { from, to });
    for (const agentId of [...(question.added ?? []).map((a) => a.agentId), ...(question.removed ?? [])])
      if (!hour.agents.some((agent) => agent.id === agentId))
        throw new Error(`没有坐席“${agentId}”，或那段时间没有签入过`);
    const events = await readDecisions(trx, { compId, groupId: id, from: new Date(from), to: new Date(to) });
    const decisions = replay(events.flatMap(pastOf), strategy ?? "random");
    return [
      `${name}，${formatTime(from)} 至 ${formatTime(to)}，${changesText(question)}（种子${seed}）`,
      ...replayed(hour, changed, { from, to }, seed).map(groupText),
      ...decisionsText(decisions, question),
      "没有修改任何数据。",
    ].join("\n");
  });
}
