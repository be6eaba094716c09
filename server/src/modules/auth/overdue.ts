/** Password expiry, console.md section 4. */
import { dayMs, isOperator } from "@liantai/api/contract";

interface PasswordAge {
  readonly roleType: number;
  readonly passwordChangedAt: Date;
  readonly passwordDeferredAt: Date | null;
  /** 1: somebody else chose the password; it is changed before anything else. */
  readonly mustChange?: number;
}

/** Nothing but the password change is open to this account (http/authority.ts). */
export const mustChange = (
  account: PasswordAge & { readonly forcePasswordChange: number | null; readonly reminderCycle: number | null },
  now: number,
): boolean =>
  account.mustChange === 1 ||
  (account.forcePasswordChange === 1 && overdueDays(account, { reminderCycle: account.reminderCycle ?? 0 }, now) > 0);

/** Days the password is overdue, counted from 1; 0: not expired. Operators are exempt. */
export function overdueDays(
  account: PasswordAge,
  enterprise: { readonly reminderCycle: number } | undefined,
  now: number,
): number {
  if (account.mustChange === 1) return 1;
  const cycle = enterprise?.reminderCycle ?? 0;
  if (isOperator(account) || cycle === 0) return 0;
  const since = Math.max(account.passwordChangedAt.getTime(), account.passwordDeferredAt?.getTime() ?? 0);
  const overdueMs = now - since - cycle * dayMs;
  return overdueMs < 0 ? 0 : Math.floor(overdueMs / dayMs) + 1;
}
