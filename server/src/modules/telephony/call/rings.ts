/** Whom of a group's agents a waiting call may be offered to: more the longer it waits. */
import type { GroupPlan } from "../../numbers/index.ts";
import type { Draft } from "./draft.ts";
import type { RingState, Rings } from "./types.ts";

/** As far as it is at `now`. */
function advanced({ level, to }: RingState, now: number): RingState {
  const due = to.filter(({ at }) => at <= now);
  return due.length === 0 ? { level, to } : { level: due.at(-1)?.level ?? level, to: to.slice(due.length) };
}

function stateOf(group: GroupPlan, now: number): RingState | undefined {
  const { rings } = group;
  if (!rings?.length) return undefined;
  return advanced({ level: 0, to: rings.map(({ afterMs, level }) => ({ at: now + afterMs, level })) }, now);
}

/** Groups joined now begin their rings; those joined before go on with theirs. */
export function enterRings(d: Draft, groups: readonly GroupPlan[]): void {
  const rings: Record<string, RingState> = { ...d.call.rings };
  for (const group of groups) {
    const known = rings[group.id];
    const state = known ? advanced(known, d.now) : stateOf(group, d.now);
    if (state) rings[group.id] = state;
  }
  d.set({ rings });
  awaitRing(d, rings);
}

function awaitRing(d: Draft, rings: Rings): void {
  const next = Math.min(...Object.values(rings).flatMap(({ to }) => to.slice(0, 1).map(({ at }) => at)));
  if (Number.isFinite(next)) d.do({ do: "timer", name: "ring", ms: Math.max(0, next - d.now) });
}

/** The time of a step has come, while it waits or while a phone rings. */
export function widen(d: Draft): void {
  const { phase, rings } = d.call;
  if (phase.kind !== "waiting" && (phase.kind !== "offering" || phase.direct)) return;
  const now: Record<string, RingState> = { ...rings };
  const wider = Object.entries(rings).flatMap(([group, before]) => {
    const after = (now[group] = advanced(before, d.now));
    return after.level === before.level ? [] : [{ group, level: after.level }];
  });
  d.set({ rings: now });
  awaitRing(d, now);
  for (const { group, level } of wider) {
    d.note({ type: "ringWidened", skillGroupId: group, level });
    d.do({ do: "widen", group, level });
  }
}
