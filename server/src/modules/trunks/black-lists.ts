/** 黑名单: the enterprise's and the installation's. */
import { serviceOf } from "../service.ts";
import { toBlack } from "./screened.ts";
import { AppError, maskPhone, type BodyOf, isOperator, formatTime, parseTime } from "@liantai/api/contract";
import { blackListTypes, type blackListApi } from "@liantai/api/contract/admin";
import { compOf, installation, ownInstallation } from "../../http/company.ts";
import type { Caller, RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { AdministrationDeps } from "../deps.ts";
import { publish } from "../topics.ts";

import { hidesNumbers, maskNumbers, unmasked, unmaskedPhone } from "../../http/privacy.ts";
import { importBlackList } from "./import.ts";
import { crudService } from "../crud/index.ts";
import { barsOf, blackLists, type BlackListRow } from "./repository.ts";
import { screenNumber, type Direction } from "./screening.ts";

type BlackBody = BodyOf<typeof blackListApi.add>;
type BlackListBody = BodyOf<typeof blackListApi.list>;

/**
 * Operators keep the installation's list (系统黑名单), enterprises their own (企业黑名单, operators inside one too); the other is refused.
 */
function blackComp(caller: Caller, type: number, named: string | undefined): string {
  if ((type === blackListTypes.system) !== isOperator(caller)) throw new AppError("forbidden");
  return isOperator(caller) ? installation : compOf(caller, named);
}
const blackCompToWrite = (caller: Caller, type: number, named: string | undefined): string =>
  type === blackListTypes.system ? ownInstallation(caller) : blackComp(caller, type, named);

/** People write numbers into reasons. */
const presentBlack = (row: BlackListRow, hide: boolean) => ({
  id: row.id,
  phone: hide ? maskPhone(row.phone) : row.phone,
  isPrefix: row.isPrefix,
  blackListCallType: row.callType,
  expiresAt: row.expiresAt && formatTime(row.expiresAt),
  remark: hide ? maskNumbers(row.remark) : row.remark,
  createdAt: formatTime(row.createdAt),
  createdBy: row.createdBy,
});

/** One service a list: which table rows it sees is decided by whose list it is. */
const black = ({ ports, audit }: AdministrationDeps, caller: Caller, compId: string) => {
  const hide = hidesNumbers(caller);
  return crudService({
    deps: { ports, audit },
    object: "blackList",
    scope: compId === installation ? "installation" : "enterprise",
    changed: () => publish(ports.broker, "blackList.changed", { compId }),
    store: blackLists,
    toRow: (_trx: Trx, body: BlackBody, before: BlackListRow | undefined) => ({
      phone: unmaskedPhone(body.phone, before?.phone, hide),
      isPrefix: body.isPrefix,
      callType: body.blackListCallType,
      expiresAt: parseTime(body.expiresAt ?? "") ?? null,
      remark: unmasked(body.remark ?? "", before?.remark ?? "", hide),
      createdAt: before?.createdAt ?? new Date(ports.clock.now()),
      createdBy: before?.createdBy ?? caller.nickName,
    }),
    present: (row: BlackListRow) => presentBlack(row, hide),
    key: { path: "phone", label: "号码", of: (row) => row.phone },
  });
};

const blackOf = (deps: AdministrationDeps, context: RequestContext, type: number, named: string | undefined) => {
  const compId = blackComp(context.caller, type, named);
  return {
    service: black(deps, context.caller, compId),
    compId,
  };
};

async function check(
  { ports }: AdministrationDeps,
  { compId: named, phone, blackListType, blackListCallType }: BodyOf<typeof blackListApi.check>,
  { caller }: RequestContext,
) {
  const compId = compOf(caller, named);
  const bars = (await ports.database.tenant(compId, (trx) => barsOf(trx, compId, phone)))
    .map(toBlack)
    .filter((bar) => blackListType === undefined || bar.system === (blackListType === blackListTypes.system));
  const directions: readonly Direction[] =
    blackListCallType === 0 ? ["in"] : blackListCallType === 1 ? ["out"] : ["in", "out"];
  for (const direction of directions) {
    const verdict = screenNumber({
      direction,
      number: phone,
      now: ports.clock.now(),
      blacks: bars,
      limits: [],
      callsToday: 0,
      lastCallAt: null,
    });
    if (verdict.blocked)
      return { contained: true, reason: hidesNumbers(caller) ? maskNumbers(verdict.reason) : verdict.reason };
  }
  return { contained: false, reason: "" };
}

export const createBlackLists = (deps: AdministrationDeps) => ({
  list(body: BlackListBody, context: RequestContext) {
    const { service } = blackOf(deps, context, body.blackListType, body.compId);
    return service.list({ ...body, whole: hidesNumbers(context.caller) }, context);
  },
  add: (body: BlackBody, context: RequestContext) =>
    blackOf(deps, context, body.blackListType, body.compId).service.add(body, context),
  update: (body: BodyOf<typeof blackListApi.update>, context: RequestContext) =>
    blackOf(deps, context, body.blackListType, body.compId).service.update(body, context),
  delete: (body: BodyOf<typeof blackListApi.delete>, context: RequestContext) =>
    blackOf(deps, context, body.blackListType, body.compId).service.delete(body, context),
  ...importBlackList(deps, blackCompToWrite),
  ...serviceOf(deps, { check }),
});
