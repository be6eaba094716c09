/** Which enterprise a request is about: the one hole that would open all others, so it is decided here and nowhere else. */
import { AppError, operatorCode, isOperator } from "@liantai/api/contract";
import { fieldRefusal } from "./refusals.ts";
import type { Caller } from "./routes.ts";

type Who = Pick<Caller, "roleType" | "compId" | "companies">;

/**
 * The enterprise whose data a request reads or changes. Everybody but operators has one; naming another is refused, in
 * whatever form it came. Operators must name one, and one that they look after (operators without isSuper: their unit's and
 * those below it). Throws AppError 'forbidden' or 'invalid'.
 */
export function compOf(caller: Who, named: string | undefined | null): string {
  if (!isOperator(caller)) {
    if (named && named !== caller.compId) throw new AppError("forbidden");
    return caller.compId;
  }
  if (!named) throw fieldRefusal("compId", "企业", "请选择企业");
  if (caller.companies && !caller.companies.has(named)) throw new AppError("forbidden", "您的运营单位不负责该企业");
  return named;
}

/** The same for lists that operators may ask over all enterprises: undefined is all. Operators who do not look after all name one. */
export function compsOf(caller: Who, named: string | undefined | null): string | undefined {
  return isOperator(caller) && !caller.companies ? named || undefined : compOf(caller, named);
}

/** The same for lists that know how to keep to several enterprises: undefined is all, an empty list none. */
export function compListOf(caller: Who, named: string | undefined | null): readonly string[] | undefined {
  if (caller.companies && !named) return [...caller.companies];
  const one = compsOf(caller, named);
  return one === undefined ? undefined : [one];
}

/** comp_id of what belongs to the installation and to no enterprise. */
export const installation = operatorCode;

/**
 * Before anything of the installation is written: it binds every enterprise, so only operators who look after all of them
 * (isSuper) may. empowerJson says what an operator may do, the unit where; no key widens the unit. Throws AppError 'forbidden'.
 */
export function ownInstallation(caller: Pick<Caller, "roleType" | "companies">): typeof installation {
  if (!isOperator(caller)) throw new AppError("forbidden");
  if (caller.companies) throw new AppError("forbidden", "全平台的数据由超级账号维护，您只负责本运营单位的企业");
  return installation;
}

/** As compOf, for what stands in enterprises and in the installation alike: an operator who names none writes the latter. */
export const ownerToWrite = (caller: Who, named: string | undefined | null): string =>
  isOperator(caller) && (!named || named === installation) ? ownInstallation(caller) : compOf(caller, named);
