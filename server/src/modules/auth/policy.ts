import type { Caller } from '../../http/routes.ts';

/** Whose sessions a caller may list and end: operators all, administrators their enterprise's, others their own. */
export function sessionScope(caller: Pick<Caller, 'roleType' | 'compId' | 'userId'>): { readonly compId?: string; readonly accountId?: string } {
  if (caller.roleType === 0) return {};
  return caller.roleType === 1 || caller.roleType === 4 ? { compId: caller.compId } : { accountId: caller.userId };
}

export function mayEndSession(caller: Pick<Caller, 'roleType' | 'compId' | 'userId'>, session: { readonly comp_id: string; readonly account_id: string }): boolean {
  const scope = sessionScope(caller);
  return (scope.compId === undefined || scope.compId === session.comp_id) && (scope.accountId === undefined || scope.accountId === session.account_id);
}
