/** What may be done to records of a form's type: a button of its own for each, under the page where they stand. */
import { AppError } from "@liantai/api/contract";
import { recordButton, type RecordVerb } from "@liantai/api/contract/workorder";
import type { FormType } from "@liantai/api/forms";
import type { Caller } from "../../../http/routes.ts";
import type { AuthModule } from "../../auth/index.ts";

type Auth = Pick<AuthModule, "mayPress">;

export const mayDoTo = (auth: Auth, caller: Caller, formType: FormType, verb: RecordVerb): Promise<boolean> =>
  auth.mayPress(caller, recordButton(formType, verb));

/** Throws AppError 'forbidden'. */
export async function checkPress(auth: Auth, caller: Caller, formType: FormType, verb: RecordVerb): Promise<void> {
  if (!(await mayDoTo(auth, caller, formType, verb))) throw new AppError("forbidden");
}
