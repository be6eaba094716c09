/** Rows of skill groups and dispatch queues as what a waiting call does. Voices are still ids: their files come later. */
import { dayMs, minuteMs } from "@liantai/api/contract";
import type { Strategy, TargetKind } from "@liantai/api/contract/admin";
import type { Selectable } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { SkillGroupTable } from "../../ports/schema.ts";
import type { OverflowColumns } from "../../ports/schema/groups.ts";
import type { GroupPlan, QueuePlan, TargetRef } from "./call-plan/types.ts";
import { settingsOf } from "../seats/index.ts";
import { closedGroups } from "./emergency-repository.ts";
import { wrapUpRules } from "./wrap-up.ts";
import { findDispatchGroup, findSkillGroups, groupsOfDispatchGroup, lastAgent } from "./repository.ts";

/** A plan whose voices are still ids ('': none). */
export interface StoredQueue {
  readonly plan: Omit<QueuePlan, "music">;
  readonly musicId: string;
  readonly noticeVoiceId: string;
  readonly menuVoiceId: string;
}

type GroupRow = Selectable<SkillGroupTable>;

/** What leads to further levels of a group's own agents, and to further groups. */
const levelsOf = (g: GroupRow): Pick<GroupPlan, "rings"> => {
  const rings = g.rings.flatMap(({ afterS, kind, level }) =>
    kind === "group" ? [] : [{ afterMs: afterS * 1_000, level }],
  );
  return rings.length > 0 ? { rings } : {};
};

const groupOf = (g: GroupRow, shortAbandonS: number, nextAfterMs: number): GroupPlan => ({
  id: g.id,
  name: g.name,
  strategy: g.strategy as Strategy,
  queueLimit: g.queueLimit,
  ringMs: g.ringS * 1_000,
  slMs: g.serviceLevelS * 1_000,
  shortMs: (g.shortAbandonS ?? shortAbandonS) * 1_000,
  nextAfterMs,
  ...(g.recordMode === 0 ? { recordsByHand: true } : {}),
  missLimit: g.missLimit,
  wrapUp: wrapUpRules(g),
  boostMs: g.priorityMin * minuteMs,
  callbackBoostMs: g.callbackPriorityMin * minuteMs,
  ...levelsOf(g),
});

/** A group and those that its rings add, each until the next one's time. */
async function ringGroups(trx: Trx, compId: string, g: GroupRow): Promise<GroupPlan[]> {
  const steps = g.rings.flatMap(({ afterS, kind, groupId }) => (kind === "level" ? [] : [{ afterS, groupId }]));
  const found =
    steps.length === 0
      ? []
      : await findSkillGroups(
          trx,
          compId,
          steps.map(({ groupId }) => groupId),
        );
  const closed = steps.length === 0 ? undefined : await closedGroups(trx, compId);
  const further = steps.flatMap(({ afterS, groupId }) => {
    const row = found.find(({ id, enabled }) => id === groupId && enabled === 1 && !closed?.has(id));
    return row ? [{ afterS, row }] : [];
  });
  const { shortAbandonS: shortS } = await settingsOf(trx, compId);
  return [{ afterS: 0, row: g }, ...further].map(({ afterS, row }, i) =>
    groupOf(row, shortS, ((further[i]?.afterS ?? afterS) - afterS) * 1_000),
  );
}

/** Who talked with the caller last, where the group keeps callers for him. */
async function stickyOf(
  trx: Trx,
  compId: string,
  g: GroupRow,
  at: number,
  caller: string | undefined,
): Promise<Pick<QueuePlan, "sticky">> {
  if (g.stickyDays === 0 || caller === undefined) return {};
  const last = await lastAgent(trx, compId, caller, new Date(at - g.stickyDays * dayMs));
  return last ? { sticky: { agentId: last.agentId, waitMs: g.stickyWaitS * 1_000 } } : {};
}

const ref = (kind: TargetKind, id: string): TargetRef => ({ kind, id });
const overflowOf = (row: Selectable<OverflowColumns>): QueuePlan["overflow"] => ({
  full: ref(row.overflowFullKind, row.overflowFullId),
  wait: ref(row.overflowWaitKind, row.overflowWaitId),
  absent: ref(row.overflowAbsentKind, row.overflowAbsentId),
});

/** With nothing but waiting to choose there is no menu. */
const menuOf = ({ menuEveryS, menuCallback, menuVoicemail, voicemailMaxS }: GroupRow): Pick<QueuePlan, "menu"> =>
  menuEveryS > 0 && menuCallback + menuVoicemail > 0
    ? {
        menu: {
          everyMs: menuEveryS * 1_000,
          callback: menuCallback === 1,
          ...(menuVoicemail === 1 ? { voicemailMs: voicemailMaxS * 1_000 } : {}),
        },
      }
    : {};

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
      announceEveryMs: first.positionOn === 1 || first.estimateOn === 1 ? first.announceEveryS * 1_000 : 0,
      ...(first.positionOn === 1 ? {} : { withoutPlace: true }),
      ...(first.estimateOn === 1 ? { tellWaitBelowPct: first.estimateErrorPct } : {}),
      notice: { everyMs: says ? first.waitEveryS * 1_000 : 0, text: first.waitText },
      ...menuOf(first),
      overflow,
      transferBoostMs: first.transferPriorityMin * minuteMs,
    },
    musicId: first.musicId,
    noticeVoiceId: first.waitVoiceId,
    menuVoiceId: first.menuVoiceId,
  };
}

/** undefined: it does not exist, is disabled, or has no group that a call could wait in. */
export async function readQueue(
  trx: Trx,
  compId: string,
  { kind, id }: { readonly kind: "skillGroup" | "dispatchQueue"; readonly id: string },
  at: number,
  caller?: string,
): Promise<StoredQueue | undefined> {
  const found = await (kind === "skillGroup" ? ofGroup(trx, compId, id) : ofDispatchQueue(trx, compId, id));
  if (!found) return undefined;
  const { stored, first } = found;
  return { ...stored, plan: { ...stored.plan, ...(await stickyOf(trx, compId, first, at, caller)) } };
}

interface Found {
  readonly stored: StoredQueue;
  /** Whose settings the queue has. */
  readonly first: GroupRow;
}

async function ofGroup(trx: Trx, compId: string, id: string): Promise<Found | undefined> {
  const [g] = await findSkillGroups(trx, compId, [id]);
  if (g?.enabled !== 1) return undefined;
  return { stored: queueOf(g.name, g.maxWaitS, overflowOf(g), g, await ringGroups(trx, compId, g)), first: g };
}

/** Which groups follow is the queue's matter; the rings of its groups say which of their agents. */
async function ofDispatchQueue(trx: Trx, compId: string, id: string): Promise<Found | undefined> {
  const d = await findDispatchGroup(trx, compId, id);
  if (d?.enabled !== 1) return undefined;
  const closed = await closedGroups(trx, compId);
  const rows = (await groupsOfDispatchGroup(trx, compId, id)).filter((g) => !closed.has(g.id));
  const [first] = rows;
  if (!first) return undefined;
  const { shortAbandonS: shortS } = await settingsOf(trx, compId);
  const groups = rows.map((g) => groupOf(g, shortS, g.nextAfterS * 1_000));
  return { stored: queueOf(d.name, d.maxWaitS, overflowOf(d), first, groups), first };
}
