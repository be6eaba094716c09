/** What a role says of a form's fields: set by administrators, obeyed in every read and write. */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { customerFormConfApi } from "@liantai/api/contract/workorder";
import { hiddenIn, holdsNumber, isRecord, type CompiledForm, type OtherRender } from "@liantai/api/forms";
import { compOf } from "../../http/company.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import type { Caller, RequestContext } from "../../http/routes.ts";
import { findForm, lockForm, rolesOf, updateForm, type FormRow } from "./definitions/repository.ts";
import type { FormsDeps } from "./deps.ts";
import { publishedForm } from "./records/published.ts";

type Api = typeof customerFormConfApi;

const nothing: OtherRender = {};

export const roleRender = (
  { roleFields }: Pick<FormRow, "roleFields">,
  { roleId }: Pick<Caller, "roleId">,
): OtherRender => (Object.hasOwn(roleFields, roleId) ? (roleFields[roleId] ?? nothing) : nothing);

/** Fields that the caller's role does not see. */
export const veilOf = (row: Pick<FormRow, "roleFields">, caller: Pick<Caller, "roleId">): ReadonlySet<string> =>
  hiddenIn(roleRender(row, caller));

export async function roleFields(
  deps: FormsDeps,
  { id, compId: named }: BodyOf<Api["roleFields"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["roleFields"]>> {
  const compId = compOf(caller, named);
  return deps.ports.database.tenant(compId, async (trx) => {
    const { row, form } = await publishedForm(deps, trx, await findForm(trx, compId, id));
    return { roles: await rolesOf(trx, compId), form: form.definition, fields: row.roleFields };
  });
}

const keys = ["enable", "require", "hidden"];

/** Throws AppError 'invalid' naming the field. */
function settings(form: CompiledForm, given: object): OtherRender {
  for (const [name, setting] of Object.entries(given)) {
    const path = `fields.${name}`;
    const field = form.byName.get(name);
    if (!field) throw fieldRefusal(path, name, `表单没有字段“${name}”`);
    const good =
      isRecord(setting) &&
      Object.entries(setting).every(([key, value]) => keys.includes(key) && typeof value === "boolean");
    if (!good) throw fieldRefusal(path, field.label, "只能设置 enable、require、hidden 为 true 或 false");
  }
  return given as OtherRender;
}

export async function saveRoleFields(
  deps: FormsDeps,
  { id, roleId, fields, compId: named }: BodyOf<Api["saveRoleFields"]>,
  context: RequestContext,
): Promise<null> {
  const compId = compOf(context.caller, named);
  await deps.ports.database.tenant(compId, async (trx) => {
    const { row, form } = await publishedForm(deps, trx, await lockForm(trx, compId, id));
    // Views of contacts have columns of their own and know no roles: what is promised there would not be kept.
    if (form.formType === "contact") throw new AppError("refused", "企业联系人不能按角色设置字段");
    const role = (await rolesOf(trx, compId)).find((one) => one.id === roleId);
    if (!role) throw new AppError("notFound", "角色不存在或已被删除");
    const given = settings(form, fields);
    const { [roleId]: before = nothing, ...others } = row.roleFields;
    const next = Object.keys(given).length === 0 ? others : { ...others, [roleId]: given };
    await updateForm(trx, compId, id, { roleFields: JSON.stringify(next) });
    await deps.audit.write(trx, context, {
      ...{ compId, object: "customerForm", action: "setRoleFields", id, name: `${row.name}，${role.name}` },
      before: { fields: JSON.stringify(before) },
      after: { fields: JSON.stringify(given) },
    });
  });
  return null;
}

/** What is asked by a number would tell what stands in a field that holds one: numbers of all of them are looked at. */
export const numberIsVeiled = (form: CompiledForm, veil: ReadonlySet<string>): boolean =>
  form.fields.some(({ name, content }) => holdsNumber(content) && veil.has(name));
