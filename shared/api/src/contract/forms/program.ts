/** Rules and formulas of a form, built: what each field is decided by, and in which order. */
import { buildCondition, type BuiltCondition } from "./conditions.ts";
import type { CompiledField } from "./compiled-field.ts";
import type { FormDefinition } from "./definition.ts";
import { buildExpression, type Expression, type Scope } from "./expression/build.ts";
import { ExpressionError } from "./expression/tokens.ts";
import type { DefinitionFault } from "./faults.ts";
import { orderOf } from "./graph.ts";
import type { FormRule, RuleAction } from "./rules.ts";

export interface BuiltRule extends BuiltCondition {
  readonly rule: FormRule;
  readonly at: number;
}
export interface Setting {
  readonly rule: BuiltRule;
  readonly value: Expression;
}
export interface Limiting {
  readonly rule: BuiltRule;
  readonly values: ReadonlySet<string>;
}
export interface Warning {
  readonly rule: BuiltRule;
  readonly text: string;
  readonly stop: boolean;
}

/** What decides one field. */
export interface FieldProgram {
  readonly formula?: Expression;
  /** Of new records, where nothing was typed. */
  readonly initial?: Expression;
  /** Formulas of columns, by their place. */
  readonly columns: readonly { readonly at: number; readonly formula: Expression }[];
  readonly shows: readonly BuiltRule[];
  readonly hides: readonly BuiltRule[];
  readonly locks: readonly BuiltRule[];
  readonly requires: readonly BuiltRule[];
  readonly sets: readonly Setting[];
  readonly limits: readonly Limiting[];
  readonly warnings: readonly Warning[];
}

export interface FormProgram {
  readonly fields: readonly FieldProgram[];
  readonly rules: readonly BuiltRule[];
  /** Warnings that name no field. */
  readonly warnings: readonly Warning[];
  /** Places of fields, each after what its value depends on; and the place in that order of each. */
  readonly order: readonly number[];
  readonly rank: readonly number[];
  /** For each field: whose value depends on it, which rules read it. */
  readonly dependents: readonly (readonly number[])[];
  readonly readers: readonly (readonly number[])[];
  /** Somebody reads it. */
  readonly isRead: readonly boolean[];
  /** No rule or formula has a say in it, nor reads it: it is looked at only when somebody asks for it. */
  readonly isLone: readonly boolean[];
  /** 1: all others. */
  readonly awake: Uint8Array;
  /** For each rule the fields it requires, limits or warns at: their values do not change by it. */
  readonly beside: readonly (readonly number[])[];
}

type Draft = {
  -readonly [K in keyof FieldProgram]: FieldProgram[K] extends readonly (infer T)[] ? T[] : FieldProgram[K];
};
type Tell = (fault: DefinitionFault) => void;

const emptyDraft = (): Draft => ({
  columns: [],
  shows: [],
  hides: [],
  locks: [],
  requires: [],
  sets: [],
  limits: [],
  warnings: [],
});

/** Fields by key, or by label where no key is like it. */
export function scopeOf(fields: readonly CompiledField[]): Scope["field"] {
  const names = new Map(fields.map((one) => [one.label, one]));
  for (const one of fields) names.set(one.name, one);
  return (name) => names.get(name);
}

function attempt<T>(build: () => T, failed: (error: ExpressionError) => void): T | undefined {
  try {
    return build();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    failed(error);
    return undefined;
  }
}

const wrong =
  (tell: Tell, field: CompiledField, attribute: "formula" | "defaultExpression", name: string) =>
  ({ message, at }: ExpressionError): void =>
    tell({ field: field.name, attribute, at, message: `“${field.label}”的${name}第${at + 1}个字符：${message}` });

function fieldDraft(field: CompiledField, scope: Scope["field"], tell: Tell): Draft {
  const draft = emptyDraft();
  const { formula, defaultExpression } = field.field.ext ?? {};
  if (formula !== undefined)
    draft.formula = attempt(() => buildExpression(formula, { field: scope }), wrong(tell, field, "formula", "公式"));
  if (defaultExpression !== undefined)
    draft.initial = attempt(
      () => buildExpression(defaultExpression, { field: () => undefined }),
      wrong(tell, field, "defaultExpression", "默认值公式"),
    );
  const columns = scopeOf(field.columns);
  for (const column of field.columns) {
    const source = column.field.ext?.formula;
    const built =
      source === undefined
        ? undefined
        : attempt(
            () => buildExpression(source, { field: scope, column: columns }),
            wrong(tell, { ...column, name: field.name, label: `${field.label}.${column.label}` }, "formula", "公式"),
          );
    if (built) draft.columns.push({ at: column.at, formula: built });
  }
  return draft;
}

/** Puts a rule's action where it works; answers the fields it names that are not there. */
function place(
  action: RuleAction,
  rule: BuiltRule,
  drafts: readonly Draft[],
  scope: Scope["field"],
  all: Warning[],
): string[] {
  const targets = "fields" in action ? action.fields : action.field === undefined ? [] : [action.field];
  const found = targets.map((name) => ({ name, at: scope(name)?.at }));
  for (const { at } of found) {
    if (at === undefined) continue;
    const draft = drafts[at]!;
    if (action.do === "show") draft.shows.push(rule);
    if (action.do === "hide") draft.hides.push(rule);
    if (action.do === "require") draft.requires.push(rule);
    if (action.do === "lock") draft.locks.push(rule);
    if (action.do === "set") draft.sets.push({ rule, value: buildExpression(action.value, { field: scope }) });
    if (action.do === "options") draft.limits.push({ rule, values: new Set(action.values) });
    if (action.do === "warn") draft.warnings.push({ rule, text: action.text, stop: action.stop === true });
  }
  if (action.do === "warn" && action.field === undefined)
    all.push({ rule, text: action.text, stop: action.stop === true });
  return found.filter(({ at }) => at === undefined).map(({ name }) => name);
}

const calledOf = ({ name, id }: FormRule): string => `规则“${name || id}”`;

function buildRules(rules: readonly FormRule[], drafts: readonly Draft[], scope: Scope["field"], tell: Tell) {
  const warnings: Warning[] = [];
  const built: BuiltRule[] = [];
  for (const rule of rules) {
    const say = (message: string, at?: number): void => tell({ attribute: "rules", rule: rule.id, at, message });
    const failed = ({ message, at }: ExpressionError): void =>
      say(`${calledOf(rule)}${at > 0 ? `第${at + 1}个字符` : ""}：${message}`, at);
    const condition = attempt(() => buildCondition(rule.when, { field: scope }), failed);
    if (!condition) continue;
    const one: BuiltRule = { ...condition, rule, at: built.length };
    built.push(one);
    for (const action of rule.then) {
      const unknown = attempt(() => place(action, one, drafts, scope, warnings), failed) ?? [];
      for (const name of unknown) say(`${calledOf(rule)}：没有字段“${name}”`);
    }
  }
  return { built, warnings };
}

/** What the value of a field depends on. */
function dependsOn(draft: Draft): ReadonlySet<number> {
  const deciding = [...draft.shows, ...draft.hides, ...draft.locks, ...draft.sets.map((one) => one.rule)];
  const counted = [draft.formula, ...draft.columns.map((one) => one.formula), ...draft.sets.map((one) => one.value)];
  return new Set([...deciding, ...counted].flatMap((one) => (one ? [...one.reads] : [])));
}

const inverse = (of: readonly ReadonlySet<number>[], size: number): readonly (readonly number[])[] => {
  const lists: number[][] = Array.from({ length: size }, () => []);
  of.forEach((set, at) => set.forEach((on) => lists[on]!.push(at)));
  return lists;
};

/** Columns of a table in the order in which they are counted. */
function orderColumns(field: CompiledField, draft: Draft, tell: Tell): void {
  if (draft.columns.length === 0) return;
  const formulas = new Map(draft.columns.map((one) => [one.at, one]));
  const { order, circle } = orderOf(
    field.columns.map(({ at }) => formulas.get(at)?.formula.readsColumns ?? new Set<number>()),
  );
  draft.columns = order.map((at) => formulas.get(at)).filter((one) => one !== undefined);
  if (circle)
    tell({
      field: field.name,
      attribute: "rows",
      message: `“${field.label}”的列的公式形成循环：${circle.map((at) => field.columns[at]!.label).join(" → ")}`,
    });
}

const circleText = (labels: readonly string[]): string =>
  labels.length === 2
    ? `“${labels[0]}”的值取决于它自己，公式和规则不能形成循环`
    : `${[...new Set(labels)].map((one) => `“${one}”`).join("、")}的公式和规则形成循环：${labels.join(" → ")}`;

const isSimple = ({ formula, columns, shows, hides, locks, requires, sets, limits, warnings }: Draft): boolean =>
  formula === undefined &&
  [columns, shows, hides, locks, requires, sets, limits, warnings].every((list) => list.length === 0);

/** `tell` gets what is wrong; what could be built is built all the same. */
export function buildProgram(fields: readonly CompiledField[], { ext }: FormDefinition, tell: Tell): FormProgram {
  const scope = scopeOf(fields);
  const drafts = fields.map((field) => fieldDraft(field, scope, tell));
  const { built, warnings } = buildRules(ext?.rules ?? [], drafts, scope, tell);
  fields.forEach((field, at) => orderColumns(field, drafts[at]!, tell));
  const values = drafts.map(dependsOn);
  const { order, circle } = orderOf(values);
  if (circle)
    tell({
      field: fields[circle[0]!]!.name,
      attribute: "rules",
      message: circleText(circle.map((at) => fields[at]!.label)),
    });
  const rank: number[] = [];
  order.forEach((at, place) => (rank[at] = place));
  const beside = built.map((): number[] => []);
  drafts.forEach(({ requires, limits, warnings: said }, at) => {
    const ofThis = new Set([...requires, ...[...limits, ...said].map((one) => one.rule)]);
    for (const rule of ofThis) beside[rule.at]!.push(at);
  });
  const dependents = inverse(values, fields.length);
  const readers = inverse(
    built.map((one) => one.reads),
    fields.length,
  );
  const isRead = fields.map((_, at) => dependents[at]!.length + readers[at]!.length > 0);
  const isLone = drafts.map((draft, at) => isSimple(draft) && !isRead[at]);
  return {
    fields: drafts,
    rules: built,
    warnings,
    order,
    rank,
    dependents,
    readers,
    isRead,
    isLone,
    awake: Uint8Array.from(isLone, (lone) => (lone ? 0 : 1)),
    beside,
  };
}
