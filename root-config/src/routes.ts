/**
 * Which apps belong on the page for a location and a session (console.md section 2, "Public routes"). Pure: the root
 * config asks it on every route and store change.
 */
import type { AppName } from "@liantai/api/contract";

/** The seven apps and the two light entries beside them. */
export type Slot = AppName | "signin" | "customer";

/** What the page is: the sign-in pages, the customer's page, or the workspace. */
export type Place = "signin" | "customer" | "workspace";

export interface RouteTable {
  readonly publicRoutes: readonly string[];
  readonly customerRoute: string;
}

export interface Scene {
  readonly pathname: string;
  readonly signedIn: boolean;
  /** Apps that own an open tab. */
  readonly openApps: readonly AppName[];
  /** The page that a visitor without a session belongs on: a sign-in page, or the forced password change. */
  readonly signInPath: string;
}

/** Apps that draw in the workspace, mounted while they own an open tab. */
export const contentApps = [
  "admin",
  "workorder",
  "flow-editor",
  "knowledge",
  "im",
] as const satisfies readonly AppName[];

function trimmed(pathname: string): string {
  return pathname.length > 1 ? pathname.replace(/\/+$/, "") : pathname;
}

export function placeOf(pathname: string, table: RouteTable): Place {
  const path = trimmed(pathname);
  if (path.startsWith(`${table.customerRoute}/`)) return "customer";
  return table.publicRoutes.includes(path) ? "signin" : "workspace";
}

/**
 * The bar stays for as long as the session does, also while a public route shows; the customer's page never has it, even
 * in the browser of a signed-in agent.
 */
export function slotsOf(scene: Scene, table: RouteTable): readonly Slot[] {
  const place = placeOf(scene.pathname, table);
  if (place === "customer") return ["customer"];
  const bar: Slot[] = scene.signedIn ? ["workstation"] : [];
  if (place === "signin") return ["signin", ...bar];
  const content = scene.signedIn ? contentApps.filter((a) => scene.openApps.includes(a)) : [];
  return ["shell-nav", ...bar, ...content];
}

/**
 * Where a visitor without a session is sent before anything is loaded: the sign-in page, so that the printed address
 * does not cost a newcomer the whole workspace. Null: stay.
 */
export function firstRedirect(scene: Scene, table: RouteTable): string | null {
  return !scene.signedIn && placeOf(scene.pathname, table) === "workspace" ? scene.signInPath : null;
}
