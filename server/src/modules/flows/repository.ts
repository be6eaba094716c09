/** SQL of flows and their drafts. */
import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import type { FlowType } from "@liantai/api/flows";
import { containing, pageOf, type PageQuery } from "../../adapters/database/page.ts";
import type { Trx } from "../../ports/database.ts";
import type { VoiceFlowTable } from "../../ports/schema/flows.ts";

export type FlowRow = Selectable<VoiceFlowTable>;
/** Without the texts. */
export type FlowHead = Omit<FlowRow, "draft" | "tts">;

const head = [
  "compId",
  "id",
  "name",
  "flowType",
  "remark",
  "enabled",
  "revision",
  "nodeCount",
  "version",
  "versionId",
  "changed",
  "createdAt",
  "updatedAt",
  "updatedBy",
  "publishedAt",
] as const;

interface FlowQuery extends PageQuery {
  readonly name?: string | undefined;
  readonly flowType?: FlowType | undefined;
  readonly enabled?: string | undefined;
  readonly published?: number | undefined;
}

export interface ListedFlow extends FlowHead {
  readonly testCount: number;
  readonly shared: number;
}

export async function listFlows(
  trx: Trx,
  compId: string,
  query: FlowQuery,
): Promise<{ readonly rows: readonly ListedFlow[]; readonly total: number }> {
  let base = trx.selectFrom("voice_flow").where("compId", "=", compId);
  if (query.name) base = base.where("name", "like", containing(query.name));
  if (query.flowType) base = base.where("flowType", "=", query.flowType);
  if (query.enabled) base = base.where("enabled", "=", Number(query.enabled));
  if (query.published === 1) base = base.where("version", ">", 0);
  const tests = sql<unknown>`(select count(*) from voice_flow_test t where t.comp_id = voice_flow.comp_id and t.flow_id = voice_flow.id)`;
  const shares = sql<unknown>`(select count(*) from voice_flow_share s
    where s.comp_id = voice_flow.comp_id and s.flow_id = voice_flow.id and s.percent > 0)`;
  const { rows, total } = await pageOf(base, query, {
    rows: (q) => q.select(head).select([tests.as("testCount"), shares.as("shares")]),
    order: { updateTime: "updatedAt", name: "name", flowType: "flowType" },
    descending: true,
    tie: "id",
  });
  return {
    rows: rows.map(({ testCount, shares: shared, ...row }) => ({
      ...row,
      testCount: Number(testCount),
      shared: Number(shared) > 1 ? 1 : 0,
    })),
    total,
  };
}

export const findFlow = (trx: Trx, compId: string, id: string): Promise<FlowRow | undefined> =>
  trx.selectFrom("voice_flow").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst();

/** In a system transaction: whose flow it is. */
export const enterpriseOfFlow = async (trx: Trx, id: string): Promise<string | undefined> =>
  (await trx.selectFrom("voice_flow").select("compId").where("id", "=", id).executeTakeFirst())?.compId;

/** Published, switched on and of this type, by name. */
export const namableFlows = (trx: Trx, compId: string, flowType: FlowType): Promise<{ id: string; name: string }[]> =>
  trx
    .selectFrom("voice_flow")
    .select(["id", "name"])
    .where("compId", "=", compId)
    .where("flowType", "=", flowType)
    .where("enabled", "=", 1)
    .where("version", ">", 0)
    .orderBy("name")
    .execute();

/** Until the transaction ends nobody else changes it. */
export const lockFlow = (trx: Trx, compId: string, id: string): Promise<FlowRow | undefined> =>
  trx
    .selectFrom("voice_flow")
    .selectAll()
    .where("compId", "=", compId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

export const insertFlow = (trx: Trx, row: Insertable<VoiceFlowTable>): Promise<unknown> =>
  trx.insertInto("voice_flow").values(row).execute();
export const updateFlow = (trx: Trx, compId: string, id: string, row: Updateable<VoiceFlowTable>): Promise<unknown> =>
  trx.updateTable("voice_flow").set(row).where("compId", "=", compId).where("id", "=", id).execute();
export const deleteFlow = (trx: Trx, compId: string, id: string): Promise<unknown> =>
  trx.deleteFrom("voice_flow").where("compId", "=", compId).where("id", "=", id).execute();

export const namesLike = async (trx: Trx, compId: string, name: string): Promise<ReadonlySet<string>> => {
  const rows = await trx
    .selectFrom("voice_flow")
    .select("name")
    .where("compId", "=", compId)
    .where("name", "like", containing(name))
    .execute();
  return new Set(rows.map((row) => row.name));
};

/** The name of another flow whose draft has one of these ids. */
export async function otherFlowWith(
  trx: Trx,
  compId: string,
  id: string,
  ids: readonly string[],
): Promise<string | undefined> {
  if (ids.length === 0) return undefined;
  const has = sql.join(
    ids.map((each) => sql`position(${JSON.stringify(each)}::text in draft) > 0`),
    sql` or `,
  );
  const { rows } = await sql<{ name: string }>`
    select name from voice_flow where comp_id = ${compId} and id <> ${id} and (${has}) order by name limit 1`.execute(
    trx,
  );
  return rows[0]?.name;
}
