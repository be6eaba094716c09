/** What the verbs of tasks need. */
import { AppError } from "@liantai/api/contract";
import type { TaskVerb } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import type { Caller, RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { AdministrationDeps } from "../../deps.ts";
import type { TaskHooks, TaskRegister } from "../../tasks/index.ts";
import type { RecipeWorld } from "../recipes/ports.ts";
import { mustPress, mustSee } from "./access.ts";
import type { TemplateIsThere } from "./naming.ts";
import { findTask, type TaskWhole } from "./repository.ts";

export type TaskDeps = Pick<AdministrationDeps, "ports" | "audit" | "auth" | "engine" | "organisation"> & {
  readonly register: TaskRegister;
  readonly hooks: TaskHooks;
  readonly templateIsThere: TemplateIsThere;
  readonly recipes: Pick<RecipeWorld, "choices">;
};

export const missingTask = () => new AppError("notFound", "任务不存在或已被删除");

interface Named {
  readonly compId?: string | undefined;
  readonly id: string;
}

/** A task that the caller sees, in a transaction of its enterprise. Throws AppError 'notFound' or 'forbidden'. */
export async function withTask<T>(
  deps: TaskDeps,
  { caller }: { readonly caller: Caller },
  { compId: named, id }: Named,
  run: (trx: Trx, task: TaskWhole, compId: string) => Promise<T>,
): Promise<T> {
  const compId = compOf(caller, named);
  const ftype = (await deps.ports.database.tenant(compId, (trx) => findTask(trx, compId, id)))?.ftype;
  if (!ftype) throw missingTask();
  // Rights may ask the database: outside of the transaction that holds a connection.
  await mustSee(deps, caller, ftype);
  return deps.ports.database.tenant(compId, async (trx) => {
    const task = await findTask(trx, compId, id);
    if (!task) throw missingTask();
    return run(trx, task, compId);
  });
}

/** The same to change it: nobody else changes it until then. */
export async function changingTask<T>(
  deps: TaskDeps,
  context: Pick<RequestContext, "caller">,
  { compId: named, id }: Named,
  verb: TaskVerb,
  run: (trx: Trx, task: TaskWhole, compId: string) => Promise<T>,
): Promise<T> {
  const compId = compOf(context.caller, named);
  const ftype = (await deps.ports.database.tenant(compId, (trx) => findTask(trx, compId, id)))?.ftype;
  if (!ftype) throw missingTask();
  await mustPress(deps, context.caller, ftype, verb);
  return deps.ports.database.tenant(compId, async (trx) => {
    await deps.register.lock(trx, compId, id);
    const task = await findTask(trx, compId, id);
    if (!task) throw missingTask();
    return run(trx, task, compId);
  });
}
