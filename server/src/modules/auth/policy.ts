import { isAdministrator, isOperator, type TotpRequired } from "@liantai/api/contract";
import type { Caller } from "../../http/routes.ts";
import { mustChange } from "./overdue.ts";

type Who = Pick<Caller, "roleType" | "compId" | "userId" | "companies">;

export interface SessionScope {
  readonly compId?: string;
  readonly accountId?: string;
  /** Those of these enterprises, and of the account besides. */
  readonly compIds?: ReadonlySet<string>;
}

/**
 * Whose sessions a caller may list and end: operators all or those of the enterprises they look after, administrators
 * their enterprise's, others their own.
 */
export function sessionScope(caller: Who): SessionScope {
  if (isOperator(caller)) return caller.companies ? { compIds: caller.companies, accountId: caller.userId } : {};
  return isAdministrator(caller) ? { compId: caller.compId } : { accountId: caller.userId };
}

export function mayEndSession(caller: Who, session: { readonly compId: string; readonly accountId: string }): boolean {
  const scope = sessionScope(caller);
  if (scope.compIds) return scope.compIds.has(session.compId) || session.accountId === scope.accountId;
  return (
    (scope.compId === undefined || scope.compId === session.compId) &&
    (scope.accountId === undefined || scope.accountId === session.accountId)
  );
}

export const mustEnrol = (
  account: { readonly roleType: number; readonly totpSecret: string | null },
  required: TotpRequired,
): boolean =>
  account.totpSecret === null &&
  (isOperator(account) ? required !== "none" : isAdministrator(account) && required === "administrators");

/** What the account must do before anything else: the password first, which the second step's page asks for. */
export const heldBy = (
  account: Parameters<typeof mustChange>[0] & Parameters<typeof mustEnrol>[0],
  now: number,
  required: TotpRequired,
): Caller["held"] => (mustChange(account, now) ? "password" : mustEnrol(account, required) ? "totp" : undefined);
