/** SQL of what follow-ups ask. */
import type { Selectable } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { FollowUpFormTable } from "../../ports/schema/followups.ts";

export type QuestionsRow = Selectable<FollowUpFormTable>;

export const findQuestions = (trx: Trx, compId: string, formId: string): Promise<QuestionsRow | undefined> =>
  trx
    .selectFrom("follow_up_form")
    .selectAll()
    .where("compId", "=", compId)
    .where("formId", "=", formId)
    .executeTakeFirst();

export const formIsThere = async (trx: Trx, compId: string, formId: string): Promise<string | undefined> => {
  const row = await trx
    .selectFrom("form_definition")
    .select("name")
    .where("compId", "=", compId)
    .where("id", "=", formId)
    .executeTakeFirst();
  return row?.name;
};

/** The new revision; undefined: somebody else was faster. `seen`: the one before; undefined: whatever there is. */
export async function putQuestions(
  trx: Trx,
  { compId, formId, fields, ...by }: Pick<QuestionsRow, "compId" | "formId" | "fields" | "updatedAt" | "updatedBy">,
  seen: number | undefined,
): Promise<number | undefined> {
  const text = JSON.stringify(fields);
  const written = await trx
    .insertInto("follow_up_form")
    .values({ compId, formId, fields: text, revision: 1, ...by })
    .onConflict((c) => {
      const changed = c
        .columns(["compId", "formId"])
        .doUpdateSet((e) => ({ fields: text, revision: e("follow_up_form.revision", "+", 1), ...by }));
      return seen === undefined ? changed : changed.where("follow_up_form.revision", "=", seen);
    })
    .returning("revision")
    .executeTakeFirst();
  return written?.revision;
}
