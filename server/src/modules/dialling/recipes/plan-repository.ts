/** 策略动作 as they come up: in the transaction that closes an attempt, sets a business result, or puts a number aside. */
import { previewTask, type AfterRecipe, type RecipeAction, type TaskSettings } from "@liantai/api/contract/admin";
import { sql, type Selectable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { DialAttemptTable } from "../../../ports/schema/dialling.ts";
import { afterAttempt, type BeforeDeed } from "./matching.ts";

type Attempt = Selectable<DialAttemptTable>;

/** What is kept of a recipe that was followed: it is done as it stood then. */
export type ActionBody = { readonly action: RecipeAction } & Partial<
  Omit<AfterRecipe, "name" | "conditions" | "action">
>;

type Rules = Pick<TaskSettings, "results"> & Partial<Pick<TaskSettings, "recipesAfter">>;

async function recipesOf(trx: Trx, compId: string, taskId: string): Promise<Rules> {
  const row = await trx
    .selectFrom("dial_task")
    .select([
      sql<TaskSettings["recipesAfter"] | null>`settings -> 'recipesAfter'`.as("recipes"),
      sql<TaskSettings["results"] | null>`settings -> 'results'`.as("results"),
    ])
    .where("compId", "=", compId)
    .where("id", "=", taskId)
    .executeTakeFirst();
  return { recipesAfter: row?.recipes ?? [], results: row?.results ?? [] };
}

/**
 * Of an attempt that has ended. Asked again, it adds what fits only now: an action is known by its attempt and its recipe's name.
 * settings: of its task, where they are known.
 */
export async function planAfter(
  trx: Trx,
  attempt: Attempt,
  variables: Readonly<Record<string, string>>,
  now: number,
  settings?: Rules,
): Promise<void> {
  const { compId, id, taskId, phoneId, ftype, code, result, answerer, level } = attempt;
  const { recipesAfter: recipes = [], results = [] } = settings ?? (await recipesOf(trx, compId, taskId));
  if (recipes.length === 0) return;
  const awaitsResult = ftype === previewTask && results.length > 0 && result === "";
  const fitting = afterAttempt(
    recipes,
    { variables, attempts: attempt.attempt, code, result, answerer, level },
    awaitsResult,
  );
  if (fitting.length === 0) return;
  const at = new Date(now);
  await trx
    .insertInto("dial_action")
    .values(
      fitting.map(({ name, conditions: _, ...body }) => ({
        ...{ compId, id: `${id}.${name}`, taskId, phoneId, attemptId: id, recipe: name, at, nextAt: at },
        body: JSON.stringify(body satisfies ActionBody),
      })),
    )
    .onConflict((c) => c.doNothing())
    .execute();
}

/** The seat has said what came of the number's last call, which may be over by now. */
export async function planResult(
  trx: Trx,
  { compId, id: phoneId, attempts, variables }: NumberOfSeat,
  now: number,
): Promise<void> {
  const attempt = await trx
    .selectFrom("dial_attempt")
    .selectAll()
    .where("compId", "=", compId)
    .where("phoneId", "=", phoneId)
    .where("attempt", "=", attempts)
    .where("endedAt", "is not", null)
    .executeTakeFirst();
  if (attempt) await planAfter(trx, attempt, variables, now);
}

interface NumberOfSeat {
  readonly compId: string;
  readonly id: string;
  readonly attempts: number;
  readonly variables: Readonly<Record<string, string>>;
}

interface OfNumber {
  readonly compId: string;
  readonly taskId: string;
  readonly phoneId: string;
}

/** A message before a call: once a number and recipe, whoever asks for it. */
export const planMessage = (
  trx: Trx,
  { compId, taskId, phoneId }: OfNumber,
  { recipe, smsId }: BeforeDeed,
  now: number,
) =>
  trx
    .insertInto("dial_action")
    .values({
      ...{ compId, id: `${phoneId}.${recipe}`, taskId, phoneId, recipe, at: new Date(now), nextAt: new Date(now) },
      body: JSON.stringify({ action: "sms", smsId } satisfies ActionBody),
    })
    .onConflict((c) => c.doNothing())
    .execute();

/** What was done before a call is done with what says so. */
export const noteBefore = (
  trx: Trx,
  of: OfNumber & { readonly id: string },
  { recipe, action, detail }: BeforeDeed,
  now: number,
) =>
  trx
    .insertInto("dial_action")
    .values({
      ...of,
      ...{ recipe, at: new Date(now), state: "done", outcome: detail },
      body: JSON.stringify({ action } satisfies ActionBody),
    })
    .execute();
