/** Accounts are added: one, or many of a kind. */
import { isAdministrator, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { companyAccountApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../../http/company.ts";
import { fieldRefusal, unique } from "../../../../http/refusals.ts";
import type { RequestContext } from "../../../../http/routes.ts";
import type { Trx } from "../../../../ports/database.ts";
import { checkLifted } from "../../../../http/hidden-number.ts";
import { addAccount } from "../repository.ts";
import { type CompanyAccountDeps, checkRole, checkSys } from "./checks.ts";

type Fields = Pick<
  BodyOf<typeof companyAccountApi.addComp>,
  "nickName" | "roleId" | "enabled" | "isSys" | "isHiddenNum" | "isTabs" | "remark"
>;

const taken = (account: string) => fieldRefusal("account", "账号", `账号${account}已存在`);

async function insert(
  deps: CompanyAccountDeps,
  trx: Trx,
  context: RequestContext,
  compId: string,
  id: string,
  account: string,
  roleType: number,
  fields: Fields,
  hash: string,
): Promise<void> {
  const { ports, audit } = deps;
  await checkRole(trx, context, compId, fields.roleId, roleType);
  checkSys(context, fields.isSys, roleType, 0);
  if (isAdministrator({ roleType })) checkLifted(context.caller, fields.isHiddenNum, undefined);
  const row = {
    id,
    compId,
    account,
    nickName: fields.nickName,
    roleType,
    roleId: fields.roleId,
    enabled: fields.enabled,
    isSys: fields.isSys,
    isHiddenNum: fields.isHiddenNum,
    isTabs: fields.isTabs,
    remark: fields.remark,
  };
  await unique(taken(account), () => addAccount(trx, ports, { ...row, hash, mustChange: true }));
  await audit.write(trx, context, { compId, action: "add", object: "account", id, name: account, after: row });
}

export async function addOne(
  deps: CompanyAccountDeps,
  body: BodyOf<typeof companyAccountApi.addComp>,
  context: RequestContext,
): Promise<ReplyOf<typeof companyAccountApi.addComp>> {
  const {
    passwords,
    ports: { random, database },
  } = deps;
  const { compId: named, account, roleType, kid, password: sealed, ...fields } = body;
  const compId = compOf(context.caller, named);
  const { hash, shown } = await passwords.take(kid, sealed);
  const id = random.id();
  await database.tenant(compId, (trx) => insert(deps, trx, context, compId, id, account, roleType, fields, hash));
  return { id, password: shown };
}

export async function addBatch(
  deps: CompanyAccountDeps,
  body: BodyOf<typeof companyAccountApi.addUserCompBatch>,
  context: RequestContext,
): Promise<ReplyOf<typeof companyAccountApi.addUserCompBatch>> {
  const {
    ports: { random, database },
    passwords,
  } = deps;
  const compId = compOf(context.caller, body.compId);
  const names = body.accounts.map(({ account }) => account);
  const twice = names.findIndex((name, i) => names.indexOf(name) !== i);
  if (twice >= 0) throw fieldRefusal(`accounts[${twice}].account`, "账号", `账号${names[twice]}重复`);
  const made = await Promise.all(
    body.accounts.map(async (one) => ({
      ...one,
      id: random.id(),
      ...(await passwords.take(undefined, undefined)),
    })),
  );
  await database.tenant(compId, async (trx) => {
    for (const { id, account, nickName, hash } of made)
      await insert(deps, trx, context, compId, id, account, body.roleType, { nickName, roleId: body.roleId }, hash);
  });
  return made.map(({ id, account, shown }) => ({ id, account, password: shown }));
}
