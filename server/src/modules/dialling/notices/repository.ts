/** SQL of templates of voice notification, of their versions in calls, and of which tasks use them. */
import { sql, type Selectable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { NoticeTemplateTable } from "../../../ports/schema/dialling.ts";
import type { Store } from "../../crud/index.ts";
import { taskThatNames } from "../../task-uses-repository.ts";
import type { NoticeTemplate } from "./program.ts";

export type NoticeRow = Selectable<NoticeTemplateTable>;
export type NoticeNew = Omit<NoticeRow, "compId" | "id">;
export type NoticeListed = NoticeRow & { readonly tasks: number };
type NoticeQuery = PageQuery & { readonly name?: string | undefined };

const stored = ({ replies, ...row }: Partial<NoticeNew>) => ({
  ...row,
  ...(replies ? { replies: JSON.stringify(replies) } : {}),
});
const template = sql<string>`t.settings ->> 'templateId'`;
/** A half of its experiment that runs, or with which it goes on, says this template. */
const inHalf = sql<boolean>`exists (
  select from dial_experiment x
  where x.comp_id = t.comp_id and x.task_id = t.id and (
    (x.state = 'running' and n.id in (x.a ->> 'templateId', x.b ->> 'templateId'))
    or (x.state = 'decided' and x.goes_on = 1
      and n.id = case x.better when 'a' then x.a ->> 'templateId' else x.b ->> 'templateId' end)))`;

export const noticeStore: Store<NoticeRow, NoticeNew, NoticeQuery, NoticeListed> = {
  async page(trx, compId, query) {
    let base = trx.selectFrom("notice_template as n").where("n.compId", "=", compId);
    if (query.name) base = base.where("n.name", "like", containing(query.name));
    const { rows, total } = await pageOf(base, query, {
      rows: (q) =>
        q.selectAll("n").select((e) =>
          e
            .selectFrom("dial_task as t")
            .select((c) => c.fn.countAll<number>().as("count"))
            .whereRef("t.compId", "=", "n.compId")
            .where((c) => c.or([c(template, "=", c.ref("n.id")), inHalf]))
            .as("tasks"),
        ),
      order: { name: "n.name", updatedAt: "n.updatedAt" },
      tie: "n.id",
    });
    return { rows: rows.map((row) => ({ ...row, tasks: Number(row.tasks) })), total };
  },
  find: (trx, compId, id) =>
    trx.selectFrom("notice_template").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst(),
  insert: (trx, compId, id, { replies, ...row }) =>
    trx
      .insertInto("notice_template")
      .values({ compId, id, ...row, replies: JSON.stringify(replies) })
      .execute(),
  update: (trx, compId, id, row) =>
    trx.updateTable("notice_template").set(stored(row)).where("compId", "=", compId).where("id", "=", id).execute(),
  remove: (trx, compId, id) =>
    trx.deleteFrom("notice_template").where("compId", "=", compId).where("id", "=", id).execute(),
  usedBy: (trx, compId, id) => taskThatNames(trx, compId, "noticeTemplate", id),
};

/** Of a task, with how often it is said in this one. templateId: that one instead. */
export const templateOfTask = (trx: Trx, compId: string, taskId: string, templateId?: string) =>
  trx
    .selectFrom("dial_task as t")
    .innerJoin("notice_template as n", (on) =>
      on.onRef("n.compId", "=", "t.compId").on("n.id", "=", templateId ?? template),
    )
    .select(["n.text", "n.tts", "n.repeats", "n.confirmKey", "n.replies", "n.goodbye", "t.settings"])
    .where("t.compId", "=", compId)
    .where("t.id", "=", taskId)
    .executeTakeFirst();

/** What a call begins with is kept, and once. */
export const keepVersion = async (trx: Trx, compId: string, id: string, body: object, at: Date): Promise<void> =>
  void (await trx
    .insertInto("notice_version")
    .values({ compId, id, body: JSON.stringify(body), at })
    .onConflict((on) => on.columns(["compId", "id"]).doNothing())
    .execute());

export interface NoticeVersion {
  readonly flowId: string;
  readonly template: NoticeTemplate;
}

export async function versionOf(trx: Trx, compId: string, id: string): Promise<NoticeVersion | undefined> {
  const row = await trx
    .selectFrom("notice_version")
    .select("body")
    .where("compId", "=", compId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.body as NoticeVersion | undefined;
}
