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
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { writeDeleted } from "../../audit/index.ts";
import { serviceOf } from "../../service.ts";
import type { AutomationDeps } from "../deps.ts";
import { apply, preview } from "./applying.ts";
import { deleteMacros, findMacro, insertMacro, listMacros, updateMacro, type MacroRow } from "./repository.ts";

type Api = typeof macroApi;
type Typed = BodyOf<Api["add"]>;

const missingMacro = () => new AppError("notFound", "宏不存在或已被删除");

async function checked({ records }: AutomationDeps, trx: Trx, compId: string, { formId, actions }: Typed) {
  const faults = actionFaults(await records.form(trx, compId, formId), actions);
  if (faults.length > 0) throw fieldRefusal("actions", "宏", faults.slice(0, 3).join("；"));
}

const mayShare = ({ auth }: AutomationDeps, { caller }: RequestContext) => auth.mayPress(caller, "macro.share");

/** Throws AppError 'forbidden'. */
async function mustShare(deps: AutomationDeps, context: RequestContext, shared: number): Promise<void> {
  if (shared === 1 && !(await mayShare(deps, context))) throw new AppError("forbidden", "您不能管理共享宏");
}

async function list(
  deps: AutomationDeps,
  body: BodyOf<Api["list"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const { caller } = context;
  const compId = compOf(caller, body.compId);
  const shares = await mayShare(deps, context);
  return deps.ports.database.tenant(compId, async (trx) => {
    const form = await deps.records.form(trx, compId, body.formId);
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

const logged = ({ name, shared, actions }: Pick<MacroRow, "name" | "shared" | "actions">) => ({
  ...{ name, shared, actions: JSON.stringify(actions) },
});

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
    const before = await listMacros(trx, compId, caller.userId, formId);
    if (before.length >= automationLimits.macros)
      throw new AppError("refused", `一个表单最多${automationLimits.macros}个宏`);
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
    if (!before) throw missingMacro();
    await mustShare(deps, context, before.shared);
    if (before.formId !== body.formId) throw fieldRefusal("formId", "表单", "宏的表单不能修改");
    await checked(deps, trx, compId, body);
    const updatedAt = new Date(ports.clock.now());
    await updateMacro(trx, compId, id, { name, shared, actions: JSON.stringify(actions), updatedAt });
    const change = { before: logged(before), after: logged(body) };
    await audit.write(trx, context, { compId, object: "macro", action: "update", id, name, ...change });
  });
  return null;
}

async function remove(
  deps: AutomationDeps,
  { ids, compId: named }: BodyOf<Api["delete"]>,
  context: RequestContext,
): Promise<{ count: number }> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, named);
  return ports.database.tenant(compId, async (trx) => {
    const gone: MacroRow[] = [];
    for (const id of new Set(ids)) {
      const row = await findMacro(trx, compId, context.caller.userId, id);
      if (!row) continue;
      await mustShare(deps, context, row.shared);
      gone.push(row);
    }
    if (gone.length === 0) throw missingMacro();
    await deleteMacros(
      trx,
      compId,
      gone.map(({ id }) => id),
    );
    await writeDeleted(audit, trx, context, { compId, object: "macro" }, gone, (row) => ({
      ...{ id: row.id, name: row.name, before: logged(row) },
    }));
    return { count: gone.length };
  });
}

export const createMacros = (deps: AutomationDeps) => serviceOf(deps, { list, add, update, remove, preview, apply });
