/** Lists of records. */
import { type BodyOf, type ReplyOf } from "@liantai/api/contract";
import {
  countedRecords,
  lastNumberedPage,
  type customerFormDataApi,
  type formDataApi,
} from "@liantai/api/contract/workorder";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers } from "../../../http/privacy.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { findForm } from "../definitions/repository.ts";
import type { FormsDeps } from "../deps.ts";
import { labelled } from "../definitions/present.ts";
import { numberIsVeiled, veilOf } from "../role-fields.ts";
import { besideRecords } from "./beside.ts";
import { checkPress } from "./buttons.ts";
import { openValues, presentRecord, shownValues } from "./present.ts";
import {
  childrenOf,
  countOfRecords,
  pageOfRecords,
  type ListQuery,
  type Place,
  type RecordFilters,
} from "./list-repository.ts";
import { readQuestions } from "./query.ts";
import { seenRecord } from "./finding.ts";
import type { RecordRow } from "./repository.ts";
import { publishedForm, type Published } from "./published.ts";
import { poolScope, scopeOf } from "./scope.ts";

type Api = typeof customerFormDataApi;
type ListBody = BodyOf<Api["list"]>;
const placeText = ({ createdAt, id }: Pick<RecordRow, "createdAt" | "id">): string =>
  Buffer.from(JSON.stringify([createdAt.getTime(), id])).toString("base64url");

function placeOf(text: string): Place {
  try {
    const [at, id] = JSON.parse(Buffer.from(text, "base64url").toString()) as [unknown, unknown];
    if (typeof at === "number" && Number.isSafeInteger(at) && typeof id === "string" && id.length <= 64)
      return { at, id };
  } catch {
    // Said below.
  }
  throw fieldRefusal("after", "翻页位置", "翻页位置有误，请从第一页开始");
}

/** The pool is for those who may claim from it. Throws AppError 'forbidden'. */
async function listedScope(
  { auth }: FormsDeps,
  trx: Trx,
  compId: string,
  { filters, form }: Pick<ListQuery & Published, "filters" | "form">,
  caller: RequestContext["caller"],
) {
  if (filters.pool !== 1) return scopeOf(auth, trx, compId, caller);
  await checkPress(auth, caller, form.formType, "claim", trx);
  return poolScope(auth, trx, compId, caller);
}

/** Whose records of which form are asked for, and how. */
export async function listQuery(
  deps: FormsDeps,
  trx: Trx,
  compId: string,
  filters: RecordFilters,
  caller: RequestContext["caller"],
): Promise<ListQuery & Published & { readonly veil: ReadonlySet<string> }> {
  const published = await publishedForm(deps, trx, await findForm(trx, compId, filters.formId));
  const { row, form } = published;
  const veil = veilOf(row, caller);
  if (filters.phone && numberIsVeiled(form, veil)) throw fieldRefusal("phone", "电话号码", "您的角色不能按号码查询");
  const asked = readQuestions(form, row, filters.filters ?? [], hidesNumbers(caller), veil);
  const scope = await listedScope(deps, trx, compId, { filters, form }, caller);
  const guarded = form.formType === "workOrder" && scope.kind !== "all";
  return { ...published, veil, compId, formId: row.id, scope, asked, filters, guarded };
}

/** Who asks what: the same total for all who see the same records. */
const questionOf = ({ compId, formId, row, scope, asked, filters, guarded }: ListQuery & Published): string => {
  const { phone, source, ownerId, callId, startTime, endTime, tags, tagMode } = filters;
  const questions = asked.map(({ field, query }) => [field.name, query]);
  const more = [phone, source, ownerId, callId, startTime, endTime, tags, tagMode];
  return JSON.stringify([compId, formId, row.version, scope, questions, more, guarded]);
};

/** How many there are, to one more than is counted; what took long is told again for a while. */
export const countList = (deps: FormsDeps, trx: Trx, query: ListQuery & Published): Promise<number> =>
  deps.counts.of(questionOf(query), () => countOfRecords(trx, query, false));

export async function list(deps: FormsDeps, body: ListBody, { caller }: RequestContext): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, body.compId);
  const { pageNo, pageSize, after, sortOrder } = body;
  if (pageSize > 200) throw fieldRefusal("pageSize", "每页条数", "每页最多200条");
  if (!after && pageNo > lastNumberedPage)
    throw fieldRefusal("pageNo", "页码", `第${lastNumberedPage}页以后请逐页翻阅，或缩小查询范围`);
  const place = after ? placeOf(after) : undefined;
  const hide = hidesNumbers(caller);
  return deps.ports.database.tenant(compId, async (trx) => {
    const query = await listQuery(deps, trx, compId, body, caller);
    const exact = body.exact === 1;
    const page = {
      limit: pageSize + 1,
      offset: place ? 0 : (pageNo - 1) * pageSize,
      after: place,
      ascending: sortOrder === "asc",
    };
    const [rows, count] = await Promise.all([
      pageOfRecords(trx, query, page),
      exact ? countOfRecords(trx, query, true) : countList(deps, trx, query),
    ]);
    const shown = rows.slice(0, pageSize);
    const beside = await besideRecords(
      trx,
      compId,
      shown.map(({ id }) => id),
      hide,
    );
    const more = !exact && count > countedRecords;
    const total = more ? countedRecords : count;
    return {
      list: shown.map((row) => ({
        ...presentRecord(row, shownValues(openValues(row, query.scope.kind === "all", query.veil), hide, query.form)),
        ...beside(row.id),
      })),
      total,
      more,
      totalText: more ? `${countedRecords}+` : String(total),
      pageNo,
      pageSize,
      next: rows.length > pageSize ? placeText(shown.at(-1)!) : "",
      indexing: labelled(query.row.indexing, query.form.definition),
    };
  });
}

export async function byParent(
  deps: FormsDeps,
  { parentId, pageNo, pageSize, compId: named }: BodyOf<(typeof formDataApi)["queryByParentId"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<(typeof formDataApi)["queryByParentId"]>> {
  const compId = compOf(caller, named);
  const hide = hidesNumbers(caller);
  if (pageSize > 200) throw fieldRefusal("pageSize", "每页条数", "每页最多200条");
  return deps.ports.database.tenant(compId, async (trx) => {
    const scope = await scopeOf(deps.auth, trx, compId, caller);
    await seenRecord(deps, trx, compId, parentId, { caller });
    const { rows, total } = await childrenOf(trx, compId, parentId, scope, { pageNo, pageSize });
    const list = [];
    for (const row of rows) {
      const form = await deps.compiled.get(trx, compId, row.formId, row.formVersion);
      const own = await findForm(trx, compId, row.formId);
      const veil = own ? veilOf(own, caller) : new Set<string>();
      list.push(presentRecord(row, shownValues(openValues(row, scope.kind === "all", veil), hide, form)));
    }
    return { list, total, pageNo, pageSize };
  });
}
