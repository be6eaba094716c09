/** SQL of sites as their visitors reach them: by a key, whosever they are. */
import type { Selectable } from "kysely";
import type { Database, Trx } from "../../../ports/database.ts";
import type { ChatSiteTable } from "../../../ports/schema/chats.ts";

export type ChatSiteRow = Selectable<ChatSiteTable>;

/** undefined: there is none, it is switched off, or its enterprise is, or has not the module IM. */
export const siteByKey = (database: Pick<Database, "system">, webKey: string): Promise<ChatSiteRow | undefined> =>
  database.system((trx) =>
    trx
      .selectFrom("chat_site as s")
      .innerJoin("enterprise as e", "e.compId", "s.compId")
      .selectAll("s")
      .where("s.webKey", "=", webKey)
      .where("s.enabled", "=", 1)
      .where("e.enabled", "=", 1)
      .where("e.moduleIm", "=", 1)
      .executeTakeFirst(),
  );

/** Whose it is, in service or not. undefined: there is none. */
export const enterpriseOfSite = (database: Pick<Database, "system">, webKey: string): Promise<string | undefined> =>
  database.system(
    async (trx) =>
      (await trx.selectFrom("chat_site").select("compId").where("webKey", "=", webKey).executeTakeFirst())?.compId,
  );

export const siteOf = (trx: Trx, compId: string, id: string): Promise<ChatSiteRow | undefined> =>
  trx.selectFrom("chat_site").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst();

/** Whether the enterprise is in service, and has the module IM. */
export const isServed = async (trx: Trx, compId: string): Promise<boolean> =>
  (await trx
    .selectFrom("enterprise")
    .select("compId")
    .where("compId", "=", compId)
    .where("enabled", "=", 1)
    .where("moduleIm", "=", 1)
    .executeTakeFirst()) !== undefined;

/** Held to the end of the transaction: who deletes it meanwhile waits, and then sees what was opened. false: it is gone. */
export const holdSite = async (trx: Trx, compId: string, id: string): Promise<boolean> =>
  (await trx
    .selectFrom("chat_site")
    .select("id")
    .where("compId", "=", compId)
    .where("id", "=", id)
    .forShare()
    .executeTakeFirst()) !== undefined;
