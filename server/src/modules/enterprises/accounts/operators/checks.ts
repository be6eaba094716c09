/** What an operator may give, and whom he may touch. */
import { AppError, type BodyOf } from "@liantai/api/contract";
import type { operatorAccountApi } from "@liantai/api/contract/admin";
import { installation } from "../../../../http/company.ts";
import { fieldRefusal } from "../../../../http/refusals.ts";
import type { RequestContext } from "../../../../http/routes.ts";
import type { Trx } from "../../../../ports/database.ts";
import type { AdministrationDeps } from "../../../deps.ts";
import { unitScope } from "../../operators/scope.ts";
import { checkLifted } from "../../../../http/hidden-number.ts";
import type { NewPasswords } from "../passwords.ts";
import { findRole, lockAccount, lockSystemAccounts, type AccountRow } from "../repository.ts";

export type OperatorAccountDeps = Pick<AdministrationDeps, "ports" | "audit" | "auth"> & {
  readonly passwords: NewPasswords;
};

/** Accounts of operators belong to the installation. */
export const compId = installation;

type Fields = Omit<BodyOf<typeof operatorAccountApi.updateOpt>, "id">;

export const now = (deps: OperatorAccountDeps) => new Date(deps.ports.clock.now());

// system: accounts of operators belong to the installation.
export const system = <T>(deps: OperatorAccountDeps, work: (trx: Trx) => Promise<T>) =>
  deps.ports.database.system(work);

/** Flags and keys that are given anew must be the giver's own. */
export async function checkGiven(
  trx: Trx,
  { caller }: RequestContext,
  fields: Fields,
  before: AccountRow | undefined,
): Promise<string | null | undefined> {
  const scope = await unitScope(trx, caller);
  const all = caller.operator;
  if (fields.isSuper === 1 && before?.isSuper !== 1 && scope)
    throw fieldRefusal("isSuper", "超级账号", "只有超级账号可以授予该权限");
  if (fields.operator === 1 && before?.operator !== 1 && !all)
    throw fieldRefusal("operator", "全部操作权限", "您没有全部操作权限，不能授予");
  if (fields.isSys === 1 && before?.isSys !== 1 && caller.isSys !== true)
    throw fieldRefusal("isSys", "系统账号", "只有系统账号可以授予该权限");
  checkLifted(caller, fields.isHiddenNum, before?.isHiddenNum);
  for (const [key, on] of Object.entries(fields.empowerJson ?? {})) {
    if (on && before?.empower?.[key] !== true && !all && caller.empower[key] !== true)
      throw fieldRefusal("empowerJson", "操作权限", "不能授予自己没有的操作权限");
  }
  if (!(await findRole(trx, compId, fields.roleId))) throw fieldRefusal("roleId", "角色", "角色不存在");
  if (fields.unitId === undefined) return before ? undefined : (scope?.own ?? null);
  if (scope && (!fields.unitId || !scope.ids.has(fields.unitId)))
    throw fieldRefusal("unitId", "运营单位", "请选择本单位或下级单位");
  return fields.unitId || null;
}

/** Of the caller's units; whoever stands above him (super, while he is not) he does not touch. */
export async function mine(trx: Trx, { caller }: RequestContext, id: string): Promise<AccountRow> {
  const row = await lockAccount(trx, compId, id);
  const scope = await unitScope(trx, caller);
  if (
    !row ||
    (scope && row.id !== caller.userId && (row.isSuper === 1 || row.unitId === null || !scope.ids.has(row.unitId)))
  )
    throw new AppError("notFound", "账号不存在");
  return row;
}

export async function keepsSystem(trx: Trx, id: string): Promise<void> {
  const others = (await lockSystemAccounts(trx, compId)).filter((row) => row.id !== id && row.enabled === 1);
  if (others.length === 0) throw new AppError("refused", "至少保留一个启用的系统账号");
}

/** Whoever sets the password of an account, or takes its second step away, can become it. */
export function checkTakeOver({ caller }: RequestContext, account: AccountRow): void {
  if (account.isSys === 1 && caller.isSys !== true)
    throw new AppError("forbidden", "只有系统账号可以重置系统账号的密码和两步验证");
  if (account.operator === 1 && !caller.operator)
    throw new AppError("forbidden", "该账号的权限高于您，不能重置密码和两步验证");
}
