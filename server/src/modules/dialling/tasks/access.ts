/** Which tasks a caller sees and what he may do with them: the pages and buttons of the task's own kind. */
import { AppError } from "@liantai/api/contract";
import { taskButton, taskPages, type TaskType, type TaskVerb } from "@liantai/api/contract/admin";
import type { Caller } from "../../../http/routes.ts";
import type { AdministrationDeps } from "../../deps.ts";

type Auth = Pick<AdministrationDeps["auth"], "maySee" | "mayPress">;

const pagesOf = (ftype: TaskType) => [taskPages[ftype].list, taskPages[ftype].numbers];

export const seesKind = ({ auth }: { readonly auth: Auth }, caller: Caller, ftype: TaskType): Promise<boolean> =>
  auth.maySee(caller, pagesOf(ftype));

/** Throws AppError 'forbidden'. */
export async function mustSee(deps: { readonly auth: Auth }, caller: Caller, ftype: TaskType): Promise<void> {
  if (!(await seesKind(deps, caller, ftype))) throw new AppError("forbidden");
}

/** Throws AppError 'forbidden'. */
export async function mustPress(
  deps: { readonly auth: Auth },
  caller: Caller,
  ftype: TaskType,
  verb: TaskVerb,
): Promise<void> {
  await mustSee(deps, caller, ftype);
  if (!(await deps.auth.mayPress(caller, taskButton(ftype, verb)))) throw new AppError("forbidden");
}
