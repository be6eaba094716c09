/** Sites, visitors, groups and what waits, laid into the tables. */
import type { Insertable } from "kysely";
import type { Ports } from "../../../../ports/index.ts";
import type { ChatSessionTable } from "../../../../ports/schema/chats.ts";
import { skillGroupRow } from "../../../../testing/skill-group.ts";

export const compId = "100001";

export interface People {
  /** A skill group of these seats. */
  group(id: string, ...agentIds: readonly string[]): Promise<void>;
  /** A conversation, of a visitor of its own; it waits for the group g unless `more` says otherwise. */
  session(id: string, more?: Partial<Insertable<ChatSessionTable>>): Promise<void>;
  /** At chats and seen now. */
  online(...agentIds: readonly string[]): Promise<void>;
  /** id of those of them that somebody has, and who. */
  had(): Promise<Readonly<Record<string, string>>>;
  row(id: string): Promise<{ readonly status: string; readonly agentId: string; readonly agentRead: number }>;
  /** Nothing of chats is left. */
  clear(): Promise<void>;
}

export function peopleOf({ database, clock }: Pick<Ports, "database" | "clock">, of: string = compId): People {
  // system, as whoever lays it.
  const run: typeof database.system = (what) => database.system(what);
  const now = (): Date => new Date(clock.now());
  const site = { compId: of, id: "w", webName: "官网", webKey: `key-${of}`, title: "在线客服", color: "#1677ff" };

  return {
    group: (id, ...agentIds) =>
      run(async (trx) => {
        await trx
          .insertInto("skill_group")
          .values(skillGroupRow({ compId: of, id, name: `组${id}` }))
          .execute();
        for (const agentId of agentIds)
          await trx
            .insertInto("skill_group_member")
            .values({ compId: of, skillGroupId: id, agentId, level: 1 })
            .execute();
      }),
    session: (id, more = {}) =>
      run(async (trx) => {
        await trx
          .insertInto("chat_site")
          .values({ ...site, targetKind: "skillGroup", targetId: "g", createdAt: now() })
          .onConflict((on) => on.doNothing())
          .execute();
        await trx
          .insertInto("chat_visitor")
          .values({ compId: of, id: `v-${id}`, secretHash: id, nick: `访客${id}`, firstAt: now(), lastAt: now() })
          .execute();
        await trx
          .insertInto("chat_session")
          .values({
            ...{ compId: of, id, siteId: "w", visitorId: `v-${id}`, status: "waiting", skillGroupId: "g" },
            ...{ queuedAt: now(), startedAt: now(), heardAt: now(), lastAt: now(), ...more },
          })
          .execute();
      }),
    online: (...agentIds) =>
      run(async (trx) => {
        for (const agentId of agentIds)
          await trx
            .insertInto("chat_agent")
            .values({ compId: of, agentId, status: "online", changedAt: now(), seenAt: now() })
            .onConflict((on) => on.columns(["compId", "agentId"]).doUpdateSet({ status: "online", seenAt: now() }))
            .execute();
      }),
    async had() {
      const rows = await run((trx) =>
        trx
          .selectFrom("chat_session")
          .select(["id", "agentId"])
          .where("compId", "=", of)
          .where("status", "=", "talking")
          .orderBy("id")
          .execute(),
      );
      return Object.fromEntries(rows.map(({ id, agentId }) => [id, agentId]));
    },
    row: (id) =>
      run((trx) =>
        trx
          .selectFrom("chat_session")
          .select(["status", "agentId", "agentRead"])
          .where("compId", "=", of)
          .where("id", "=", id)
          .executeTakeFirstOrThrow(),
      ),
    clear: () =>
      run(async (trx) => {
        await trx.deleteFrom("chat_session").execute();
        await trx.deleteFrom("chat_visitor").execute();
        await trx.deleteFrom("chat_agent").execute();
        await trx.deleteFrom("skill_group_member").where("skillGroupId", "in", ["g", "h"]).execute();
        await trx.deleteFrom("skill_group").where("id", "in", ["g", "h"]).execute();
        await trx.updateTable("seat").set({ chatMax: null, enabled: 1 }).where("compId", "=", of).execute();
      }),
  };
}
