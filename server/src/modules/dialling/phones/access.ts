/** Whose task it is, and whether the caller's role has the page of its kind, or the button. */
import { AppError } from "@liantai/api/contract";
import { taskButton, taskPages } from "@liantai/api/contract/admin";
import type { Caller } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { findTaskOfNumbers, type TaskOfNumbers } from "./task-repository.ts";

export type PhonesDeps = Pick<AdministrationDeps, "ports" | "audit" | "auth" | "files">;
type Auth = Pick<AdministrationDeps["auth"], "mayPress" | "maySee">;

export async function taskIn(trx: Trx, compId: string, id: string): Promise<TaskOfNumbers> {
  const task = await findTaskOfNumbers(trx, compId, id);
  if (!task) throw new AppError("notFound", "任务不存在");
  return task;
}

/** Throws AppError 'forbidden' where the role has neither page of the task's kind. */
export async function checkSees(auth: Auth, caller: Caller, { ftype }: Pick<TaskOfNumbers, "ftype">): Promise<void> {
  const { list, numbers } = taskPages[ftype];
  if (!(await auth.maySee(caller, [list, numbers]))) throw new AppError("forbidden");
}

export async function checkKeeps(auth: Auth, caller: Caller, { ftype }: Pick<TaskOfNumbers, "ftype">): Promise<void> {
  if (!(await auth.mayPress(caller, taskButton(ftype, "numbers")))) throw new AppError("forbidden");
}

/** Reads the task; throws AppError 'notFound' or 'forbidden'. */
export async function taskFor(
  { ports, auth }: Pick<AdministrationDeps, "ports" | "auth">,
  caller: Caller,
  compId: string,
  id: string,
  may: "see" | "keep",
): Promise<TaskOfNumbers> {
  const task = await ports.database.tenant(compId, (trx) => taskIn(trx, compId, id));
  await (may === "see" ? checkSees : checkKeeps)(auth, caller, task);
  return task;
}
