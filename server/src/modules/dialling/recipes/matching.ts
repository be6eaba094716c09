/** Which recipes of a task fit a number before its call, and an attempt after its end (D25, D26). Pure. */
import {
  asksAlone,
  beforeActions,
  type AfterRecipe,
  type BeforeRecipe,
  type RecipeCondition,
  type RecipeOp,
} from "@liantai/api/contract/admin";

/** What conditions ask; what is not known of it is ''. */
interface RecipeFacts {
  readonly variables: Readonly<Record<string, string>>;
  readonly attempts: number;
  readonly place?: string;
  readonly batch?: string;
  /** null: it was never called. */
  readonly lastCode?: number | null;
  readonly code?: number | null;
  readonly result?: string;
  readonly answerer?: string;
  readonly level?: string;
}

function textOf({ of, name }: Pick<RecipeCondition, "of" | "name">, facts: RecipeFacts): string {
  if (of === "variable") return Object.hasOwn(facts.variables, name) ? (facts.variables[name] ?? "") : "";
  return String(facts[of] ?? "");
}

const compares: Readonly<Record<RecipeOp, (text: string, values: readonly string[]) => boolean>> = {
  in: (text, values) => values.includes(text),
  notIn: (text, values) => !values.includes(text),
  contains: (text, values) => values.some((value) => text.includes(value)),
  notContains: (text, values) => !values.some((value) => text.includes(value)),
  empty: (text) => text === "",
  filled: (text) => text !== "",
  atLeast: () => false,
  atMost: () => false,
};

export function holds(condition: RecipeCondition, facts: RecipeFacts): boolean {
  const { of, op, values, count } = condition;
  if (of === "attempts") return op === "atLeast" ? facts.attempts >= count : facts.attempts <= count;
  const text = textOf(condition, facts).trim();
  return compares[op](text, asksAlone(op) ? [] : values);
}

/** Without a condition it fits everything. */
const fits = ({ conditions }: Pick<AfterRecipe, "conditions">, facts: RecipeFacts): boolean =>
  conditions.every((condition) => holds(condition, facts));

export interface BeforeFacts extends RecipeFacts {
  readonly priority: number;
  /** The person has another number that is still to be dialled. */
  readonly hasOther: boolean;
  /** Recipes whose message it has had. */
  readonly told: readonly string[];
}

export interface BeforeDeed {
  readonly recipe: string;
  readonly action: BeforeRecipe["action"];
  /** It has conditions: others than those it fits may stand behind them. */
  readonly asks: boolean;
  /** As the number and the ledger show it. */
  readonly detail: string;
  /** Of a change. */
  readonly priority: number;
  /** Of a message. */
  readonly smsId: string;
  readonly waitMin: number;
}

/**
 * The first recipe that fits decides, and the others are not asked. undefined: nothing is done, and the number is dialled: none fits, or
 * what it wants is so already, so that no number is put off for ever.
 */
export function beforeCall(
  recipes: readonly BeforeRecipe[] | undefined,
  { priority, hasOther, told, ...facts }: BeforeFacts,
): BeforeDeed | undefined {
  const recipe = recipes?.find((one) => fits(one, facts));
  if (!recipe) return undefined;
  const { name, action, reason } = recipe;
  if (action === "priority" && recipe.priority === priority) return undefined;
  if (action === "otherNumber" && !hasOther) return undefined;
  if (action === "sms" && told.includes(name)) return undefined;
  // Rows of older versions have neither.
  const { smsId = "", waitMin = 0 } = recipe as Partial<BeforeRecipe>;
  const detail = {
    skip: reason === "" ? `符合拨打策略“${name}”` : `${reason}（策略“${name}”）`,
    priority: `优先级由 ${priority} 调整为 ${recipe.priority}`,
    otherNumber: `${beforeActions.otherNumber}（策略“${name}”）`,
    sms: `先发送短信，${waitMin}分钟后拨打（策略“${name}”）`,
  }[action];
  return {
    recipe: name,
    action,
    asks: recipe.conditions.length > 0,
    detail,
    priority: recipe.priority,
    smsId,
    waitMin,
  };
}

const asksResult = ({ conditions }: AfterRecipe): boolean => conditions.some(({ of }) => of === "result");

/**
 * All recipes that fit, in their order. awaitsResult: a seat still has to say the business result; what asks about it waits for that.
 */
export const afterAttempt = (
  recipes: readonly AfterRecipe[] | undefined,
  facts: RecipeFacts,
  awaitsResult = false,
): readonly AfterRecipe[] =>
  (recipes ?? []).filter((recipe) => !(awaitsResult && asksResult(recipe)) && fits(recipe, facts));
