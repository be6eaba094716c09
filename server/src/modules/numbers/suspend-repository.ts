/** SQL of where customers may be sent who come back by themselves; the module `voices` writes it. */
import type { Selectable } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { SuspendTargetTable } from "../../ports/schema/voices.ts";

export type SuspendTargetRow = Selectable<SuspendTargetTable>;

export const findSuspendTarget = (trx: Trx, compId: string, id: string): Promise<SuspendTargetRow | undefined> =>
  trx.selectFrom("suspend_target").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst();

/** Those in service, for whoever picks one. */
export const listSuspendTargets = (trx: Trx, compId: string) =>
  trx
    .selectFrom("suspend_target")
    .select(["id", "name", "want"])
    .where("compId", "=", compId)
    .where("enabled", "=", 1)
    .orderBy("name")
    .execute();
