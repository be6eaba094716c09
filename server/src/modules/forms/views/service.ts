/** Saved views: a list's question under a name, with how many records it has now (rule F72). */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { countedRecords, everyRole, mostViews, type recordViewApi } from "@liantai/api/contract/workorder";
import { maskClassOf, type CompiledForm } from "@liantai/api/forms";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers, maskNumbers } from "../../../http/privacy.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { Caller, RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { writeDeleted } from "../../audit/index.ts";
import { findForm, lockForm } from "../definitions/repository.ts";
import type { FormsDeps } from "../deps.ts";
import type { OrderQuestion } from "../order-port.ts";
import { mayDoTo } from "../records/buttons.ts";
import { countList, listQuery } from "../records/listing.ts";
import { veilOf } from "../role-fields.ts";
import { publishedForm } from "../records/published.ts";
import { readQuestions } from "../records/query.ts";
import {
  deleteViews,
  findViews,
  insertView,
  rolesToShareWith,
  updateView,
  viewsOfForm,
  type ViewRow,
} from "./repository.ts";

type Api = typeof recordViewApi;
type Question = BodyOf<Api["add"]>["question"];

const sees = ({ ownerId, roleIds }: ViewRow, { userId, roleId }: Caller): boolean =>
  ownerId === userId || roleIds.includes(everyRole) || roleIds.includes(roleId);

/** The own are one's own; the shared ones are those of whoever may share. */
const mayChange = ({ ownerId, roleIds }: ViewRow, { userId }: Caller, mayShare: boolean): boolean =>
  roleIds.length > 0 ? mayShare : ownerId === userId;

async function seenViews(trx: Trx, compId: string, formId: string, caller: Caller): Promise<ViewRow[]> {
  return (await viewsOfForm(trx, compId, formId)).filter((view) => sees(view, caller));
}

export async function list(
  deps: FormsDeps,
  { formId, compId: named }: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, named);
  return deps.ports.database.tenant(compId, async (trx) => {
    const row = await findForm(trx, compId, formId);
    if (!row) throw new AppError("notFound", "表单不存在或已被删除");
    const mayShare = await mayDoTo(deps.auth, caller, row.formType, "share", trx);
    const views = await seenViews(trx, compId, formId, caller);
    return {
      views: views.map((view) => ({
        ...{ id: view.id, name: view.name, question: view.question as Question, columns: [...view.columns] },
        ...{ sortOrder: view.sortOrder, roleIds: [...view.roleIds], ownerName: view.ownerName },
        mayChange: mayChange(view, caller, mayShare),
      })),
      roles: mayShare ? await rolesToShareWith(trx, compId) : [],
    };
  });
}

/** What takes long is remembered, for each who asks: nobody else need see the same orders. */
const countOrders = (deps: FormsDeps, trx: Trx, compId: string, question: OrderQuestion, caller: Caller) =>
  deps.counts.of(`orders ${compId} ${caller.userId} ${JSON.stringify(question)}`, () =>
    deps.orders.count(trx, compId, caller, question, countedRecords + 1),
  );

const unknown = { total: 0, more: false, text: "—" } as const;

export async function counts(
  deps: FormsDeps,
  { formId, compId: named }: BodyOf<Api["counts"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["counts"]>> {
  const compId = compOf(caller, named);
  return deps.ports.database.tenant(compId, async (trx) => {
    const views = await seenViews(trx, compId, formId, caller);
    const ofOrders = (await findForm(trx, compId, formId))?.formType === "workOrder";
    const counted: ReplyOf<Api["counts"]> = [];
    for (const { id, question } of views) {
      try {
        const { order, ...asked } = question as Question;
        const count = ofOrders
          ? await countOrders(deps, trx, compId, { ...order, formId }, caller)
          : await countList(deps, trx, await listQuery(deps, trx, compId, { formId, ...asked }, caller));
        const more = count > countedRecords;
        const total = more ? countedRecords : count;
        counted.push({ id, total, more, text: more ? `${countedRecords}+` : String(count) });
      } catch (error) {
        // The form has the field no more, or fills its index in: the other views are counted all the same.
        if (!(error instanceof AppError)) throw error;
        counted.push({ id, ...unknown });
      }
    }
    return counted;
  });
}

/** A number in a shared view would be told to everybody who sees it. */
function checkShared(form: CompiledForm, { filters = [], phone, order }: Question): void {
  const title = order?.title ?? "";
  const telling = [...filters, ...(order?.filters ?? [])].find(({ name, value }) => {
    const field = form.byName.get(name);
    const text = JSON.stringify(value ?? "");
    return (field && maskClassOf(field) !== "none") || maskNumbers(text) !== text;
  });
  if (telling || phone || maskNumbers(title) !== title)
    throw fieldRefusal("question", "查询条件", "含有号码的查询条件不能共享");
}

type Typed = Pick<BodyOf<Api["add"]>, "name" | "question" | "columns" | "sortOrder" | "roleIds">;

/** What is written of a view. Throws where the form cannot answer it, or the asker may not share it. */
async function checked(deps: FormsDeps, trx: Trx, compId: string, formId: string, typed: Typed, caller: Caller) {
  const { row, form } = await publishedForm(deps, trx, await lockForm(trx, compId, formId));
  const { name, question, columns = [], sortOrder = "", roleIds = [] } = typed;
  const asked = form.formType === "workOrder" ? question.order?.filters : question.filters;
  readQuestions(form, row, asked ?? [], hidesNumbers(caller), veilOf(row, caller));
  const mayShare = await mayDoTo(deps.auth, caller, form.formType, "share", trx);
  if (roleIds.length > 0) {
    if (!mayShare) throw new AppError("forbidden", "您的角色不能共享视图");
    checkShared(form, question);
    const known = new Set((await rolesToShareWith(trx, compId)).map(({ id }) => id));
    if (roleIds.some((id) => id !== everyRole && !known.has(id)))
      throw fieldRefusal("roleIds", "共享给", "角色不存在或已被删除");
  }
  const [kept, shown, roles] = [JSON.stringify(question), JSON.stringify(columns), JSON.stringify(roleIds)];
  return { mayShare, row: { name, question: kept, columns: shown, sortOrder, roleIds: roles } };
}

export async function add(
  deps: FormsDeps,
  { formId, compId: named, ...typed }: BodyOf<Api["add"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["add"]>> {
  const { ports, audit } = deps;
  const { caller } = context;
  const compId = compOf(caller, named);
  const id = ports.random.id();
  await ports.database.tenant(compId, async (trx) => {
    const { row } = await checked(deps, trx, compId, formId, typed, caller);
    const own = (await viewsOfForm(trx, compId, formId)).filter(({ ownerId }) => ownerId === caller.userId);
    if (own.length >= mostViews) throw new AppError("refused", `每张表单最多保存${mostViews}个视图`);
    const at = new Date(ports.clock.now());
    const { userId: ownerId, nickName: ownerName } = caller;
    await insertView(trx, { compId, formId, id, ownerId, ownerName, createdAt: at, ...row });
    const { name } = typed;
    await audit.write(trx, context, { compId, object: "recordView", action: "add", id, name, after: { name } });
  });
  return { id };
}

/** Views that the asker may change. Throws AppError 'notFound' for those that he does not see, 'forbidden' for others' shared ones. */
async function changeable(deps: FormsDeps, trx: Trx, compId: string, ids: readonly string[], caller: Caller) {
  const views = (await findViews(trx, compId, ids)).filter((view) => sees(view, caller));
  if (views.length === 0) throw new AppError("notFound");
  for (const view of views) {
    const form = await findForm(trx, compId, view.formId);
    const mayShare = form !== undefined && (await mayDoTo(deps.auth, caller, form.formType, "share", trx));
    if (!mayChange(view, caller, mayShare)) throw new AppError("forbidden", "共享的视图由有共享权限的人修改");
  }
  return views;
}

export async function update(
  deps: FormsDeps,
  { id, compId: named, ...typed }: BodyOf<Api["update"]>,
  context: RequestContext,
): Promise<null> {
  const { caller } = context;
  const compId = compOf(caller, named);
  await deps.ports.database.tenant(compId, async (trx) => {
    const [view] = await changeable(deps, trx, compId, [id], caller);
    const { row } = await checked(deps, trx, compId, view!.formId, typed, caller);
    await updateView(trx, compId, id, row);
    const { name } = typed;
    await deps.audit.write(trx, context, {
      ...{ compId, object: "recordView", action: "update", id, name },
      before: { name: view!.name, question: JSON.stringify(view!.question), roleIds: view!.roleIds.join() },
      after: { name, question: row.question, roleIds: (typed.roleIds ?? []).join() },
    });
  });
  return null;
}

export async function remove(
  deps: FormsDeps,
  { ids, compId: named }: BodyOf<Api["delete"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["delete"]>> {
  const compId = compOf(context.caller, named);
  return deps.ports.database.tenant(compId, async (trx) => {
    const views = await changeable(deps, trx, compId, ids, context.caller);
    await deleteViews(
      trx,
      compId,
      views.map(({ id }) => id),
    );
    await writeDeleted(deps.audit, trx, context, { compId, object: "recordView" }, views, ({ id, name }) => ({
      ...{ id, name, before: { name } },
    }));
    return { count: views.length };
  });
}
