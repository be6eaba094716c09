/** SQL of announcements of carriers. */
import type { Insertable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { CarrierPromptTable } from "../../../ports/schema/dialling.ts";
import type { Store } from "../../crud/index.ts";

const shown = [
  ...(["id", "name", "code", "carrier", "enabled", "hangsUp", "remark"] as const),
  ...(["durationMs", "createdAt", "createdBy"] as const),
] as const;

/** Without its sound and print. */
export interface AnnouncementRow {
  readonly id: string;
  readonly name: string;
  readonly code: number;
  readonly carrier: CarrierPromptTable["carrier"];
  readonly enabled: number;
  readonly hangsUp: number;
  readonly remark: string;
  readonly durationMs: number;
  readonly createdAt: Date;
  readonly createdBy: string;
}

export type AnnouncementSettings = Pick<
  AnnouncementRow,
  "name" | "code" | "carrier" | "enabled" | "hangsUp" | "remark"
>;

interface Query extends PageQuery {
  readonly name?: string | undefined;
  readonly carrier?: string | undefined;
}

const of = (trx: Trx, compId: string) => trx.selectFrom("carrier_prompt").where("compId", "=", compId);

export const insertAnnouncement = (trx: Trx, row: Insertable<CarrierPromptTable>) =>
  trx.insertInto("carrier_prompt").values(row).execute();

export const announcementStore: Omit<Store<AnnouncementRow, AnnouncementSettings, Query>, "insert"> = {
  page(trx, compId, query) {
    let base = of(trx, compId);
    if (query.name) base = base.where("name", "like", containing(query.name));
    const { carrier } = query;
    if (carrier) base = base.where("carrier", "=", carrier as CarrierPromptTable["carrier"]);
    return pageOf(base, query, {
      rows: (q) => q.select(shown),
      order: { name: "name", code: "code", createdAt: "createdAt" },
      descending: true,
      tie: "id",
    });
  },
  find: (trx, compId, id) => of(trx, compId).select(shown).where("id", "=", id).executeTakeFirst(),
  update: (trx, compId, id, row) =>
    trx.updateTable("carrier_prompt").set(row).where("compId", "=", compId).where("id", "=", id).execute(),
  remove: (trx, compId, id) =>
    trx.deleteFrom("carrier_prompt").where("compId", "=", compId).where("id", "=", id).execute(),
};

/** With their prints, to compare with. */
export const readPrints = (trx: Trx, compId: string) =>
  of(trx, compId).select(["id", "name", "code", "enabled", "hangsUp", "print"]).orderBy("id").execute();
export type PrintRow = Awaited<ReturnType<typeof readPrints>>[number];

export const soundOf = (trx: Trx, compId: string, id: string) =>
  of(trx, compId).select(["blobKey", "bytes"]).where("id", "=", id).executeTakeFirst();

export const soundsOf = (trx: Trx, compId: string, ids: readonly string[]) =>
  of(trx, compId)
    .select(["id", "blobKey"])
    .where("id", "in", [...ids])
    .execute();
