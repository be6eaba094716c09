/** SQL of announcements and their receipts. */
import { sql, type Insertable, type Selectable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import { secondMs } from "@liantai/api/contract";
import type { AnnouncementState } from "@liantai/api/contract/workorder";
import type { Trx } from "../../../ports/database.ts";
import type { AnnouncementTable } from "../../../ports/schema/reminders.ts";

export type AnnouncementRow = Selectable<AnnouncementTable>;
export type NewAnnouncement = Omit<Insertable<AnnouncementTable>, "compId" | "id">;

/** Whose writing is seen: undefined everybody's, null nobody's. */
export interface Reader {
  readonly accountId: string;
  readonly writes: "all" | "own" | "none";
}

export interface AnnouncementQuery extends PageQuery {
  readonly des?: string | undefined;
  readonly state?: AnnouncementState | "" | undefined;
  readonly read?: string | undefined;
  /** To the second. */
  readonly publishedAt?: Date | undefined;
}

/** What was written by those whom the reader looks after, and what went to him and stands. */
const seen = (trx: Trx, compId: string, { accountId, writes }: Reader) => {
  const base = trx
    .selectFrom("announcement as n")
    .leftJoin("announcement_receipt as t", (j) =>
      j.onRef("t.compId", "=", "n.compId").onRef("t.announcementId", "=", "n.id").on("t.accountId", "=", accountId),
    )
    .where("n.compId", "=", compId);
  if (writes === "all") return base;
  return base.where((e) =>
    e.or([
      e.and([e("n.state", "=", "published"), e("t.accountId", "is not", null)]),
      ...(writes === "own" ? [e("n.creatorId", "=", accountId)] : []),
    ]),
  );
};

export function listAnnouncements(trx: Trx, compId: string, reader: Reader, query: AnnouncementQuery) {
  let base = seen(trx, compId, reader);
  if (query.des) base = base.where("n.des", "like", containing(query.des));
  if (query.state) base = base.where("n.state", "=", query.state);
  if (query.read)
    base = base.where("t.accountId", "is not", null).where("t.readAt", query.read === "1" ? "is not" : "is", null);
  const { publishedAt: at } = query;
  if (at) base = base.where("n.publishedAt", ">=", at).where("n.publishedAt", "<", new Date(at.getTime() + secondMs));
  return pageOf(base, query, {
    rows: (q) =>
      q.selectAll("n").select((e) => [
        "t.accountId as receiver",
        "t.readAt",
        e
          .selectFrom("announcement_receipt as c")
          .select((x) => x.fn.countAll().as("n"))
          .whereRef("c.compId", "=", "n.compId")
          .whereRef("c.announcementId", "=", "n.id")
          .as("receivers"),
        e
          .selectFrom("announcement_receipt as c")
          .select((x) => x.fn.countAll().as("n"))
          .whereRef("c.compId", "=", "n.compId")
          .whereRef("c.announcementId", "=", "n.id")
          .where("c.readAt", "is not", null)
          .as("readers"),
      ]),
    order: { createdAt: "n.createdAt", publishedAt: "n.publishedAt" },
    descending: true,
    tie: "n.id",
  });
}

/** One that the reader looks after; locked. */
export function findAnnouncement(
  trx: Trx,
  compId: string,
  id: string,
  { accountId, writes }: Reader,
): Promise<AnnouncementRow | undefined> {
  const base = trx.selectFrom("announcement").selectAll().where("compId", "=", compId).where("id", "=", id).forUpdate();
  return (writes === "all" ? base : base.where("creatorId", "=", accountId)).executeTakeFirst();
}

/** Of many: whether they stay until they are read. */
export const mustBeRead = async (trx: Trx, compId: string, id: string): Promise<boolean> =>
  (
    await trx
      .selectFrom("announcement")
      .select("mustRead")
      .where("compId", "=", compId)
      .where("id", "=", id)
      .executeTakeFirst()
  )?.mustRead === 1;

export const insertAnnouncement = (trx: Trx, row: Insertable<AnnouncementTable>) =>
  trx.insertInto("announcement").values(row).execute();
export const updateAnnouncement = (trx: Trx, compId: string, id: string, row: Partial<NewAnnouncement>) =>
  trx.updateTable("announcement").set(row).where("compId", "=", compId).where("id", "=", id).execute();
export const deleteAnnouncement = (trx: Trx, compId: string, id: string) =>
  trx.deleteFrom("announcement").where("compId", "=", compId).where("id", "=", id).execute();

const insertedAtOnce = 10_000;

/** It goes to these and no others. */
export async function setReceivers(trx: Trx, compId: string, announcementId: string, accountIds: readonly string[]) {
  await trx
    .deleteFrom("announcement_receipt")
    .where("compId", "=", compId)
    .where("announcementId", "=", announcementId)
    .execute();
  for (let from = 0; from < accountIds.length; from += insertedAtOnce)
    await trx
      .insertInto("announcement_receipt")
      .values(accountIds.slice(from, from + insertedAtOnce).map((accountId) => ({ compId, announcementId, accountId })))
      .execute();
}

/** False: it did not go to this account, or was taken back. Read again, it keeps its first time. */
export async function setRead(trx: Trx, compId: string, id: string, accountId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("announcement_receipt")
    .set({ readAt: sql<Date>`coalesce(read_at, ${now})` })
    .where("compId", "=", compId)
    .where("announcementId", "=", id)
    .where("accountId", "=", accountId)
    .where((e) =>
      e.exists(
        e
          .selectFrom("announcement")
          .select("id")
          .where("compId", "=", compId)
          .where("id", "=", id)
          .where("state", "=", "published"),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function listReceipts(
  trx: Trx,
  compId: string,
  id: string,
  query: PageQuery & { readonly read?: string | undefined },
) {
  let base = trx
    .selectFrom("announcement_receipt as t")
    .innerJoin("account as a", (j) => j.onRef("a.compId", "=", "t.compId").onRef("a.id", "=", "t.accountId"))
    .where("t.compId", "=", compId)
    .where("t.announcementId", "=", id);
  if (query.read) base = base.where("t.readAt", query.read === "1" ? "is not" : "is", null);
  return pageOf(base, query, {
    rows: (q) => q.select(["a.id", "a.nickName", "a.agentId", "t.readAt"]),
    order: { readAt: "t.readAt" },
    tie: "a.id",
  });
}

/** What went to the account and stands: the newest, and how many of all it has not read. */
export async function listReceived(trx: Trx, compId: string, accountId: string, most: number) {
  const base = trx
    .selectFrom("announcement_receipt as t")
    .innerJoin("announcement as n", (j) => j.onRef("n.compId", "=", "t.compId").onRef("n.id", "=", "t.announcementId"))
    .where("t.compId", "=", compId)
    .where("t.accountId", "=", accountId)
    .where("n.state", "=", "published");
  const [rows, { unread }] = await Promise.all([
    base
      .select(["n.id", "n.des", "n.remarks", "n.publishedAt", "n.createdBy", "t.readAt"])
      .orderBy("n.publishedAt", "desc")
      .orderBy("n.id", "desc")
      .limit(most)
      .execute(),
    base
      .where("t.readAt", "is", null)
      .select((e) => e.fn.countAll().as("unread"))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, unread: Number(unread) };
}
