/** Contacts as a list. */
import { maskPhone, type BodyOf, type ReplyOf, formatTime } from "@liantai/api/contract";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers, maskNumbers } from "../../../http/privacy.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { fieldsOf, listContacts } from "../repository.ts";
import { shownValues } from "../values.ts";
import { type ContactDeps, queryOf } from "./rows.ts";
import type { Api } from "./api.ts";

export async function list(
  deps: ContactDeps,
  body: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const {
    ports: { database },
  } = deps;
  const compId = compOf(caller, body.compId);
  const hide = hidesNumbers(caller);
  const { fields, rows, total } = await database.tenant(compId, async (trx) => {
    const fields = await fieldsOf(trx, compId);
    return { fields, ...(await listContacts(trx, compId, queryOf(fields, body, caller), body)) };
  });
  const text = (value: string) => (hide ? maskNumbers(value) : value);
  const list = rows.map((row) => ({
    id: row.id,
    name: row.name,
    phone: hide ? maskPhone(row.phone) : row.phone,
    company: text(row.company),
    remark: text(row.remark),
    fields: shownValues(fields, row.fields, hide),
    createTime: formatTime(row.createdAt),
    updateTime: formatTime(row.updatedAt),
    createdBy: row.createdBy,
  }));
  return { list, total, pageNo: body.pageNo, pageSize: body.pageSize };
}
