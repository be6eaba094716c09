/** SQL of drafts. */
import type { DraftHead, RecordValues } from "@liantai/api/contract/workorder";
import type { Trx } from "../../../ports/database.ts";

/** What it is the draft of. A record has one whatever call it is typed in. */
export interface DraftPlace {
  readonly formId: string;
  readonly recordId?: string | undefined;
  readonly callId?: string | undefined;
  /** Of a new one: what it is made for. */
  readonly aboutId?: string | undefined;
}

export interface KeptDraft {
  readonly version: number;
  readonly values: RecordValues;
  /** What was typed beside the form's fields. */
  readonly head: DraftHead;
}

const subjectOf = ({ formId, recordId, callId, aboutId }: DraftPlace): string =>
  recordId
    ? `record ${recordId}`
    : `${callId ? `call ${callId} ${formId}` : `form ${formId}`}${aboutId ? ` about ${aboutId}` : ""}`;

export const findDraft = (trx: Trx, compId: string, accountId: string, place: DraftPlace) =>
  trx
    .selectFrom("form_draft")
    .select(["version", "values", "head", "updatedAt"])
    .where("compId", "=", compId)
    .where("accountId", "=", accountId)
    .where("subject", "=", subjectOf(place))
    .where("formId", "=", place.formId)
    .executeTakeFirst();

export async function putDraft(
  trx: Trx,
  compId: string,
  accountId: string,
  place: DraftPlace,
  { version, values, head, at }: KeptDraft & { readonly at: Date },
): Promise<void> {
  const kept = { values: JSON.stringify(values), head: JSON.stringify(head) };
  const said = { formId: place.formId, version, ...kept, updatedAt: at };
  await trx
    .insertInto("form_draft")
    .values({ compId, accountId, subject: subjectOf(place), recordId: place.recordId ?? null, ...said })
    .onConflict((on) => on.columns(["compId", "accountId", "subject"]).doUpdateSet(said))
    .execute();
}

/** Those of an account but the newest. */
export async function trimDrafts(trx: Trx, compId: string, accountId: string, most: number): Promise<void> {
  const own = (of: Trx) =>
    of.selectFrom("form_draft").where("compId", "=", compId).where("accountId", "=", accountId).select("subject");
  const over = await own(trx).orderBy("updatedAt", "desc").orderBy("subject").offset(most).execute();
  if (over.length === 0) return;
  await trx
    .deleteFrom("form_draft")
    .where("compId", "=", compId)
    .where("accountId", "=", accountId)
    .where(
      "subject",
      "in",
      over.map(({ subject }) => subject),
    )
    .execute();
}

export async function dropDraft(trx: Trx, compId: string, accountId: string, place: DraftPlace): Promise<void> {
  await trx
    .deleteFrom("form_draft")
    .where("compId", "=", compId)
    .where("accountId", "=", accountId)
    .where("subject", "=", subjectOf(place))
    .execute();
}

export async function dropDraftsBefore(trx: Trx, before: Date): Promise<void> {
  await trx.deleteFrom("form_draft").where("updatedAt", "<", before).execute();
}
