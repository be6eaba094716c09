/** Who may be where (console.md section 2, "Public routes"): the same answer for the sign-in pages and the workspace. */
import { publicRoutes, whoOf, type TabRow } from "@liantai/api/contract/base";
import { placeFirst, type SessionState } from "@liantai/api/client";

type Visitor = Pick<SessionState, "tokens" | "user" | "mustChangePassword" | "mustEnrol" | "loginPath">;

/** Where a visitor of `pathname` is sent; null: may stay. */
export function redirectOf(pathname: string, session: Visitor): string | null {
  const known = session.tokens !== null && session.user !== null;
  const first = placeFirst(session);
  if (!publicRoutes.includes(pathname)) return known ? first : session.loginPath;
  if (pathname === "/pwdoverdue") return known ? null : session.loginPath;
  if (pathname === "/totp") return !known ? session.loginPath : first === "/totp" ? null : (first ?? "/");
  return known ? (first ?? "/") : null;
}

/** Whether a screen is for this kind of user at all (screens.md); inside an enterprise everything of its administrator is. */
export function isFor(
  tab: Pick<TabRow, "who">,
  { user, enterEnterprise }: Pick<SessionState, "user" | "enterEnterprise">,
): boolean {
  return user === null || tab.who.includes(enterEnterprise ? "A" : whoOf(user.roleType));
}
