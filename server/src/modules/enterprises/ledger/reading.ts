/** The ledger as a list, and the balance. */
import { AppError, type BodyOf, type ReplyOf, isOperator, formatTime, parseTime } from "@liantai/api/contract";
import { formatMoney, type rechargeApi } from "@liantai/api/contract/admin";
import { compListOf, compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { findEnterpriseRow } from "../companies/repository.ts";
import { findBalance, listEntries, type LedgerQuery, type ListedEntry } from "./repository.ts";

export type LedgerDeps = Pick<AdministrationDeps, "ports" | "audit" | "files">;

export const presentEntry = (row: ListedEntry) => ({
  id: row.id,
  seq: row.seq,
  compId: row.compId,
  compName: row.compName,
  kind: row.kind,
  amount: formatMoney(row.amount),
  balanceAfter: formatMoney(row.balanceAfter),
  operatorName: row.operatorName,
  remark: row.remark,
  at: formatTime(row.at),
});

export type Filters = Pick<
  BodyOf<typeof rechargeApi.list>,
  "compId" | "kind" | "startTime" | "endTime" | "operatorName"
>;

/** Whose entries, and which: the list and its export ask the same. */
export function ledgerQuery(
  filters: Filters,
  caller: RequestContext["caller"],
): Pick<LedgerQuery, "compIds" | "kind" | "from" | "to" | "operatorName"> {
  const at = (text: string | undefined) => (text ? parseTime(text) : undefined);
  return {
    compIds: compListOf(caller, filters.compId),
    kind: filters.kind,
    from: at(filters.startTime),
    to: at(filters.endTime),
    operatorName: filters.operatorName,
  };
}

export async function balance(
  deps: LedgerDeps,
  { compId: named }: BodyOf<typeof rechargeApi.getCompanyRecharge>,
  { caller }: RequestContext,
): Promise<ReplyOf<typeof rechargeApi.getCompanyRecharge>> {
  const {
    ports: { database },
  } = deps;
  const compId = compOf(caller, named);
  const [row, enterprise] = await database.tenant(compId, (trx) =>
    Promise.all([findBalance(trx, compId), findEnterpriseRow(trx, compId)]),
  );
  if (!enterprise) throw new AppError("notFound", "企业不存在");
  return {
    compId,
    name: enterprise.name,
    balance: formatMoney(row?.balance ?? 0n),
    creditLimit: formatMoney(row?.creditLimit ?? 0n),
    forbidden: enterprise.forbidden === 0 ? 0 : 1,
    entries: row?.entries ?? 0,
  };
}

export async function list(
  deps: LedgerDeps,
  body: BodyOf<typeof rechargeApi.list>,
  { caller }: RequestContext,
): Promise<ReplyOf<typeof rechargeApi.list>> {
  const {
    ports: { database },
  } = deps;
  const query = { ...body, ...ledgerQuery(body, caller) };
  // system: an operator reads the ledgers of all enterprises he looks after; compListOf has decided which.
  const { rows, total } = await (isOperator(caller)
    ? database.system((trx) => listEntries(trx, query))
    : database.tenant(caller.compId, (trx) => listEntries(trx, query)));
  return {
    list: rows.map((row) => presentEntry(row as ListedEntry)),
    total,
    pageNo: body.pageNo,
    pageSize: body.pageSize,
  };
}
