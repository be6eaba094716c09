/** What came of the last follow-up of each record, answer by answer: columns of a workbook of orders (console.md 3). */
import { followUpAnswers, type FollowUpAnswer } from "@liantai/api/contract/workorder";
import { compileForm, valueInWords, type FieldValue } from "@liantai/api/forms";
import type { Trx } from "../../ports/database.ts";
import { definitionOf } from "./questions.ts";
import { lastDoneOf } from "./tasks/repository.ts";

export type AnswerWords = Readonly<Partial<Record<FollowUpAnswer, string>>>;

/** By the questions that were asked then; one that they had not is absent. */
export async function followUpAnswersOf(
  trx: Trx,
  compId: string,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, AnswerWords>> {
  if (recordIds.length === 0) return new Map();
  const rows = await lastDoneOf(trx, compId, recordIds);
  return new Map(
    rows.map(({ recordId, formId, fields, answers }) => {
      const form = compileForm(definitionOf(formId, fields ?? []));
      const words = Object.keys(followUpAnswers).flatMap((name) => {
        const field = form.byName.get(name);
        return field ? [[name, valueInWords(field, answers[name] as FieldValue | undefined)] as const] : [];
      });
      return [recordId, Object.fromEntries(words) as AnswerWords];
    }),
  );
}
