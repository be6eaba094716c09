import { AppError, isOperator, isAdministrator } from "@liantai/api/contract";
import { compOf, installation } from "../../http/company.ts";
import type { Caller } from "../../http/routes.ts";
import type { RoleRow } from "./repository.ts";

/** Whose roles a request is about: the operators' where an operator names no enterprise. Throws AppError. */
export const scopeOf = (caller: Caller, named: string | undefined | null): string =>
  isOperator(caller) && (!named || named === installation) ? installation : compOf(caller, named);

/** Operators keep their own roles and the default ones of enterprises, an enterprise its own. Throws AppError. */
export function checkMayEdit(caller: Caller, role: Pick<RoleRow, "kind">): void {
  if (isOperator(caller)) return;
  if (role.kind !== "custom") throw new AppError("refused", "默认角色由运营人员维护，企业不能修改");
}

/** Business permissions of its seats and monitors an enterprise decides itself, of default roles too. Throws AppError. */
export function checkMaySetPurviews(caller: Caller, role: Pick<RoleRow, "kind" | "roleType">): void {
  if (role.kind === "operator") throw new AppError("refused", "运营角色拥有全部业务权限，无需设置");
  if (isAdministrator(role)) checkMayEdit(caller, role);
}

/**
 * Nobody hands out more of an administrator's rights than they have: an administrator with a restricted role could otherwise
 * make a role without the restriction. Rights of seats and monitors are theirs to give.
 */
export const mustHoldThemselves = (caller: Caller, role: Pick<RoleRow, "roleType">): boolean =>
  !isOperator(caller) && caller.entered !== true && isAdministrator(role);
