/** SQL of what texts of flows name, and of what leads calls to a flow. */
import { sql } from "kysely";
import type { Trx } from "../../ports/database.ts";
import { tasksNaming } from "../task-uses-repository.ts";
import { sharedVersionKind } from "./kinds.ts";

export interface Named {
  readonly kind: string;
  readonly usedId: string;
  readonly subProcessId: string;
  readonly subProcessName: string;
  readonly nodeId: string;
  readonly nodeName: string;
}

const chunk = 500;

/** In place of what the draft ('') named; a version is written once. */
export async function setUses(
  trx: Trx,
  compId: string,
  flowId: string,
  versionId: string,
  named: readonly Named[],
): Promise<void> {
  await trx
    .deleteFrom("voice_flow_use")
    .where("compId", "=", compId)
    .where("flowId", "=", flowId)
    .where("versionId", "=", versionId)
    .execute();
  const rows = named.map((one) => ({ compId, flowId, versionId, ...one }));
  for (let at = 0; at < rows.length; at += chunk)
    await trx
      .insertInto("voice_flow_use")
      .values(rows.slice(at, at + chunk))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

export interface Dependent extends Named {
  readonly flowId: string;
  readonly flowName: string;
  readonly flowType: number;
  readonly versionId: string;
  /** Of a shared sub-process: number of the version that the node names; 0: the newest, or none. */
  readonly version: number;
}

/** In drafts, in versions that calls are led through now, and in those of shared sub-processes that a flow names. */
export const dependentsOf = async (
  trx: Trx,
  compId: string,
  kind: string,
  usedIds: readonly string[],
): Promise<readonly Dependent[]> =>
  usedIds.length === 0
    ? []
    : (
        await sql<Dependent>`
          select f.id as "flowId", f.name as "flowName", f.flow_type as "flowType", u.version_id as "versionId", u.kind,
            u.used_id as "usedId", u.sub_process_id as "subProcessId", u.sub_process_name as "subProcessName",
            u.node_id as "nodeId", u.node_name as "nodeName", coalesce((select max(w.version) from voice_flow_use v
              join voice_flow_version w on w.comp_id = v.comp_id and w.id = v.used_id and w.flow_id = u.used_id
              where v.comp_id = u.comp_id and v.flow_id = u.flow_id and v.version_id = u.version_id
                and v.kind = ${sharedVersionKind} and v.node_id = u.node_id), 0) as version
          from voice_flow_use u join voice_flow f on f.comp_id = u.comp_id and f.id = u.flow_id
          where u.comp_id = ${compId} and u.kind = ${kind} and u.used_id in (${sql.join([...usedIds])})
            and (u.version_id = '' or u.version_id = f.version_id or exists (
              select from voice_flow_share s
              where s.comp_id = u.comp_id and s.flow_id = u.flow_id and s.version_id = u.version_id and s.percent > 0)
              or exists (select from voice_flow_use v
                where v.comp_id = u.comp_id and v.kind = ${sharedVersionKind} and v.used_id = u.version_id))
          order by f.name, f.id, u.version_id, u.sub_process_id, u.node_id`.execute(trx)
      ).rows;

/** What leads calls to these flows, in words: access numbers, their rules, overflows, robots, dialling tasks, surveys. */
export const leadsTo = async (
  trx: Trx,
  compId: string,
  flowIds: readonly string[],
): Promise<readonly { readonly id: string; readonly by: string }[]> => {
  if (flowIds.length === 0) return [];
  const ids = sql.join([...flowIds]);
  const { rows } = await sql<{ id: string; by: string }>`
    select target_id as id, '接入号码' || number as by from access_number
      where comp_id = ${compId} and target_kind = 'flow' and target_id in (${ids})
    union select target_id, '接入号码' || number || '的时间规则' from access_number_rule
      where comp_id = ${compId} and target_kind = 'flow' and target_id in (${ids})
    union select o.id, '技能组「' || g.name || '」的溢出' from skill_group g, lateral (values
        (g.overflow_full_kind, g.overflow_full_id), (g.overflow_wait_kind, g.overflow_wait_id),
        (g.overflow_absent_kind, g.overflow_absent_id)) as o(kind, id)
      where g.comp_id = ${compId} and o.kind = 'flow' and o.id in (${ids})
    union select o.id, '调度队列「' || g.name || '」的溢出' from dispatch_group g, lateral (values
        (g.overflow_full_kind, g.overflow_full_id), (g.overflow_wait_kind, g.overflow_wait_id),
        (g.overflow_absent_kind, g.overflow_absent_id)) as o(kind, id)
      where g.comp_id = ${compId} and o.kind = 'flow' and o.id in (${ids})
    union select target_id, '应急开关' || case subject when 'number' then '（接入号码' || subject_id || '）' else '' end
      from emergency_switch where comp_id = ${compId} and target_kind = 'flow' and target_id in (${ids})
    union select r.flow_id, '机器人' || coalesce('「' || l.name || '」', '「' || a.name || '」', r.robot_id) from robot_group r
      left join robot l on l.comp_id = r.comp_id and l.id = r.robot_id
      left join robot_agent a on a.comp_id = r.comp_id and a.id = r.robot_id
      where r.comp_id = ${compId} and r.flow_id in (${ids})
    union select flow_id, '满意度评价' from survey_setting where comp_id = ${compId} and flow_id in (${ids})
    union select id, '外呼任务「' || name || '」' from (${tasksNaming(compId, "flow")}) as t where id in (${ids})
    order by 2`.execute(trx);
  return rows;
};

/** Whether a flow, in its draft or in what calls are led through now, names this thing. */
export const flowNames = async (
  trx: Trx,
  compId: string,
  flowId: string,
  kind: string,
  usedId: string,
): Promise<boolean> => (await dependentsOf(trx, compId, kind, [usedId])).some((each) => each.flowId === flowId);
