/** What may be done to records of a form's type: a button of its own for each, under the page where they stand. */
import { AppError } from "@liantai/api/contract";
import { hasVerb, recordButton, type RecordVerb } from "@liantai/api/contract/workorder";
import type { FormType } from "@liantai/api/forms";
import type { Caller } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { AuthModule } from "../../auth/index.ts";

type Auth = Pick<AuthModule, "mayPress">;

/** `within`: the transaction of who asks inside of one, as of AuthModule. */
export const mayDoTo = (
  auth: Auth,
  caller: Caller,
  formType: FormType,
  verb: RecordVerb,
  within?: Trx,
): Promise<boolean> =>
  hasVerb(formType, verb) ? auth.mayPress(caller, recordButton(formType, verb), within) : Promise.resolve(false);

/** Throws AppError 'forbidden'. */
export async function checkPress(
  auth: Auth,
  caller: Caller,
  formType: FormType,
  verb: RecordVerb,
  within?: Trx,
): Promise<void> {
  if (!(await mayDoTo(auth, caller, formType, verb, within))) throw new AppError("forbidden");
}
