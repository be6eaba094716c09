/** What the form of recipes chooses from, and what they did about a number. */
import { formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import {
  dialTaskApi,
  taskButton,
  taskPhoneApi,
  taskTypes,
  type ActionState,
  type TaskType,
} from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers } from "../../../http/privacy.ts";
import { route, type RequestContext, type Route } from "../../../http/routes.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { taskFor } from "../phones/access.ts";
import { shownText } from "../phones/present.ts";
import type { ActionBody } from "./plan-repository.ts";
import type { RecipeWorld } from "./ports.ts";
import { actionsOf, openTasks } from "./repository.ts";

type RecipeDeps = Pick<AdministrationDeps, "ports" | "auth"> & { readonly recipes: RecipeWorld };

/** Tasks that the caller may put numbers into. */
async function choices(
  { ports, auth, recipes }: RecipeDeps,
  { compId: named }: BodyOf<typeof dialTaskApi.recipeChoices>,
  { caller }: RequestContext,
): Promise<ReplyOf<typeof dialTaskApi.recipeChoices>> {
  const compId = compOf(caller, named);
  const found = await ports.database.tenant(compId, async (trx) => ({
    tasks: await openTasks(trx, compId),
    ...(await recipes.choices(trx, compId)),
  }));
  const kinds = new Set<TaskType>();
  for (const ftype of new Set(found.tasks.map((task) => task.ftype)))
    if (await auth.mayPress(caller, taskButton(ftype, "numbers"))) kinds.add(ftype);
  return {
    tasks: found.tasks
      .filter(({ ftype }) => kinds.has(ftype))
      .map(({ id, taskIdentity, ftype }) => ({ id, name: `${taskIdentity}（${taskTypes[ftype]}）` })),
    sms: [...found.sms],
    flows: [...found.flows],
  };
}

async function actions(
  deps: RecipeDeps,
  { compId: named, taskId, id }: BodyOf<typeof taskPhoneApi.actions>,
  { caller }: RequestContext,
): Promise<ReplyOf<typeof taskPhoneApi.actions>> {
  const compId = compOf(caller, named);
  await taskFor(deps, caller, compId, taskId, "see");
  const rows = await deps.ports.database.tenant(compId, (trx) => actionsOf(trx, compId, taskId, id));
  const hide = hidesNumbers(caller);
  return rows.map((row) => ({
    ...{ id: row.id, at: formatTime(row.at), attempt: row.attempt, recipe: row.recipe, tries: row.tries },
    action: (row.body as ActionBody).action,
    state: row.state as ActionState,
    outcome: shownText(row.outcome, hide),
  }));
}

export const recipeRoutes = (deps: RecipeDeps): readonly Route[] => [
  route(dialTaskApi.recipeChoices, ({ body }, context) => choices(deps, body, context)),
  route(taskPhoneApi.actions, ({ body }, context) => actions(deps, body, context)),
];
