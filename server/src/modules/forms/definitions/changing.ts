/** Forms are added, changed, published, deleted. */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { contactFormId, type customerFormConfApi, type PopupLayout } from "@liantai/api/contract/workorder";
import type { FormDefinition } from "@liantai/api/forms";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal, unique } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { FormDraft, FormPopup } from "../../../ports/schema/forms.ts";
import { taskThatNames } from "../../task-uses-repository.ts";
import { wakeIndexing } from "../indexing-job.ts";
import type { FormsDeps } from "../deps.ts";
import { noPopup } from "../popup.ts";
import { countRecords } from "../records/counting-repository.ts";
import { labelled } from "./present.ts";
import { publishVersion } from "./publishing.ts";
import { definitionOf } from "./reading.ts";
import {
  countForms,
  countSkillGroups,
  placesOfPopups,
  deleteForm,
  findForm,
  findVersion,
  insertForm,
  lockForm,
  updateForm,
  type FormRow,
} from "./repository.ts";

type Api = typeof customerFormConfApi;
type Published = ReplyOf<Api["add"]>;

/** Most forms of an enterprise. */
const mostForms = 200;
const taken = fieldRefusal("name", "表单名称", "表单名称已存在");

const draftOf = ({ name, fields, ext }: FormDefinition): FormDraft => ({ name, fields, ...(ext && { ext }) });
const inWords = ({ name, fields }: FormDraft) => ({ name, fields: fields.map(({ label }) => label).join("、") });

const change = <T>({ ports }: FormsDeps, compId: string, work: (trx: Trx) => Promise<T>): Promise<T> =>
  unique(taken, () => ports.database.tenant(compId, work));

async function locked(trx: Trx, compId: string, id: string, revision: number | undefined): Promise<FormRow> {
  const row = await lockForm(trx, compId, id);
  if (!row) throw new AppError("notFound", "表单不存在或已被删除");
  if (revision !== undefined && revision !== row.revision)
    throw new AppError("conflict", `表单已被${row.updatedBy}修改，请刷新后重试`);
  return row;
}

const definitionOfVersion = async (trx: Trx, row: FormRow): Promise<FormDefinition | undefined> =>
  row.version === 0 ? undefined : (await findVersion(trx, row.compId, row.id, row.version))?.definition;

async function told(deps: FormsDeps, row: FormRow, definition: FormDefinition | undefined): Promise<Published> {
  if (row.indexedTo !== null) await wakeIndexing(deps, row);
  return {
    id: row.id,
    version: row.version,
    revision: row.revision,
    indexing: labelled(row.indexing, definition),
  };
}

export async function add(deps: FormsDeps, body: BodyOf<Api["add"]>, context: RequestContext): Promise<Published> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, body.compId);
  const id = ports.random.id();
  const at = new Date(ports.clock.now());
  const by = context.caller.nickName;
  const draft = body.draft === 1;
  const definition = definitionOf(body, { formId: id, version: 0, formType: body.formType }, { draft });
  const row = await change(deps, compId, async (trx) => {
    if ((await countForms(trx, compId)) >= mostForms) throw new AppError("refused", `最多${mostForms}个表单`);
    const times = { createdAt: at, updatedAt: at, updatedBy: by };
    const fresh = { compId, id, formType: body.formType, name: body.name, version: 0, revision: 1, ...times };
    const kept = draftOf(definition);
    await insertForm(trx, { ...fresh, draft: draft ? JSON.stringify(kept) : null, popup: JSON.stringify(noPopup) });
    const about = { compId, object: "customerForm", id, name: body.name };
    await audit.write(trx, context, { ...about, action: "add", after: inWords(kept) });
    const added: FormRow = {
      ...fresh,
      draft: draft ? kept : null,
      slots: {},
      indexing: [],
      indexedTo: null,
      popup: noPopup,
      roleFields: {},
    };
    return draft ? added : publishVersion(deps, trx, added, definition, { by, at, acceptDuplicates: false });
  });
  return told(deps, row, definition);
}

export async function update(
  deps: FormsDeps,
  body: BodyOf<Api["update"]>,
  context: RequestContext,
): Promise<Published> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, body.compId);
  const at = new Date(ports.clock.now());
  const by = context.caller.nickName;
  const { row, definition } = await change(deps, compId, async (trx) => {
    const before = await locked(trx, compId, body.id, body.revision);
    const published = await definitionOfVersion(trx, before);
    const of = { formId: before.id, version: before.version, formType: before.formType };
    const definition = definitionOf(
      { ...body, fields: body.fields ?? before.draft?.fields, ext: body.ext ?? before.draft?.ext ?? published?.ext },
      of,
      { published, draft: body.draft === 1 },
    );
    const kept = draftOf(definition);
    await audit.write(trx, context, {
      compId,
      object: "customerForm",
      action: "update",
      id: before.id,
      name: body.name,
      before: inWords(before.draft ?? published ?? { name: before.name, fields: [] }),
      after: inWords(kept),
    });
    if (body.draft !== 1)
      return {
        definition,
        row: await publishVersion(deps, trx, before, definition, {
          by,
          at,
          acceptDuplicates: body.acceptDuplicates === 1,
        }),
      };
    // The name of a published form is the version's; the draft's comes with it.
    const set = {
      revision: before.revision + 1,
      updatedAt: at,
      updatedBy: by,
      ...(published ? {} : { name: body.name }),
    };
    await updateForm(trx, compId, before.id, { ...set, draft: JSON.stringify(kept) });
    return { definition, row: { ...before, ...set, draft: kept } };
  });
  return told(deps, row, definition);
}

export async function publish(
  deps: FormsDeps,
  body: BodyOf<Api["publish"]>,
  context: RequestContext,
): Promise<Published> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, body.compId);
  const { row, definition } = await change(deps, compId, async (trx) => {
    const before = await locked(trx, compId, body.id, body.revision);
    if (!before.draft) throw new AppError("refused", "没有需要发布的修改");
    const definition = definitionOf(
      before.draft,
      { formId: before.id, version: before.version, formType: before.formType },
      { published: await definitionOfVersion(trx, before) },
    );
    const row = await publishVersion(deps, trx, before, definition, {
      by: context.caller.nickName,
      at: new Date(ports.clock.now()),
      acceptDuplicates: body.acceptDuplicates === 1,
    });
    await audit.write(trx, context, {
      compId,
      object: "customerForm",
      action: "publish",
      id: row.id,
      name: row.name,
      after: { version: row.version },
    });
    return { row, definition };
  });
  return told(deps, row, definition);
}

/** Throws AppError 'invalid' naming the layout whose field the form has not. */
async function checkLayouts(
  { compiled }: FormsDeps,
  trx: Trx,
  { compId, id, version }: FormRow,
  layouts: readonly PopupLayout[],
): Promise<void> {
  if (version === 0) throw new AppError("refused", "表单还没有发布");
  const form = await compiled.get(trx, compId, id, version);
  layouts.forEach(({ fields }, at) => {
    const strange = fields.find((name) => !form.byName.has(name));
    if (strange !== undefined) throw fieldRefusal(`layouts[${at}].fields`, "字段", `表单没有字段“${strange}”`);
  });
}

export async function setPopup(
  deps: FormsDeps,
  { id, compId: named, isPopup, inbound, outbound, ...of }: BodyOf<Api["setPopup"]>,
  context: RequestContext,
): Promise<null> {
  const compId = compOf(context.caller, named);
  const [accessNumbers, skillGroupIds] = [of.accessNumbers ?? [], of.skillGroupIds ?? []];
  const layouts = of.layouts?.map((one) => ({
    ...{ accessNumbers: one.accessNumbers ?? [], skillGroupIds: one.skillGroupIds ?? [], tagIds: one.tagIds ?? [] },
    ...{ fields: one.fields, steps: one.steps ?? [] },
  }));
  await change(deps, compId, async (trx) => {
    const before = await locked(trx, compId, id, undefined);
    const popup: FormPopup = {
      ...{ isPopup: isPopup === 1 ? 1 : 0, inbound, outbound, accessNumbers, skillGroupIds },
      layouts: layouts ?? before.popup.layouts ?? [],
    };
    if (layouts) await checkLayouts(deps, trx, before, layouts);
    const groups = new Set([...skillGroupIds, ...(layouts ?? []).flatMap((one) => one.skillGroupIds)]);
    if ((await countSkillGroups(trx, compId, [...groups])) < groups.size)
      throw fieldRefusal("skillGroupIds", "技能组", "技能组不存在或已被删除");
    await updateForm(trx, compId, id, { popup: JSON.stringify(popup) });
    await deps.audit.write(trx, context, {
      compId,
      object: "customerForm",
      action: "setPopup",
      id,
      name: before.name,
      before: { popup: before.popup },
      after: { popup },
    });
  });
  return null;
}

export const popupPlaces = async (
  { ports }: FormsDeps,
  { compId: named }: BodyOf<Api["popupPlaces"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["popupPlaces"]>> => {
  const compId = compOf(caller, named);
  const { accessNumbers, skillGroups } = await ports.database.tenant(compId, (trx) => placesOfPopups(trx, compId));
  return { accessNumbers: accessNumbers.map(({ number, title }) => ({ number, title: title ?? "" })), skillGroups };
};

/** With their versions and what lies in the recycle bin. */
export async function remove(
  deps: FormsDeps,
  { ids, compId: named }: BodyOf<Api["delete"]>,
  context: RequestContext,
): Promise<{ count: number }> {
  const compId = compOf(context.caller, named);
  const count = await change(deps, compId, async (trx) => {
    let gone = 0;
    for (const id of new Set(ids)) {
      if (!(await findForm(trx, compId, id))) continue;
      const row = await locked(trx, compId, id, undefined);
      if (id === contactFormId) throw new AppError("refused", `“${row.name}”是通讯录的表单，不能删除`);
      const { total, more } = await countRecords(trx, compId, id);
      if (total > 0) throw new AppError("refused", `“${row.name}”中有${total}${more ? "多" : ""}条数据，不能删除`);
      const task = await taskThatNames(trx, compId, "form", id);
      if (task !== undefined) throw new AppError("refused", `“${row.name}”正在被${task}使用，不能删除`);
      const flow = await deps.orders.flowOfForm(trx, compId, id);
      if (flow !== undefined) throw new AppError("refused", `“${row.name}”正在被工单流程“${flow}”使用，不能删除`);
      await deleteForm(trx, compId, id);
      await deps.audit.write(trx, context, { compId, object: "customerForm", action: "delete", id, name: row.name });
      gone += 1;
    }
    return gone;
  });
  if (count === 0) throw new AppError("notFound", "表单不存在或已被删除");
  return { count };
}
