/** Password expiry, console.md section 4. */
const dayMs = 86_400_000;

interface PasswordAge {
  readonly role_type: number;
  readonly password_changed_at: Date;
  readonly password_deferred_at: Date | null;
  /** 1: somebody else chose the password; it is changed before anything else. */
  readonly must_change?: number;
}

/** Nothing but the password change is open to this account (http/authority.ts). */
export const mustChange = (
  account: PasswordAge & { readonly force_password_change: number | null; readonly reminder_cycle: number | null },
  now: number,
): boolean =>
  account.must_change === 1 ||
  (account.force_password_change === 1 &&
    overdueDays(account, { reminder_cycle: account.reminder_cycle ?? 0 }, now) > 0);

/** Days the password is overdue, counted from 1; 0: not expired. Operators are exempt. */
export function overdueDays(
  account: PasswordAge,
  enterprise: { readonly reminder_cycle: number } | undefined,
  now: number,
): number {
  if (account.must_change === 1) return 1;
  const cycle = enterprise?.reminder_cycle ?? 0;
  if (account.role_type === 0 || cycle === 0) return 0;
  const since = Math.max(account.password_changed_at.getTime(), account.password_deferred_at?.getTime() ?? 0);
  const overdueMs = now - since - cycle * dayMs;
  return overdueMs < 0 ? 0 : Math.floor(overdueMs / dayMs) + 1;
}
