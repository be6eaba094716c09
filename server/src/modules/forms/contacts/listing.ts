/** contacterData: contacts as a list. */
import { formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { contacterDataApi } from "@liantai/api/contract/workorder";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers } from "../../../http/privacy.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { FormsDeps } from "../deps.ts";
import { shownValues } from "../records/present.ts";
import { contactForm } from "./form.ts";
import { contactQuery } from "./query.ts";
import { listContacts } from "./repository.ts";
import { contactOf } from "./values.ts";

type Api = typeof contacterDataApi;

export async function list(
  deps: FormsDeps,
  body: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, body.compId);
  const { agentId } = caller;
  const hide = hidesNumbers(caller);
  const { form, rows, total } = await deps.ports.database.tenant(compId, async (trx) => {
    const published = await contactForm(deps, trx, compId);
    const query = contactQuery(published, body, hide);
    return { form: published.form, ...(await listContacts(trx, compId, query, body)) };
  });
  const refOf = (id: string, { name, phone }: { readonly name: string; readonly phone: string }): string =>
    agentId === null || phone === ""
      ? ""
      : deps.refs.seal({ compId, agentId }, { number: phone, object: "contacterData", id, name });
  const list = rows.map((row) => ({
    id: row.id,
    ...contactOf(form, shownValues(row.values, hide, form)),
    createTime: formatTime(row.createdAt),
    updateTime: formatTime(row.updatedAt),
    createdBy: row.ownerName,
    dialRef: refOf(row.id, contactOf(form, row.values)),
  }));
  return { list, total, pageNo: body.pageNo, pageSize: body.pageSize };
}
