/** Forms as they are asked for. */
import { AppError, type BodyOf, type QueryOf, type ReplyOf } from "@liantai/api/contract";
import { contactFormId, type customerFormConfApi } from "@liantai/api/contract/workorder";
import { formatTime } from "@liantai/api/contract";
import type { OtherOptions } from "@liantai/api/forms";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { contactForm } from "../contacts/form.ts";
import type { FormsDeps } from "../deps.ts";
import { roleRender } from "../role-fields.ts";
import { jsonSchemaOf } from "./json-schema.ts";
import { withDictionaries } from "./other-options.ts";
import { presentForm, presentListed } from "./present.ts";
import { findForm, findFormByName, findVersion, listForms, listVersions, type FormRow } from "./repository.ts";

type Api = typeof customerFormConfApi;

const missing = () => new AppError("notFound", "表单不存在或已被删除");

async function defined(trx: Trx, row: FormRow | undefined, version?: number) {
  if (!row) throw missing();
  const asked = version ?? row.version;
  const found = asked === 0 ? undefined : await findVersion(trx, row.compId, row.id, asked);
  if (asked > 0 && !found) throw new AppError("notFound", "表单没有这个版本");
  return { row, definition: found?.definition };
}

const said = (otherOptions: OtherOptions) => (Object.keys(otherOptions).length > 0 ? { otherOptions } : {});

export async function list(
  { ports }: FormsDeps,
  body: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, body.compId);
  const { rows, total } = await ports.database.tenant(compId, (trx) => listForms(trx, compId, body));
  return { list: rows.map(presentListed), total, pageNo: body.pageNo, pageSize: body.pageSize };
}

export async function findById(
  deps: FormsDeps,
  { id, version, compId: named }: QueryOf<Api["findById"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["findById"]>> {
  const compId = compOf(caller, named);
  const { shown, form } = await deps.ports.database.tenant(compId, async (trx) => {
    // The form of contacts is made when it is first asked for.
    if (id === contactFormId) await contactForm(deps, trx, compId);
    const { row, definition } = await defined(trx, await findForm(trx, compId, id), version);
    const form = definition && (await deps.compiled.get(trx, compId, id, definition.version));
    return { shown: presentForm(row, definition, roleRender(row, caller)), form };
  });
  return { ...shown, ...(form && said((await withDictionaries(deps.ports.database, compId, form)).otherOptions)) };
}

export async function findByName(
  { ports }: FormsDeps,
  { name, compId: named }: BodyOf<Api["findByName"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["findByName"]>> {
  const compId = compOf(caller, named);
  return ports.database.tenant(compId, async (trx) => {
    const { row, definition } = await defined(trx, await findFormByName(trx, compId, name));
    return presentForm(row, definition, roleRender(row, caller));
  });
}

export async function versions(
  { ports }: FormsDeps,
  { id, compId: named }: BodyOf<Api["versions"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["versions"]>> {
  const compId = compOf(caller, named);
  return ports.database.tenant(compId, async (trx) => {
    if (!(await findForm(trx, compId, id))) throw missing();
    return (await listVersions(trx, compId, id)).map(({ version, fieldCount, publishedAt, publishedBy }) => ({
      version,
      fieldCount: Number(fieldCount),
      publishTime: formatTime(publishedAt),
      publishedBy,
    }));
  });
}

export async function schema(
  { ports }: FormsDeps,
  { id, version, compId: named }: QueryOf<Api["schema"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["schema"]>> {
  const compId = compOf(caller, named);
  return ports.database.tenant(compId, async (trx) => {
    const { definition } = await defined(trx, await findForm(trx, compId, id), version);
    if (!definition) throw new AppError("refused", "表单还没有发布");
    return jsonSchemaOf(definition);
  });
}
