/** What an account may be given, and who may touch it. */
import { AppError, isAdministrator, isOperator } from "@liantai/api/contract";
import { fieldRefusal } from "../../../../http/refusals.ts";
import type { RequestContext } from "../../../../http/routes.ts";
import type { Trx } from "../../../../ports/database.ts";
import type { AdministrationDeps } from "../../../deps.ts";
import { exceeds } from "../../../organisation/index.ts";
import { isBound } from "../../../../http/hidden-number.ts";
import type { NewPasswords } from "../passwords.ts";
import { findRole, lockAccount, lockSystemAccounts, type AccountRow } from "../repository.ts";

export type CompanyAccountDeps = Pick<AdministrationDeps, "ports" | "audit" | "auth"> & {
  readonly passwords: NewPasswords;
};

export const now = (deps: CompanyAccountDeps) => new Date(deps.ports.clock.now());

/** Administrators' roles for administrators, seats' for seats: a role carries its role type (4 is treated like 1). */
export async function checkRole(
  trx: Trx,
  context: RequestContext,
  compId: string,
  roleId: string,
  roleType: number,
): Promise<void> {
  const role = await findRole(trx, compId, roleId);
  const kind = (type: number) => (type === 4 ? 1 : type);
  if (!role) throw fieldRefusal("roleId", "角色", "角色不存在");
  if (kind(role.roleType) !== kind(roleType)) throw fieldRefusal("roleId", "角色", "角色与账号类型不符");
  if (await isBeyond(trx, context, { roleId, roleType }))
    throw fieldRefusal("roleId", "角色", "该角色的权限超出您自己的权限，不能授予");
}

/** A restricted administrator neither makes an account that may more, nor takes one over; the system administrator may all. */
export const isBeyond = async (
  trx: Trx,
  { caller }: RequestContext,
  row: { readonly roleId: string; readonly roleType: number },
): Promise<boolean> =>
  !isOperator(caller) &&
  caller.entered !== true &&
  caller.isSys !== true &&
  isAdministrator(row) &&
  row.roleId !== caller.roleId &&
  (await exceeds(trx, row.roleId, caller.roleId));

export function checkSys(
  { caller }: RequestContext,
  isSys: number | undefined,
  roleType: number,
  before: number,
): void {
  if (isSys !== 1 || before === 1) return;
  if (!isAdministrator({ roleType })) throw fieldRefusal("isSys", "系统管理员", "只有管理员账号可以设为系统管理员");
  if (!isOperator(caller) && caller.isSys !== true)
    throw fieldRefusal("isSys", "系统管理员", "只有系统管理员可以授予该权限");
}

export async function keepsSystem(trx: Trx, compId: string, id: string): Promise<void> {
  const others = (await lockSystemAccounts(trx, compId)).filter((row) => row.id !== id && row.enabled === 1);
  if (others.length === 0) throw new AppError("refused", "企业至少保留一个启用的系统管理员");
}

export async function mine(trx: Trx, compId: string, id: string): Promise<AccountRow> {
  const row = await lockAccount(trx, compId, id);
  if (!row) throw new AppError("notFound", "账号不存在");
  return row;
}

/** Whoever sets the password of the system administrator can become him. */
export async function checkAbove(trx: Trx, context: RequestContext, row: AccountRow): Promise<void> {
  const { caller } = context;
  if (row.isSys === 1 && !isOperator(caller) && caller.isSys !== true)
    throw new AppError("forbidden", "只有系统管理员可以操作系统管理员账号");
  const sees = isAdministrator(row) && row.isHiddenNum !== 1 && row.id !== caller.userId;
  if ((isBound(caller) && sees) || (await isBeyond(trx, context, row)))
    throw new AppError("forbidden", "该账号的权限超出您自己的权限，不能操作");
}
