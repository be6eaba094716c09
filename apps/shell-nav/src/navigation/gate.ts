/** Who may be where (console.md section 2, "Public routes"): the same answer for the sign-in pages and the workspace. */
import { publicRoutes } from '@liantai/api/contract';
import type { SessionState } from '@liantai/api/client';

type Visitor = Pick<SessionState, 'tokens' | 'user' | 'mustChangePassword' | 'loginPath'>;

/** Where a visitor of `pathname` is sent; null: may stay. */
export function redirectOf(pathname: string, session: Visitor): string | null {
  const known = session.tokens !== null && session.user !== null;
  if (!publicRoutes.includes(pathname)) return !known ? session.loginPath : session.mustChangePassword ? '/pwdoverdue' : null;
  if (pathname === '/pwdoverdue') return known ? null : session.loginPath;
  return !known ? null : session.mustChangePassword ? '/pwdoverdue' : '/';
}
