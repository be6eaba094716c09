/** SQL of flows and their versions. */
import type { FlowNode } from "@liantai/api/contract/work-orders";
import type { Insertable, Selectable, Updateable } from "kysely";
import { sql } from "kysely";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { FlowTable, FlowVersionTable } from "../../../ports/schema/workorders.ts";

export type FlowRow = Selectable<FlowTable>;

const running = sql<number>`(select count(*) from work_order o where o.comp_id = f.comp_id and o.flow_id = f.id
  and o.state not in ('done', 'deleted'))`;

export function listFlows(
  trx: Trx,
  compId: string,
  filter: PageQuery & { readonly name?: string | undefined; readonly formId?: string | undefined },
) {
  let base = trx.selectFrom("flow as f").where("f.compId", "=", compId);
  if (filter.name) base = base.where("f.name", "ilike", containing(filter.name));
  if (filter.formId) base = base.where("f.formId", "=", filter.formId);
  return pageOf(base, filter, {
    rows: (query) =>
      query
        .select(["f.id", "f.name", "f.formId", "f.remark", "f.enabled", "f.version", "f.changed", "f.updatedAt"])
        .select(["f.revision", "f.updatedBy"])
        .select(running.as("running")),
    order: { updateTime: "f.updatedAt", name: "f.name" },
    descending: true,
    filled: ["f.updatedAt"],
    tie: "f.id",
  });
}

export const findFlow = (trx: Trx, compId: string, id: string): Promise<FlowRow | undefined> =>
  trx.selectFrom("flow").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst();

/** Those that orders can be made by. */
export const usableFlows = (trx: Trx, compId: string): Promise<{ id: string; name: string }[]> =>
  trx
    .selectFrom("flow")
    .select(["id", "name"])
    .where("compId", "=", compId)
    .where("enabled", "=", 1)
    .where("version", ">", 0)
    .orderBy("name")
    .limit(500)
    .execute();

/** The same of one form; more than two are as many. */
export const usableFlowsOf = (trx: Trx, compId: string, formId: string): Promise<{ id: string }[]> =>
  trx
    .selectFrom("flow")
    .select("id")
    .where("compId", "=", compId)
    .where("formId", "=", formId)
    .where("enabled", "=", 1)
    .where("version", ">", 0)
    .limit(2)
    .execute();

export const lockFlow = (trx: Trx, compId: string, id: string): Promise<FlowRow | undefined> =>
  trx.selectFrom("flow").selectAll().where("compId", "=", compId).where("id", "=", id).forUpdate().executeTakeFirst();

/** Nobody changes these until this transaction is over; others may hold them as well. */
export const holdFlows = async (trx: Trx, compId: string, ids: readonly string[]): Promise<FlowRow[]> =>
  ids.length === 0
    ? []
    : trx
        .selectFrom("flow")
        .selectAll()
        .where("compId", "=", compId)
        .where("id", "in", [...ids])
        .orderBy("id")
        .forShare()
        .execute();

/**
 * A flow, beside those that are left out, that opens sub-orders by this one: by its newest version while it is on, or by one that an order
 * still follows.
 */
export async function flowNaming(trx: Trx, compId: string, id: string, without: readonly string[]) {
  const opens = JSON.stringify({ nodes: [{ kind: "subOrder", flowId: id }] });
  const { rows } = await sql<{ name: string }>`
    select f.name from flow f join flow_version v on v.comp_id = f.comp_id and v.flow_id = f.id
    where f.comp_id = ${compId} and f.id <> all(${sql.val([...without])}::text[]) and v.definition @> ${opens}::jsonb
      and ((f.enabled = 1 and v.version = f.version) or exists (select from work_order o
        where o.comp_id = v.comp_id and o.flow_id = v.flow_id and o.flow_version = v.version
          and o.state not in ('done', 'deleted')))
    order by f.name limit 1`.execute(trx);
  return rows[0];
}

/** A published flow of this form, whether it is on or not. */
export const flowOfForm = (trx: Trx, compId: string, formId: string): Promise<{ name: string } | undefined> =>
  trx
    .selectFrom("flow")
    .select("name")
    .where("compId", "=", compId)
    .where("formId", "=", formId)
    .where("version", ">", 0)
    .orderBy("name")
    .executeTakeFirst();

export const insertFlow = (trx: Trx, row: Insertable<FlowTable>) => trx.insertInto("flow").values(row).execute();

export const updateFlow = (trx: Trx, compId: string, id: string, set: Updateable<FlowTable>) =>
  trx.updateTable("flow").set(set).where("compId", "=", compId).where("id", "=", id).execute();

export const deleteFlow = (trx: Trx, compId: string, id: string) =>
  trx.deleteFrom("flow").where("compId", "=", compId).where("id", "=", id).execute();

/** An order that follows it, whatever became of the order. */
export const orderOf = (trx: Trx, compId: string, flowId: string) =>
  trx
    .selectFrom("work_order")
    .select("id")
    .where("compId", "=", compId)
    .where("flowId", "=", flowId)
    .executeTakeFirst();

export const insertVersion = (trx: Trx, row: Insertable<FlowVersionTable>) =>
  trx.insertInto("flow_version").values(row).execute();

export const findVersion = (trx: Trx, compId: string, flowId: string, version: number) =>
  trx
    .selectFrom("flow_version")
    .selectAll()
    .where("compId", "=", compId)
    .where("flowId", "=", flowId)
    .where("version", "=", version)
    .executeTakeFirst();

export const listVersions = (trx: Trx, compId: string, flowId: string) =>
  trx
    .selectFrom("flow_version as v")
    .selectAll("v")
    .select(
      sql<number>`(select count(*) from work_order o where o.comp_id = v.comp_id and o.flow_id = v.flow_id
        and o.flow_version = v.version and o.state not in ('done', 'deleted'))`.as("running"),
    )
    .where("v.compId", "=", compId)
    .where("v.flowId", "=", flowId)
    .orderBy("v.version", "desc")
    .execute();

/** The newest published version of each of a form's flows. */
export const newestOfForm = (trx: Trx, compId: string, formId: string) =>
  trx
    .selectFrom("flow as f")
    .innerJoin("flow_version as v", (on) =>
      on.onRef("v.compId", "=", "f.compId").onRef("v.flowId", "=", "f.id").onRef("v.version", "=", "f.version"),
    )
    .select(["f.id", "f.name", "v.version", "v.definition"])
    .where("f.compId", "=", compId)
    .where("f.formId", "=", formId)
    .orderBy("f.name")
    .execute();

export interface NodeQuery extends PageQuery {
  readonly flowId?: string | undefined;
  readonly formId?: string | undefined;
  readonly name?: string | undefined;
  readonly kind?: string | undefined;
}
interface NodeRow {
  readonly flowId: string;
  readonly flowName: string;
  readonly formId: string;
  readonly revision: number;
  readonly node: FlowNode;
  readonly total: string;
}

/** Nodes of drafts, flow by flow, each as it was drawn. */
export async function listNodes(trx: Trx, compId: string, filter: NodeQuery) {
  const { rows } = await sql<NodeRow>`
    select f.id as flow_id, f.name as flow_name, f.form_id, f.revision, n.node, count(*) over () as total
    from flow f, jsonb_array_elements(f.draft -> 'nodes') with ordinality as n (node, at)
    where f.comp_id = ${compId}
      and (${filter.flowId ?? ""} = '' or f.id = ${filter.flowId ?? ""})
      and (${filter.formId ?? ""} = '' or f.form_id = ${filter.formId ?? ""})
      and (${filter.kind ?? ""} = '' or n.node ->> 'kind' = ${filter.kind ?? ""})
      and (${filter.name ?? ""} = '' or n.node ->> 'name' ilike ${containing(filter.name ?? "")})
    order by f.name, f.id, n.at
    limit ${filter.pageSize} offset ${(filter.pageNo - 1) * filter.pageSize}`.execute(trx);
  return { rows: rows.map(({ total: _, ...row }) => row), total: Number(rows[0]?.total ?? 0) };
}
