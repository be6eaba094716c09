/** Rows of skill groups and dispatch queues as what a waiting call does. Voices are still ids: their files come later. */
import type { Strategy, TargetKind } from "@liantai/api/contract/admin";
import type { Selectable } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { SkillGroupTable } from "../../ports/schema.ts";
import type { OverflowColumns } from "../../ports/schema/groups.ts";
import type { GroupPlan, QueuePlan, TargetRef } from "./call-plan/types.ts";
import { findDispatchGroup, findSkillGroup, groupsOfDispatchGroup } from "./repository.ts";

/** A plan whose voices are still ids ('': none). */
export interface StoredQueue {
  readonly plan: Omit<QueuePlan, "music">;
  readonly musicId: string;
  readonly noticeVoiceId: string;
}

type GroupRow = Selectable<SkillGroupTable>;

const groupOf = (g: GroupRow, nextAfterMs = 0): GroupPlan => ({
  id: g.id,
  name: g.name,
  strategy: g.strategy as Strategy,
  queueLimit: g.queueLimit,
  ringMs: g.ringS * 1_000,
  slMs: g.serviceLevelS * 1_000,
  nextAfterMs,
  ...(g.recordMode === 0 ? { recordsByHand: true } : {}),
});

const ref = (kind: TargetKind, id: string): TargetRef => ({ kind, id });
const overflowOf = (row: Selectable<OverflowColumns>): QueuePlan["overflow"] => ({
  full: ref(row.overflowFullKind, row.overflowFullId),
  wait: ref(row.overflowWaitKind, row.overflowWaitId),
  absent: ref(row.overflowAbsentKind, row.overflowAbsentId),
});

/** What a caller hears in a queue is its first group's. */
function queueOf(
  name: string,
  maxWaitS: number,
  overflow: QueuePlan["overflow"],
  first: GroupRow,
  groups: readonly GroupPlan[],
): StoredQueue {
  const says = first.waitText !== "" || first.waitVoiceId !== "";
  return {
    plan: {
      name,
      groups,
      maxWaitMs: maxWaitS * 1_000,
      announceEveryMs: first.positionOn === 1 ? first.announceEveryS * 1_000 : 0,
      notice: { everyMs: says ? first.waitEveryS * 1_000 : 0, text: first.waitText },
      overflow,
    },
    musicId: first.musicId,
    noticeVoiceId: first.waitVoiceId,
  };
}

/** undefined: it does not exist, is disabled, or has no group that a call could wait in. */
export async function readQueue(
  trx: Trx,
  compId: string,
  kind: "skillGroup" | "dispatchQueue",
  id: string,
): Promise<StoredQueue | undefined> {
  if (kind === "skillGroup") {
    const g = await findSkillGroup(trx, compId, id);
    return g?.enabled === 1 ? queueOf(g.name, g.maxWaitS, overflowOf(g), g, [groupOf(g)]) : undefined;
  }
  const d = await findDispatchGroup(trx, compId, id);
  if (d?.enabled !== 1) return undefined;
  const rows = await groupsOfDispatchGroup(trx, compId, id);
  const [first] = rows;
  return (
    first &&
    queueOf(
      d.name,
      d.maxWaitS,
      overflowOf(d),
      first,
      rows.map((g) => groupOf(g, g.nextAfterS * 1_000)),
    )
  );
}
