/** macro/list, add, update, delete: personal ones are their owner's, shared ones whose role may share. */
import { AppError, formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import {
  actionFaults,
  actionInWords,
  automationLimits,
  seatsIn,
  type macroApi,
} from "@liantai/api/contract/work-orders";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { serviceOf } from "../../service.ts";
import type { AutomationDeps } from "../deps.ts";
import { keepingOf } from "../keeping.ts";
import { namingOf } from "../naming.ts";
import { apply, preview } from "./applying.ts";
import { deleteMacros, findMacro, insertMacro, listMacros, updateMacro, type MacroRow } from "./repository.ts";

type Api = typeof macroApi;
type Typed = BodyOf<Api["add"]>;

const logged = ({ name, shared, actions }: Pick<MacroRow, "name" | "shared" | "actions">) => ({
  ...{ name, shared, actions: JSON.stringify(actions) },
});
const keeping = keepingOf<MacroRow>("macro", { most: automationLimits.macros, logged });

async function checked({ records }: AutomationDeps, trx: Trx, compId: string, { formId, actions }: Typed) {
  keeping.refuse(actionFaults(await records.form(trx, compId, formId), actions));
}

const mayShare = ({ auth }: AutomationDeps, { caller }: RequestContext, within?: Trx) =>
  auth.mayPress(caller, "macro.share", within);

/** Throws AppError 'forbidden'. */
async function mustShare(deps: AutomationDeps, context: RequestContext, shared: number, within?: Trx): Promise<void> {
  if (shared === 1 && !(await mayShare(deps, context, within))) throw new AppError("forbidden", "您不能管理共享宏");
}

async function list(
  deps: AutomationDeps,
  body: BodyOf<Api["list"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const { caller } = context;
  const compId = compOf(caller, body.compId);
  const shares = await mayShare(deps, context);
  const naming = await namingOf(deps, compId, body.formId);
  return deps.ports.database.tenant(compId, async (trx) => {
    const form = naming(await deps.records.form(trx, compId, body.formId));
    const rows = await listMacros(trx, compId, caller.userId, body.formId);
    const names = await deps.orders.names(trx, compId, seatsIn(rows.flatMap(({ actions }) => actions)));
    return rows.map(({ id, formId, name, shared, ownerName, actions, uses, updatedAt }) => ({
      ...{ id, formId, name, shared, ownerName, actions, uses },
      words: actions.map((action) => actionInWords(action, form, names).text),
      own: shared === 0 || shares ? 1 : 0,
      updateTime: formatTime(updatedAt),
    }));
  });
}

async function add(deps: AutomationDeps, body: Typed, context: RequestContext): Promise<{ id: string }> {
  const { ports, audit } = deps;
  const { caller } = context;
  const compId = compOf(caller, body.compId);
  await mustShare(deps, context, body.shared);
  const id = ports.random.id();
  const at = new Date(ports.clock.now());
  await ports.database.tenant(compId, async (trx) => {
    await checked(deps, trx, compId, body);
    const { formId, name, shared, actions } = body;
    keeping.mustHaveRoom(await listMacros(trx, compId, caller.userId, formId));
    const whose = { ownerId: caller.userId, ownerName: caller.nickName };
    const row = { compId, id, formId, name, shared, ...whose, createdAt: at, updatedAt: at };
    await insertMacro(trx, { ...row, actions: JSON.stringify(actions) });
    await audit.write(trx, context, { compId, object: "macro", action: "add", id, name, after: logged(body) });
  });
  return { id };
}

async function update(deps: AutomationDeps, body: BodyOf<Api["update"]>, context: RequestContext): Promise<null> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, body.compId);
  const { id, name, shared, actions } = body;
  await mustShare(deps, context, shared);
  await ports.database.tenant(compId, async (trx) => {
    const before = await findMacro(trx, compId, context.caller.userId, id);
    if (!before) throw keeping.missing();
    await mustShare(deps, context, before.shared, trx);
    keeping.mustStay(before, body);
    await checked(deps, trx, compId, body);
    const updatedAt = new Date(ports.clock.now());
    await updateMacro(trx, compId, id, { name, shared, actions: JSON.stringify(actions), updatedAt });
    const change = { before: logged(before), after: logged(body) };
    await audit.write(trx, context, { compId, object: "macro", action: "update", id, name, ...change });
  });
  return null;
}

const remove = (deps: AutomationDeps, body: BodyOf<Api["delete"]>, context: RequestContext) =>
  keeping.remove(deps, body, context, async (trx, compId, ids) => {
    const gone: MacroRow[] = [];
    for (const id of new Set(ids)) {
      const row = await findMacro(trx, compId, context.caller.userId, id);
      if (!row) continue;
      await mustShare(deps, context, row.shared, trx);
      gone.push(row);
    }
    const own = gone.map(({ id }) => id);
    if (own.length > 0) await deleteMacros(trx, compId, own);
    return gone;
  });

export const createMacros = (deps: AutomationDeps) => serviceOf(deps, { list, add, update, remove, preview, apply });
