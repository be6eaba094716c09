/** A form's newest version, and that it stays the newest while a record is saved. */
import { AppError } from "@liantai/api/contract";
import type { CompiledForm } from "@liantai/api/forms";
import type { Trx } from "../../../ports/database.ts";
import { once } from "../../foreseen.ts";
import { codesOf } from "../definitions/other-options.ts";
import { findForm, holdForm, type FormRow } from "../definitions/repository.ts";
import type { RecordDeps } from "../deps.ts";

const noForm = () => new AppError("notFound", "表单不存在或已被删除");

/** A form as it is published now. */
export interface Published {
  readonly row: FormRow;
  readonly form: CompiledForm;
}

export async function publishedForm(
  { compiled }: Pick<RecordDeps, "compiled">,
  trx: Trx,
  row: FormRow | undefined,
): Promise<Published> {
  if (!row) throw noForm();
  if (row.version === 0) throw new AppError("refused", "表单还没有发布");
  return { row, form: await compiled.get(trx, row.compId, row.id, row.version) };
}

/** Codes of the dictionaries that the form's choices come from; none of a form that is not there. */
export async function dictionaryCodes(
  { compiled }: Pick<RecordDeps, "compiled">,
  trx: Trx,
  compId: string,
  formId: string,
): Promise<readonly string[]> {
  const row = await findForm(trx, compId, formId);
  return row && row.version > 0 ? codesOf(await compiled.get(trx, compId, formId, row.version)) : [];
}

export const readForm = (deps: RecordDeps, compId: string, formId: string): Promise<Published> =>
  deps.ports.database.tenant(compId, async (trx) => publishedForm(deps, trx, await findForm(trx, compId, formId)));

/** Thrown where the form was published anew between looking and saving: looked at again. */
class Republished extends Error {}

const tries = 5;
export async function steadily<T>(work: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Republished) || n === tries) throw error;
    }
  }
}

/** Held once a transaction: it stays as it is to the end. */
export const heldForm = (trx: Trx, compId: string, formId: string): Promise<FormRow | undefined> =>
  once(trx, `held/${compId}/${formId}`, () => holdForm(trx, compId, formId));

/** In the transaction of a save: nobody publishes until it is done. */
export async function hold(trx: Trx, { row, form }: Published): Promise<FormRow> {
  const now = await heldForm(trx, row.compId, row.id);
  if (!now) throw noForm();
  if (now.version !== form.version) throw new Republished("the form was published anew");
  return now;
}
