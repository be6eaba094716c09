/** 号码清单 (/ivrnumber): numbers that are kept apart from tasks, and copied into one. */
import { AppError, formatTime, maskPhone, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { countedPhones, numberListLimits, type numberListApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers } from "../../../http/privacy.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { crudService } from "../../crud/index.ts";
import type { PhonesDeps } from "../phones/access.ts";
import { shownText, shownVariables } from "../phones/present.ts";
import { plainNumber } from "../phones/rows.ts";
import {
  countListPhones,
  countLists,
  deleteListPhones,
  findList,
  lockList,
  numberLists,
  pageOfListPhones,
  type NumberListRow,
} from "./repository.ts";

type Api = typeof numberListApi;

const { lists: mostLists } = numberListLimits;

export const createLists =
  ({ ports, audit }: PhonesDeps) =>
  (context: RequestContext) =>
    crudService({
      deps: { ports, audit },
      object: "numberList",
      scope: "enterprise",
      store: numberLists,
      toRow: async (trx: Trx, body: BodyOf<Api["add"]>, before: NumberListRow | undefined, compId: string) => {
        if (!before && (await countLists(trx, compId)) >= mostLists)
          throw new AppError("refused", `号码清单最多${mostLists}个`);
        return {
          name: body.name,
          remark: body.remark,
          createdAt: before?.createdAt ?? new Date(ports.clock.now()),
          createdBy: before?.createdBy ?? context.caller.nickName,
        };
      },
      present: ({ id, name, remark, count, createdAt, createdBy }: NumberListRow) => ({
        ...{ id, name, remark, count, createdBy },
        createdAt: formatTime(createdAt),
      }),
      key: { path: "name", label: "清单名称", of: (row) => row.name },
    });

export async function listIn(trx: Trx, compId: string, id: string): Promise<NumberListRow> {
  const row = await findList(trx, compId, id);
  if (!row) throw new AppError("notFound", "号码清单不存在");
  return row;
}

export async function phones(
  { ports }: PhonesDeps,
  { compId: named, listId, phone, after, pageNo, pageSize }: BodyOf<Api["phones"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["phones"]>> {
  const compId = compOf(caller, named);
  const hide = hidesNumbers(caller);
  const query = { compId, listId, phone: phone ? plainNumber(phone) : undefined, whole: hide };
  const skip = after ? 0 : (pageNo - 1) * pageSize;
  if (skip > countedPhones) throw fieldRefusal("pageNo", "页码", "数据较多，请用条件查询，或逐页向后翻");
  const [rows, total] = await ports.database.tenant(compId, async (trx) => {
    const found = await listIn(trx, compId, listId);
    return [
      await pageOfListPhones(trx, query, { after: after || undefined, skip, limit: pageSize + 1 }),
      query.phone ? await countListPhones(trx, query) : found.count,
    ] as const;
  });
  const shown = rows.slice(0, pageSize);
  return {
    list: shown.map((row) => ({
      id: row.id,
      phone: hide ? maskPhone(row.phone) : row.phone,
      contact: shownText(row.contact, hide),
      person: shownText(row.person, hide),
      place: row.place,
      priority: row.priority,
      consentSource: row.consentSource,
      consentAt: row.consentAt && formatTime(row.consentAt),
      variables: shownVariables(row.variables, hide),
      createdAt: formatTime(row.createdAt),
    })),
    ...{ total, pageNo, pageSize },
    next: rows.length > pageSize ? shown.at(-1)!.id : null,
  };
}

export async function phoneDelete(
  { ports, audit }: PhonesDeps,
  { compId: named, listId, ids }: BodyOf<Api["phoneDelete"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["phoneDelete"]>> {
  const compId = compOf(context.caller, named);
  return ports.database.tenant(compId, async (trx) => {
    const list = await lockList(trx, compId, listId);
    if (!list) throw new AppError("notFound", "号码清单不存在");
    const count = await deleteListPhones(trx, compId, listId, ids);
    if (count > 0)
      await audit.write(trx, context, {
        ...{ compId, object: "numberList", action: "delete", id: listId, name: list.name },
        before: { count: list.count },
        after: { count: list.count - count },
      });
    return { count };
  });
}
