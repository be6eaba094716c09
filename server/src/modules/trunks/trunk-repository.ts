/** SQL of the installation's trunks, groups and routes. */
import type { Insertable, Selectable } from "kysely";
import { sql } from "kysely";
import { containing, pageOf, type PageQuery } from "../../adapters/database/page.ts";
import type { Trx } from "../../ports/database.ts";
import type { RouteConfigTable, RouteGroupTable, RouteNodeTable } from "../../ports/schema/trunks.ts";
import type { Store } from "../crud/index.ts";

export type NodeRow = Selectable<RouteNodeTable>;
export type GroupRow = Selectable<RouteGroupTable>;
export type ConfigRow = Selectable<RouteConfigTable>;
type Own<T> = Omit<Insertable<T>, "id">;
/** With the names of the groups it is in. */
export type ListedNode = NodeRow & { readonly groups: readonly string[] | null };
type MemberRow = Pick<NodeRow, "name" | "enabled" | "state"> & { readonly nodeId: string; readonly weight: number };
export type ListedGroup = GroupRow & { readonly members: readonly MemberRow[] };
export type ListedConfig = ConfigRow & { readonly groupName: string; readonly ownerName: string | null };
export type NewGroup = Own<RouteGroupTable> & {
  readonly members: readonly { readonly nodeId: string; readonly weight: number }[];
};

interface NamedQuery extends PageQuery {
  readonly name?: string | undefined;
  readonly enabled?: string | undefined;
  readonly groupId?: string | undefined;
}

const names = (query: readonly { readonly name: string }[], noun: string): string | undefined =>
  query.length === 0 ? undefined : `${noun}${query.map((row) => `“${row.name}”`).join("、")}`;

export const nodes: Store<NodeRow, Own<RouteNodeTable>, NamedQuery, ListedNode> = {
  page(trx, _compId, query) {
    let base = trx.selectFrom("route_node as n");
    if (query.name) base = base.where("n.name", "like", containing(query.name));
    if (query.enabled) base = base.where("n.enabled", "=", Number(query.enabled));
    return pageOf(base, query, {
      rows: (q) =>
        q.selectAll("n").select((e) =>
          e
            .selectFrom("route_group_member as m")
            .innerJoin("route_group as g", "g.id", "m.groupId")
            .select(sql<string[]>`coalesce(json_agg(g.name order by g.name), '[]'::json)`.as("names"))
            .whereRef("m.nodeId", "=", "n.id")
            .as("groups"),
        ),
      order: { name: "n.name", address: "n.address", concurrency: "n.concurrency" },
      tie: "n.id",
    });
  },
  find: (trx, _compId, id) => trx.selectFrom("route_node").selectAll().where("id", "=", id).executeTakeFirst(),
  insert: (trx, _compId, id, row) =>
    trx
      .insertInto("route_node")
      .values({ id, ...row })
      .execute(),
  update: (trx, _compId, id, row) => trx.updateTable("route_node").set(row).where("id", "=", id).execute(),
  remove: (trx, _compId, id) => trx.deleteFrom("route_node").where("id", "=", id).execute(),
  usedBy: async (trx, _compId, id) =>
    names(
      await trx
        .selectFrom("route_group_member as m")
        .innerJoin("route_group as g", "g.id", "m.groupId")
        .select("g.name")
        .where("m.nodeId", "=", id)
        .execute(),
      "节点组",
    ),
};

export const enabledNodes = (trx: Trx): Promise<NodeRow[]> =>
  trx.selectFrom("route_node").selectAll().where("enabled", "=", 1).orderBy("name").execute();

/** Those of the nodes that data of calls goes out over. */
export const nodesThatSend = async (trx: Trx, ids: readonly string[]): Promise<readonly string[]> =>
  (
    await trx
      .selectFrom("route_node")
      .select("id")
      .where("id", "in", ids)
      .where("sendsData", "=", 1)
      .orderBy("id")
      .execute()
  ).map(({ id }) => id);

export const noteCheck = (
  trx: Trx,
  id: string,
  found: {
    readonly state: string;
    readonly stateText: string;
    readonly latencyMs: number | null;
    readonly checkedAt: Date;
  },
): Promise<unknown> => trx.updateTable("route_node").set(found).where("id", "=", id).execute();

async function setMembers(trx: Trx, groupId: string, members: NewGroup["members"]): Promise<void> {
  await trx.deleteFrom("route_group_member").where("groupId", "=", groupId).execute();
  await trx
    .insertInto("route_group_member")
    .values(members.map((m, position) => ({ groupId, ...m, position })))
    .execute();
}

export const membersOf = (trx: Trx, groupIds: readonly string[]) =>
  trx
    .selectFrom("route_group_member as m")
    .innerJoin("route_node as n", "n.id", "m.nodeId")
    .select(["m.groupId", "m.nodeId", "m.weight", "n.name", "n.enabled", "n.state"])
    .where("m.groupId", "in", groupIds)
    .orderBy("m.position")
    .execute();

export const groups: Store<GroupRow & { readonly members: NewGroup["members"] }, NewGroup, NamedQuery, ListedGroup> = {
  async page(trx, _compId, query) {
    let base = trx.selectFrom("route_group");
    if (query.name) base = base.where("name", "like", containing(query.name));
    const { rows, total } = await pageOf(base, query, {
      rows: (q) => q.selectAll(),
      order: { name: "name" },
      tie: "id",
    });
    const members =
      rows.length > 0
        ? await membersOf(
            trx,
            rows.map((row) => row.id),
          )
        : [];
    return { rows: rows.map((row) => ({ ...row, members: members.filter((m) => m.groupId === row.id) })), total };
  },
  async find(trx, _compId, id) {
    const row = await trx.selectFrom("route_group").selectAll().where("id", "=", id).executeTakeFirst();
    return row && { ...row, members: (await membersOf(trx, [id])).map(({ nodeId, weight }) => ({ nodeId, weight })) };
  },
  async insert(trx, _compId, id, { members, ...row }) {
    await trx
      .insertInto("route_group")
      .values({ id, ...row })
      .execute();
    await setMembers(trx, id, members);
  },
  async update(trx, _compId, id, { members, ...row }) {
    await trx.updateTable("route_group").set(row).where("id", "=", id).execute();
    if (members) await setMembers(trx, id, members);
  },
  remove: (trx, _compId, id) => trx.deleteFrom("route_group").where("id", "=", id).execute(),
  usedBy: async (trx, _compId, id) =>
    names(await trx.selectFrom("route_config").select("name").where("groupId", "=", id).execute(), "路由配置"),
};

interface ConfigQuery extends NamedQuery {
  /** Routes of these enterprises, and of all; undefined: every route. */
  readonly companies?: ReadonlySet<string> | undefined;
}

export const configs: Store<ConfigRow, Own<RouteConfigTable>, ConfigQuery, ListedConfig> = {
  page(trx, _compId, query) {
    let base = trx
      .selectFrom("route_config as c")
      .innerJoin("route_group as g", "g.id", "c.groupId")
      .leftJoin("enterprise as e", "e.compId", "c.ownerCompId");
    if (query.name) base = base.where("c.name", "like", containing(query.name));
    if (query.groupId) base = base.where("c.groupId", "=", query.groupId);
    const { companies } = query;
    if (companies)
      base = base.where((c) => c.or([c("c.ownerCompId", "is", null), c("c.ownerCompId", "in", [...companies])]));
    return pageOf(base, query, {
      rows: (q) => q.selectAll("c").select(["g.name as groupName", "e.name as ownerName"]),
      order: { priority: "c.priority", name: "c.name" },
      tie: "c.id",
    });
  },
  find: (trx, _compId, id) => trx.selectFrom("route_config").selectAll().where("id", "=", id).executeTakeFirst(),
  insert: (trx, _compId, id, row) =>
    trx
      .insertInto("route_config")
      .values({ id, ...row })
      .execute(),
  update: (trx, _compId, id, row) => trx.updateTable("route_config").set(row).where("id", "=", id).execute(),
  remove: (trx, _compId, id) => trx.deleteFrom("route_config").where("id", "=", id).execute(),
};

export const trunkRoutes = (trx: Trx) =>
  trx
    .selectFrom("route_config as c")
    .innerJoin("route_group as g", "g.id", "c.groupId")
    .selectAll("c")
    .select(["g.name as groupName", "g.mode as groupMode", "g.enabled as groupEnabled"])
    .execute();
