/** SQL of follow-up settings, and of what they name. */
import type { FlowDefinition } from "@liantai/api/contract/work-orders";
import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { FollowUpSettingTable } from "../../../ports/schema/followups.ts";
import { asked } from "../../asked.ts";

export type SettingRow = Selectable<FollowUpSettingTable>;
export type SettingValues = Omit<SettingRow, "compId" | "id">;

const of = (trx: Trx, compId: string) => trx.selectFrom("follow_up_setting as f").where("f.compId", "=", compId);

/** What makes tasks of it. */
export type SettingInForce = Pick<
  SettingRow,
  | ("id" | "trigger" | "flowId" | "nodeId" | "who" | "agentId" | "groupId")
  | ("minutes" | "timeRuleId" | "tries" | "retryMinutes")
>;

/** Those that are in force. */
export const settingsFor = (trx: Trx, compId: string, formId: string): Promise<readonly SettingInForce[]> =>
  asked(
    trx,
    sql<SettingInForce>`
      select id, trigger, flow_id as "flowId", node_id as "nodeId", who, agent_id as "agentId", group_id as "groupId", minutes,
        time_rule_id as "timeRuleId", tries, retry_minutes as "retryMinutes"
      from follow_up_setting where comp_id = ${compId} and form_id = ${formId} and enabled = 1 order by id`,
  );

const named = (trx: Trx, compId: string) =>
  of(trx, compId)
    .leftJoin("form_definition as d", (on) => on.onRef("d.compId", "=", "f.compId").onRef("d.id", "=", "f.formId"))
    .leftJoin("seat as s", (on) => on.onRef("s.compId", "=", "f.compId").onRef("s.agentId", "=", "f.agentId"))
    .leftJoin("agent_group as g", (on) => on.onRef("g.compId", "=", "f.compId").onRef("g.id", "=", "f.groupId"))
    .leftJoin("time_rule as t", (on) => on.onRef("t.compId", "=", "f.compId").onRef("t.id", "=", "f.timeRuleId"));

const shown = ["d.name as formName", "s.name as seatName", "g.name as groupName", "t.name as timeRuleName"] as const;

export interface SettingQuery extends PageQuery {
  readonly name?: string | undefined;
  readonly formId?: string | undefined;
  readonly trigger?: string | undefined;
}

export function listSettings(trx: Trx, compId: string, query: SettingQuery) {
  let base = named(trx, compId);
  if (query.name) base = base.where("f.name", "like", containing(query.name));
  if (query.formId) base = base.where("f.formId", "=", query.formId);
  if (query.trigger) base = base.where("f.trigger", "=", query.trigger as SettingRow["trigger"]);
  return pageOf(base, query, {
    rows: (q) => q.selectAll("f").select(shown),
    order: { updateTime: "f.updatedAt" },
    descending: true,
    filled: ["f.updatedAt"],
    tie: "f.id",
  });
}

export const enabledSettings = (trx: Trx, compId: string, formId: string) =>
  named(trx, compId)
    .where("f.formId", "=", formId)
    .where("f.enabled", "=", 1)
    .selectAll("f")
    .select(shown)
    .orderBy("f.id")
    .execute();

export const findSetting = (trx: Trx, compId: string, id: string): Promise<SettingRow | undefined> =>
  of(trx, compId).where("f.id", "=", id).selectAll("f").forUpdate().executeTakeFirst();

/** The one that there is for it. */
export const sameSetting = (
  trx: Trx,
  compId: string,
  { formId, trigger, flowId, nodeId }: Pick<SettingRow, "formId" | "trigger" | "flowId" | "nodeId">,
): Promise<SettingRow | undefined> =>
  of(trx, compId)
    .where("f.formId", "=", formId)
    .where("f.trigger", "=", trigger)
    .where("f.flowId", "=", flowId)
    .where("f.nodeId", "=", nodeId)
    .selectAll("f")
    .forUpdate()
    .executeTakeFirst();

export async function countSettings(trx: Trx, compId: string): Promise<number> {
  const { n } = await of(trx, compId)
    .select((e) => e.fn.countAll().as("n"))
    .executeTakeFirstOrThrow();
  return Number(n);
}

export const insertSetting = (trx: Trx, row: Insertable<FollowUpSettingTable>) =>
  trx.insertInto("follow_up_setting").values(row).execute();
export const updateSetting = (trx: Trx, compId: string, id: string, set: Updateable<FollowUpSettingTable>) =>
  trx.updateTable("follow_up_setting").set(set).where("compId", "=", compId).where("id", "=", id).execute();
export const deleteSetting = (trx: Trx, compId: string, id: string): Promise<SettingRow | undefined> =>
  trx
    .deleteFrom("follow_up_setting")
    .where("compId", "=", compId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();

/** Published forms. */
export const listForms = (trx: Trx, compId: string) =>
  trx
    .selectFrom("form_definition")
    .select(["id", "name", "formType"])
    .where("compId", "=", compId)
    .where("version", ">", 0)
    .orderBy("name")
    .execute();

export const timeRules = (trx: Trx, compId: string): Promise<{ id: string; name: string }[]> =>
  trx.selectFrom("time_rule").select(["id", "name"]).where("compId", "=", compId).orderBy("name").execute();

export interface KnownNode {
  readonly formId: string;
  readonly flowId: string;
  readonly flowName: string;
  readonly nodeId: string;
  readonly nodeName: string;
}

const left: readonly FlowDefinition["nodes"][number]["kind"][] = ["start", "end", "gateway"];

/** Nodes of the flows' newest versions that an order stays at. */
export async function listNodes(trx: Trx, compId: string): Promise<readonly KnownNode[]> {
  const rows = await trx
    .selectFrom("flow as f")
    .innerJoin("flow_version as v", (on) =>
      on
        .onRef("v.compId", "=", "f.compId")
        .onRef("v.flowId", "=", "f.id")
        .on(sql<boolean>`v.version = f.version`),
    )
    .select(["f.id", "f.name", "f.formId", "v.definition"])
    .where("f.compId", "=", compId)
    .orderBy("f.name")
    .execute();
  return rows.flatMap(({ id, name, formId, definition }) =>
    definition.nodes
      .filter(({ kind }) => !left.includes(kind))
      .map((node) => ({ formId, flowId: id, flowName: name, nodeId: node.id, nodeName: node.name })),
  );
}
