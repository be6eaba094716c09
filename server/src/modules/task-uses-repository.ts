/** Which dialling tasks that may still call name a thing, whoever asks: of any that is deleted this is said before it goes. */
import { sql, type RawBuilder } from "kysely";
import type { Trx } from "../ports/database.ts";

export type NamedByTask = "skillGroup" | "flow" | "robot" | "timeRule" | "form" | "intentionRule" | "noticeTemplate";

/** Where a task's settings keep the ids. */
const settings: Readonly<Record<NamedByTask, readonly string[]>> = {
  skillGroup: ["groupId", "handOverGroupId", "transferGroupId"],
  flow: ["flowId"],
  robot: ["robotId"],
  timeRule: ["timeRuleId"],
  form: ["formId"],
  intentionRule: ["intentionRuleId"],
  noticeTemplate: ["templateId"],
};

/** What a half of an experiment may name as well. */
const inHalves: Readonly<Partial<Record<NamedByTask, string>>> = { flow: "flowId", noticeTemplate: "templateId" };

const mayCall = sql`t.state not in ('completed', 'stopped', 'expired')`;

/** Of an experiment that runs both halves, of one that was decided the half with which the task goes on. */
const halvesNaming = (compId: string, key: string): RawBuilder<unknown> => sql`
  union select n.id, t.task_identity as name
  from task t join dial_experiment x on x.comp_id = t.comp_id and x.task_id = t.id,
    lateral (values (x.a ->> ${sql.lit(key)}, 'a'), (x.b ->> ${sql.lit(key)}, 'b')) as n(id, half)
  where t.comp_id = ${compId} and ${mayCall} and n.id <> ''
    and (x.state = 'running' or (x.state = 'decided' and x.goes_on = 1 and x.better = n.half))`;

/** id: of the thing, name: the task's identity, each pair once. A task that is over needs nothing any more. */
export const tasksNaming = (compId: string, kind: NamedByTask): RawBuilder<{ id: string; name: string }> => sql`
  select distinct n.id, t.task_identity as name
  from task t join dial_task d on d.comp_id = t.comp_id and d.id = t.id,
    lateral (values ${sql.join(settings[kind].map((key) => sql`(d.settings ->> ${sql.lit(key)})`))}) as n(id)
  where t.comp_id = ${compId} and ${mayCall} and n.id <> ''
  ${inHalves[kind] === undefined ? sql`` : halvesNaming(compId, inHalves[kind])}`;

/** For a refusal; undefined: no task needs it. */
export async function taskThatNames(
  trx: Trx,
  compId: string,
  kind: NamedByTask,
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from (${tasksNaming(compId, kind)}) as u where id = ${id} order by name limit 1`.execute(trx);
  return rows[0] && `外呼任务“${rows[0].name}”`;
}
