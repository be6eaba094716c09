/** Enterprises as lists and alone. */
import { AppError, type BodyOf, type ReplyOf, isOperator } from "@liantai/api/contract";
import { type companyApi, type companyWhiteApi, formatMoney } from "@liantai/api/contract/admin";
import { compListOf, compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { presentEnterprise } from "./present.ts";
import {
  countEnterprises,
  findListed,
  findSms,
  listEnterprises,
  listSms,
  nextCode,
  type ListedEnterprise,
} from "./repository.ts";
import { type CompanyDeps, system } from "./deps.ts";

const mainDatabase = "main";

export async function list(
  deps: CompanyDeps,
  body: BodyOf<typeof companyApi.list>,
  { caller }: RequestContext,
): Promise<ReplyOf<typeof companyApi.list>> {
  return system(deps, async (trx) => {
    const unitIds = body.unitId ? [body.unitId] : undefined;
    const { rows, total } = await listEnterprises(trx, {
      ...body,
      unitIds,
      compIds: compListOf(caller, body.compId),
    });
    const sms = new Map(
      (
        await listSms(
          trx,
          rows.map((row) => row.compId),
        )
      ).map((row) => [row.compId, row]),
    );
    return {
      list: rows.map((row) => presentEnterprise(row as ListedEnterprise, sms.get(row.compId))),
      total,
      pageNo: body.pageNo,
      pageSize: body.pageSize,
    };
  });
}

export async function query(
  deps: CompanyDeps,
  { compId: named }: BodyOf<typeof companyApi.query>,
  { caller }: RequestContext,
): Promise<ReplyOf<typeof companyApi.query>> {
  const {
    ports: { database },
  } = deps;
  const compId = compOf(caller, named);
  const read = async (trx: Trx) => {
    const row = await findListed(trx, compId, isOperator(caller));
    if (!row) throw new AppError("notFound", "企业不存在");
    return presentEnterprise(row, await findSms(trx, compId));
  };
  return isOperator(caller) ? system(deps, read) : database.tenant(compId, read);
}

export const freeCode = async (deps: CompanyDeps) => ({ compId: await system(deps, nextCode) });

export const databases = async (deps: CompanyDeps) => [
  {
    id: mainDatabase,
    name: "主数据库",
    kind: deps.ports.database.kind,
    enterprises: await system(deps, countEnterprises),
  },
];

export async function white(
  deps: CompanyDeps,
  body: BodyOf<typeof companyWhiteApi.list>,
  { caller }: RequestContext,
): Promise<ReplyOf<typeof companyWhiteApi.list>> {
  const { rows, total } = await system(deps, (trx) =>
    listEnterprises(trx, { ...body, compIds: compListOf(caller, body.compId), white: true }),
  );
  return {
    list: rows.map((row) => ({
      compId: row.compId,
      name: row.name,
      balance: formatMoney(row.balance ?? "0"),
      creditLimit: formatMoney(row.creditLimit ?? "0"),
    })),
    total,
    pageNo: body.pageNo,
    pageSize: body.pageSize,
  };
}
