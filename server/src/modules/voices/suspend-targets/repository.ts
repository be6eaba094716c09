/** SQL of the voices that customers are sent to and come back from. */
import type { Selectable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { SuspendTargetTable } from "../../../ports/schema/voices.ts";
import type { Store } from "../../crud/index.ts";

export type SuspendTargetRow = Selectable<SuspendTargetTable>;
export type NewSuspendTarget = Omit<SuspendTargetRow, "compId" | "id">;
export type ListedSuspendTarget = SuspendTargetRow & { readonly voiceName: string | null };
type TargetQuery = PageQuery & { readonly name?: string | undefined; readonly enabled?: number | undefined };

const stored = <R extends Partial<NewSuspendTarget>>({ options, ...row }: R) => ({
  ...row,
  options: JSON.stringify(options ?? []),
});

export const suspendTargetStore: Store<SuspendTargetRow, NewSuspendTarget, TargetQuery, ListedSuspendTarget> = {
  page(trx, compId, query) {
    let base = trx
      .selectFrom("suspend_target")
      .leftJoin("voice", (on) =>
        on.onRef("voice.compId", "=", "suspend_target.compId").onRef("voice.id", "=", "suspend_target.voiceId"),
      )
      .where("suspend_target.compId", "=", compId);
    if (query.name) base = base.where("suspend_target.name", "like", containing(query.name));
    if (query.enabled !== undefined) base = base.where("suspend_target.enabled", "=", query.enabled);
    return pageOf(base, query, {
      rows: (q) => q.selectAll("suspend_target").select("voice.name as voiceName"),
      order: { name: "suspend_target.name" },
      tie: "suspend_target.id",
    });
  },
  find: (trx, compId, id) =>
    trx.selectFrom("suspend_target").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst(),
  insert: (trx, compId, id, row) =>
    trx
      .insertInto("suspend_target")
      .values({ ...stored(row), compId, id })
      .execute(),
  update: (trx, compId, id, row) =>
    trx.updateTable("suspend_target").set(stored(row)).where("compId", "=", compId).where("id", "=", id).execute(),
  remove: (trx, compId, id) =>
    trx.deleteFrom("suspend_target").where("compId", "=", compId).where("id", "=", id).execute(),
};
