/** SQL of web chat sites as administrators keep them. */
import type { Selectable } from "kysely";
import { sql } from "kysely";
import { flowTypes } from "@liantai/api/flows";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Ports } from "../../../ports/index.ts";
import type { Trx } from "../../../ports/database.ts";
import type { ChatSiteTable } from "../../../ports/schema/chats.ts";
import type { Store } from "../../crud/index.ts";

type SiteRow = Selectable<ChatSiteTable>;
/** The key is no field: it is made once and stays. */
export type SiteNew = Omit<SiteRow, "compId" | "id" | "webKey" | "createdAt">;
export type SiteListed = SiteRow & {
  /** null: it is gone. */
  readonly targetName: string | null;
  readonly timeRuleName: string | null;
  /** Conversations that are open. */
  readonly open: number;
};

type SiteQuery = PageQuery & {
  readonly compId?: string | undefined;
  readonly webName?: string | undefined;
  readonly enabled?: number | undefined;
};

const flowTypesOfSites = [flowTypes.ivr, flowTypes.robot];
const keyBytes = 16;

const openOf = async (trx: Trx, compId: string, siteId: string): Promise<number> => {
  const { open } = await trx
    .selectFrom("chat_session")
    .select((e) => e.fn.countAll().as("open"))
    .where("compId", "=", compId)
    .where("siteId", "=", siteId)
    .where("status", "<>", "closed")
    .executeTakeFirstOrThrow();
  return Number(open);
};

export const siteStore = ({
  random,
  clock,
}: Pick<Ports, "random" | "clock">): Store<SiteRow, SiteNew, SiteQuery, SiteListed> => ({
  page(trx, compId, query) {
    let base = trx.selectFrom("chat_site as s").where("s.compId", "=", compId);
    if (query.webName) base = base.where("s.webName", "ilike", containing(query.webName));
    if (query.enabled !== undefined) base = base.where("s.enabled", "=", query.enabled);
    return pageOf(base, query, {
      rows: (q) =>
        q.selectAll("s").select([
          sql<string | null>`case s.target_kind
            when 'flow' then (select f.name from voice_flow f where f.comp_id = s.comp_id and f.id = s.target_id)
            else (select g.name from skill_group g where g.comp_id = s.comp_id and g.id = s.target_id) end`.as(
            "targetName",
          ),
          sql<string | null>`(select t.name from time_rule t where t.comp_id = s.comp_id and t.id = s.time_rule_id)`.as(
            "timeRuleName",
          ),
          sql<number>`(select count(*)::int from chat_session c
            where c.comp_id = s.comp_id and c.site_id = s.id and c.status <> 'closed')`.as("open"),
        ]),
      order: { createTime: "s.createdAt", webName: "s.webName" },
      descending: true,
      filled: ["s.createdAt"],
      tie: "s.id",
    });
  },
  // Held: a conversation that opens meanwhile waits, and then finds the site gone.
  find: (trx, compId, id) =>
    trx
      .selectFrom("chat_site")
      .selectAll()
      .where("compId", "=", compId)
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst(),
  insert: (trx, compId, id, row) =>
    insertSite(trx, { compId, id, webKey: random.token(keyBytes), ...row }, clock.now()),
  update: (trx, compId, id, row) =>
    trx.updateTable("chat_site").set(row).where("compId", "=", compId).where("id", "=", id).execute(),
  remove: (trx, compId, id) => trx.deleteFrom("chat_site").where("compId", "=", compId).where("id", "=", id).execute(),
  async usedBy(trx, compId, id) {
    const open = await openOf(trx, compId, id);
    return open === 0 ? undefined : `${open}个进行中的会话`;
  },
});

export const insertSite = (trx: Trx, row: Omit<SiteRow, "createdAt">, now: number): Promise<unknown> =>
  trx
    .insertInto("chat_site")
    .values({ ...row, createdAt: new Date(now) })
    .execute();

interface Found {
  readonly name: string;
  readonly enabled: number;
}

/** These are held to the end of the transaction: who deletes one meanwhile waits, and then sees the site. */
export const holdFlow = (trx: Trx, compId: string, id: string) =>
  trx
    .selectFrom("voice_flow")
    .select(["name", "flowType", "enabled", "version"])
    .where("compId", "=", compId)
    .where("id", "=", id)
    .forShare()
    .executeTakeFirst();

export const holdGroup = (trx: Trx, compId: string, id: string): Promise<Found | undefined> =>
  trx
    .selectFrom("skill_group")
    .select(["name", "enabled"])
    .where("compId", "=", compId)
    .where("id", "=", id)
    .forShare()
    .executeTakeFirst();

export const holdTimeRule = (trx: Trx, compId: string, id: string): Promise<{ readonly name: string } | undefined> =>
  trx
    .selectFrom("time_rule")
    .select("name")
    .where("compId", "=", compId)
    .where("id", "=", id)
    .forShare()
    .executeTakeFirst();

export const isSiteFlow = (flowType: number): boolean => flowTypesOfSites.some((type) => type === flowType);

/** What a site may lead to, by name; enabled 0: nothing new. */
export async function listChoices(trx: Trx, compId: string) {
  const flows = trx
    .selectFrom("voice_flow")
    .select(["id", "name", "enabled", "version"])
    .where("compId", "=", compId)
    .where("flowType", "in", flowTypesOfSites)
    .orderBy("name");
  const groups = trx
    .selectFrom("skill_group")
    .select(["id", "name", "enabled"])
    .where("compId", "=", compId)
    .orderBy("name");
  const rules = trx.selectFrom("time_rule").select(["id", "name"]).where("compId", "=", compId).orderBy("name");
  return { flows: await flows.execute(), groups: await groups.execute(), rules: await rules.execute() };
}

/** Of sites that lead to these flows. */
export const sitesWithFlows = (trx: Trx, compId: string, flowIds: readonly string[]) =>
  flowIds.length === 0
    ? Promise.resolve([])
    : trx
        .selectFrom("chat_site")
        .select(["targetId as flowId", "webName"])
        .where("compId", "=", compId)
        .where("targetKind", "=", "flow")
        .where("targetId", "in", flowIds)
        .orderBy("webName")
        .execute();
