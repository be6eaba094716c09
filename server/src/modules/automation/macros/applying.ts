/** A macro, done: all of it in one transaction with what the person may do and saw last, or nothing. A trial is the same, undone. */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { actionInWords, seatsIn, setsIn, type macroApi } from "@liantai/api/contract/work-orders";
import { sameValue, valueInWords, type CompiledForm, type FieldValue } from "@liantai/api/forms";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers, maskNumbers } from "../../../http/privacy.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { AutomationDeps } from "../deps.ts";
import { namingOf } from "../naming.ts";
import { perform } from "../performing.ts";
import type { Hands, Looked, Sees } from "../ports.ts";
import { countUse, findMacro, type MacroRow } from "./repository.ts";

type Api = typeof macroApi;
type Asked = BodyOf<Api["apply"]>;
type Previewed = ReplyOf<Api["preview"]>;

const missing = () => new AppError("notFound", "宏不存在或已被删除");

/** Of the enterprise that is asked for. */
async function find({ ports }: AutomationDeps, body: Asked, { caller }: RequestContext): Promise<MacroRow> {
  const compId = compOf(caller, body.compId);
  const row = await ports.database.tenant(compId, (trx) => findMacro(trx, compId, caller.userId, body.id));
  if (!row) throw missing();
  return row;
}

async function within<T>(
  deps: AutomationDeps,
  body: Asked,
  context: RequestContext,
  macro: MacroRow,
  work: (trx: Trx, hands: Hands, before: Looked) => Promise<T>,
): Promise<T> {
  const { compId } = macro;
  const { kind, subjectId: id, version } = body;
  const of = { compId, id, version, values: setsIn(macro.actions) };
  return (kind === "order" ? deps.orders : deps.records).within(context, of, async (trx, hands) => {
    const before = await hands.look();
    if (before.formId !== macro.formId) throw new AppError("refused", "这个宏不是该表单的");
    const at = deps.ports.clock.now();
    const key = `macro/${macro.id}/${id}/${deps.ports.random.id()}`;
    await perform(trx, deps.make, hands, macro.actions, { compId, kind, id, key, event: "", at });
    return work(trx, hands, before);
  });
}

export async function apply(
  deps: AutomationDeps,
  body: Asked,
  context: RequestContext,
): Promise<ReplyOf<Api["apply"]>> {
  const macro = await find(deps, body, context);
  const { compId, id, name } = macro;
  return within(deps, body, context, macro, async (trx, hands) => {
    await countUse(trx, compId, id);
    const { version, code, title } = await hands.look();
    await deps.audit.write(trx, context, {
      ...{ compId, object: "macro", action: "apply", id, name },
      after: { subject: `${code} ${title}`.trim() },
    });
    return { version };
  });
}

/** Carries what would have changed out of a transaction that is given up. */
class Undone extends Error {
  readonly previewed: Previewed;
  constructor(previewed: Previewed) {
    super("nothing of it stays");
    this.previewed = previewed;
  }
}

const wordsOf = (form: CompiledForm, name: string, value: unknown): string => {
  const field = form.byName.get(name);
  return field ? valueInWords(field, value as FieldValue | undefined) : "";
};

function differences(
  form: CompiledForm,
  before: Looked,
  after: Looked,
  { hidden, masked }: Sees,
): Previewed["changes"] {
  const words = (name: string, value: unknown): string => {
    const text = wordsOf(form, name, value);
    return masked.includes(name) ? text.replace(/./gu, "*") : text;
  };
  const fields = form.fields
    .filter(({ name }) => !hidden.includes(name) && !sameValue(before.values[name], after.values[name]))
    .map(({ name, label }) => ({
      ...{ label, before: words(name, before.values[name]), after: words(name, after.values[name]) },
    }));
  const facts = Object.entries(after.facts)
    .filter(([label, text]) => before.facts[label] !== text)
    .map(([label, text]) => ({ label, before: before.facts[label] ?? "", after: text }));
  return [...fields, ...facts];
}

export async function preview(deps: AutomationDeps, body: Asked, context: RequestContext): Promise<Previewed> {
  const hide = hidesNumbers(context.caller);
  const said = (text: string) => (hide ? maskNumbers(text) : text);
  const macro = await find(deps, body, context);
  const { compId, actions } = macro;
  const naming = await namingOf(deps, compId, macro.formId);
  try {
    return await within(deps, body, context, macro, async (trx, hands, before) => {
      const after = await hands.look();
      const form = naming(after.form);
      const names = await deps.orders.names(trx, compId, seatsIn(actions));
      const { kind, subjectId } = body;
      const sees = await (kind === "order" ? deps.orders : deps.records).sees(trx, compId, context.caller, subjectId);
      throw new Undone({
        changes: differences(form, before, after, sees).map((one) => ({
          ...{ label: one.label, before: said(one.before), after: said(one.after) },
        })),
        did: actions.filter((one) => one.do !== "set").map((one) => said(actionInWords(one, form, names).text)),
      });
    });
  } catch (error) {
    if (error instanceof Undone) return error.previewed;
    throw error;
  }
}
