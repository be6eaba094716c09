/** Accounts as lists and alone. */
import { AppError, type BodyOf, type ReplyOf, isOperator, RoleTypes } from "@liantai/api/contract";
import type { companyAccountApi } from "@liantai/api/contract/admin";
import { compListOf, compOf, installation } from "../../../../http/company.ts";
import type { RequestContext } from "../../../../http/routes.ts";
import type { Trx } from "../../../../ports/database.ts";
import { presentAccount } from "../present.ts";
import { findAccount, findSystemAccount, listAccounts, type ListedAccount } from "../repository.ts";
import { type CompanyAccountDeps, now } from "./checks.ts";

export async function listAll(
  deps: CompanyAccountDeps,
  body: BodyOf<typeof companyAccountApi.listComp>,
  { caller }: RequestContext,
): Promise<ReplyOf<typeof companyAccountApi.listComp>> {
  const {
    ports: { database, clock },
  } = deps;
  const asked = body.roleTypes ? body.roleTypes.split(",") : undefined;
  const query = {
    ...body,
    compIds: compListOf(caller, body.compId),
    roleTypes: asked && RoleTypes.all.filter((each) => asked.includes(String(each))),
  };
  const read = (trx: Trx) => listAccounts(trx, installation, query, now(deps));
  // system: operators read over all enterprises they look after; compListOf has decided which.
  const { rows, total } = await (isOperator(caller) ? database.system(read) : database.tenant(caller.compId, read));
  return {
    list: rows.map((row) => presentAccount(row as ListedAccount, clock.now())),
    total,
    pageNo: body.pageNo,
    pageSize: body.pageSize,
  };
}

export async function query(
  deps: CompanyAccountDeps,
  { compId: named, id }: BodyOf<typeof companyAccountApi.queryComp>,
  { caller }: RequestContext,
): Promise<ReplyOf<typeof companyAccountApi.queryComp>> {
  const {
    ports: { database, clock },
  } = deps;
  const compId = compOf(caller, named);
  const row = await database.tenant(compId, (trx) => findAccount(trx, compId, id, now(deps)));
  if (!row) throw new AppError("notFound", "账号不存在");
  return presentAccount(row, clock.now());
}

export async function system(
  deps: CompanyAccountDeps,
  { compId: named }: BodyOf<typeof companyAccountApi.queryCompSys>,
  { caller }: RequestContext,
): Promise<ReplyOf<typeof companyAccountApi.queryCompSys>> {
  const {
    ports: { database, clock },
  } = deps;
  const compId = compOf(caller, named);
  const row = await database.tenant(compId, (trx) => findSystemAccount(trx, compId, now(deps)));
  return row ? presentAccount(row, clock.now()) : null;
}
