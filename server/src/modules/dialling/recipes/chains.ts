/** Tasks that recipes lead to: what is named is there, no chain comes back to where it began, and none is deleted under another (D28). */
import { AppError } from "@liantai/api/contract";
import { taskButton, type AfterRecipe, type TaskSettings } from "@liantai/api/contract/admin";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { Caller } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { thereAre } from "../tasks/named-repository.ts";
import { findTasks, type TaskWhole } from "../tasks/repository.ts";
import type { RecipeWorld } from "./ports.ts";
import { namingTasks } from "./repository.ts";

type Naming = Pick<TaskSettings, "recipesAfter"> & Partial<Pick<TaskSettings, "recipesBefore">>;

/** Rows of older versions have none. */
const messagesOf = ({ recipesBefore = [] }: Partial<Naming>) =>
  [...recipesBefore.entries()].filter(([, { action }]) => action === "sms");
const recipesOf = (settings: Partial<Naming>): readonly AfterRecipe[] => settings.recipesAfter ?? [];
const leadsTo = (settings: Partial<Naming>): string[] => [
  ...new Set(recipesOf(settings).flatMap(({ action, taskId }) => (action === "task" ? [taskId] : []))),
];

const noSms = "短信接口不存在或已停用";

/** By the name that the field has in the form. */
const wrong = (n: number, field: keyof AfterRecipe, label: string, text: string) =>
  fieldRefusal(`recipesAfter.${n}.${field}`, label, text);

interface Task {
  /** '' : it is made now. */
  readonly id: string;
  readonly taskIdentity: string;
  readonly settings: Naming;
}

/** Names from the task that the first leads to, up to the one that leads back; undefined: none does. */
async function wayBack(trx: Trx, compId: string, id: string, first: string): Promise<string[] | undefined> {
  let ways: readonly { readonly id: string; readonly names: readonly string[] }[] = [{ id: first, names: [] }];
  const seen = new Set<string>();
  while (ways.length > 0) {
    const fresh = ways.filter((way) => !seen.has(way.id));
    for (const way of fresh) seen.add(way.id);
    const tasks = new Map((await findTasks(trx, compId, [...seen])).map((task) => [task.id, task]));
    const next: { id: string; names: readonly string[] }[] = [];
    for (const way of fresh) {
      const task: TaskWhole | undefined = tasks.get(way.id);
      if (!task) continue;
      const names = [...way.names, task.taskIdentity];
      for (const to of leadsTo(task.settings)) {
        if (to === id) return names;
        next.push({ id: to, names });
      }
    }
    ways = next;
  }
  return undefined;
}

async function refuseTask(trx: Trx, compId: string, task: Task, n: number, taskId: string): Promise<void> {
  const label = "转入任务";
  if (taskId === task.id) throw wrong(n, "taskId", label, "不能转入本任务");
  if ((await findTasks(trx, compId, [taskId])).length === 0) throw wrong(n, "taskId", label, "转入的任务不存在");
  const names = task.id === "" ? undefined : await wayBack(trx, compId, task.id, taskId);
  if (!names) return;
  const circle = [task.taskIdentity, ...names, task.taskIdentity].join(" → ");
  throw wrong(n, "taskId", label, `拨打策略形成循环：${circle}`);
}

/** Throws AppError 'invalid' that names the field. */
export async function refuseRecipes(
  trx: Trx,
  compId: string,
  task: Task,
  choices: RecipeWorld["choices"],
): Promise<void> {
  const recipes = recipesOf(task.settings);
  const messages = messagesOf(task.settings);
  if (recipes.length + messages.length === 0) return;
  const { sms, flows } = await choices(trx, compId);
  const named = recipes.map(({ agentId: id }) => ({ kind: "seat" as const, id })).filter(({ id }) => id !== "");
  const seats = await thereAre(trx, compId, named);
  const has = (all: readonly { readonly id: string }[], id: string) => all.some((one) => one.id === id);
  for (const [n, { smsId }] of messages)
    if (!has(sms, smsId)) throw fieldRefusal(`recipesBefore.${n}.smsId`, "短信接口", noSms);
  for (const [n, { action, taskId, smsId, flowId, seat, agentId }] of recipes.entries()) {
    if (action === "task") await refuseTask(trx, compId, task, n, taskId);
    if (action === "sms" && !has(sms, smsId)) throw wrong(n, "smsId", "短信接口", noSms);
    if (action === "order" && !has(flows, flowId))
      throw wrong(n, "flowId", "工单流程", "工单流程不存在、已停用或尚未发布");
    const asksSeat = (action === "order" || action === "reserve") && seat === "named";
    if (asksSeat && !seats.has(`seat ${agentId}`)) throw wrong(n, "agentId", "指定坐席", `坐席 ${agentId} 不存在`);
  }
}

/** Whoever lets numbers go into a task may put some into it himself. Outside of a transaction: rights may ask the database. */
export async function refuseForeign(
  { ports, auth }: Pick<AdministrationDeps, "ports" | "auth">,
  caller: Caller,
  compId: string,
  settings: Naming,
): Promise<void> {
  const ids = leadsTo(settings);
  const tasks = await ports.database.tenant(compId, (trx) => findTasks(trx, compId, ids));
  for (const { id, ftype } of tasks) {
    if (await auth.mayPress(caller, taskButton(ftype, "numbers"))) continue;
    const n = recipesOf(settings).findIndex(({ action, taskId }) => action === "task" && taskId === id);
    throw wrong(n, "taskId", "转入任务", "您没有向该任务导入号码的权限");
  }
}

/** Throws AppError 'refused' that names both. */
export async function refuseNamed(
  trx: Trx,
  compId: string,
  tasks: readonly Pick<TaskWhole, "id" | "taskIdentity">[],
): Promise<void> {
  const ids = new Set(tasks.map(({ id }) => id));
  const by = (await namingTasks(trx, compId, [...ids])).find(({ id }) => !ids.has(id));
  if (!by) return;
  const recipe = recipesOf(by.settings).find(({ action, taskId }) => action === "task" && ids.has(taskId));
  const task = tasks.find(({ id }) => id === recipe?.taskId);
  throw new AppError(
    "refused",
    `任务“${task?.taskIdentity}”被任务“${by.taskIdentity}”的拨打策略“${recipe?.name}”使用，不能删除`,
  );
}
