/**
 * Every route of the two specifications as data (screens.md; console.md section 2). The root config, the workspace, the
 * menu seed and each app's panes read this one list. A route outside `ready` belongs to a later issue: it has no menu
 * entry and no pane, and naming it sends the user back to '/', exactly as an unknown name does.
 */
import { adminCallCentreTabs } from "./tabs/admin-call-centre.ts";
import { adminDiallingTabs } from "./tabs/admin-dialling.ts";
import { adminMessagingTabs } from "./tabs/admin-messaging.ts";
import { adminOrganisationTabs } from "./tabs/admin-organisation.ts";
import { adminQualityAndSurveysTabs } from "./tabs/admin-quality-and-surveys.ts";
import { adminStatisticsTabs } from "./tabs/admin-statistics.ts";
import { adminSystemTabs } from "./tabs/admin-system.ts";
import { flowEditorTabs } from "./tabs/flow-editor.ts";
import { imTabs } from "./tabs/im.ts";
import { knowledgeTabs } from "./tabs/knowledge.ts";
import { shellNavTabs } from "./tabs/shell-nav.ts";
import { workorderTabs } from "./tabs/workorder.ts";
import type { AppName, TabRow, Who } from "./tabs/row.ts";

export type { AppName, TabRow, Who };

export const tabs: readonly TabRow[] = [
  ...shellNavTabs,
  ...adminOrganisationTabs,
  ...adminCallCentreTabs,
  ...adminDiallingTabs,
  ...adminMessagingTabs,
  ...adminQualityAndSurveysTabs,
  ...adminSystemTabs,
  ...adminStatisticsTabs,
  ...workorderTabs,
  ...flowEditorTabs,
  ...knowledgeTabs,
  ...imTabs,
];

/** Screens that exist. A path joins when its pane lands. */
export const ready: ReadonlySet<string> = new Set([
  ...["/login", "/admin/login", "/pwdoverdue", "/"],
  ...["/callrecord", "/callrecord/detail", "/page"],
  // access
  ...["/seatrole", "/role/setrolemenu", "/menulist", "/role/operate", "/syncmenu"],
  // enterprises
  ...[
    "/operateaccount",
    "/operationunits",
    "/enterprise",
    "/enterpriseadmin",
    "/rechargeenterprise",
    "/rechargerecord",
    "/useraccount",
  ],
  // seats
  ...[
    "/seats",
    "/seatsgroup",
    "/allotMember",
    "/extension",
    "/seatcustomstatus",
    "/allocationSeatCustomstatus",
    "/seatcustomstatusrestrictions",
  ],
  // numbers
  ...["/dnis", "/setDnis", "/allocationDnis", "/timeRule"],
  // groups
  ...["/skillgroup", "/allotskill", "/dispatchqueue", "/dispatchQueueallotskill"],
  // files
  ...["/filedownload", "/recordingpackagedownload"],
  // voices
  ...["/voicemanage"],
  // trunks
  ...[
    "/routernode",
    "/routernodegroup",
    "/routercmbd",
    "/routercalout",
    "/callbarringlist",
    "/callBarring",
    "/systemblack",
    "/enterpriseblack",
  ],
  // settings
  ...["/dictionarie", "/cascademanage", "/loginlog", "/operatelog", "/helpfiles"],
  // interfaces
  ...["/interfaceconfig", "/interfaceConfigList"],
  // home
  ...["/enterprisehomepage", "/seathomepage"],
]);

/** Reached without a session (console.md section 2, "Public routes"). */
export const publicRoutes: readonly string[] = ["/login", "/admin/login", "/pwdoverdue"];

/** The customer's page of the first call; no sign-in, not part of the workspace. */
export const customerRoute = "/customer/call";

const byPath = new Map(tabs.map((t) => [t.path, t]));

/** base64url of UTF-8 JSON: one path segment whatever the parameter holds. */
export function encodeMultis(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
}

/** The inverse of encodeMultis; undefined for anything that is not its output. */
export function decodeMultis(text: string): unknown {
  try {
    const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (c) => c.charCodeAt(0))));
  } catch {
    return undefined;
  }
}

export interface TabMatch {
  readonly tab: TabRow;
  readonly params: unknown;
}

/** The row and saved parameter of a location path; undefined when no ready route has it. Longest path wins. */
export function matchTab(pathname: string): TabMatch | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, "") : pathname;
  const exact = byPath.get(path);
  if (exact && exact.param !== "required") return ready.has(exact.path) ? { tab: exact, params: undefined } : undefined;
  const cut = path.lastIndexOf("/");
  const parent = cut > 0 ? byPath.get(path.slice(0, cut)) : undefined;
  if (!parent || parent.param === "none" || !ready.has(parent.path)) return undefined;
  return { tab: parent, params: decodeMultis(path.slice(cut + 1)) };
}

/** The location path of a route with its parameter. Throws RangeError on a route that is not in the table. */
export function href(path: string, params?: unknown): string {
  const tab = byPath.get(path);
  if (!tab) throw new RangeError(`no such route: ${path}`);
  return tab.param === "none" || params === undefined ? path : `${path}/${encodeMultis(params)}`;
}

export function tabOf(path: string): TabRow | undefined {
  return byPath.get(path);
}

/** The row of a route name ('callrecord'), only when it is ready. */
export function tabByName(name: string): TabRow | undefined {
  const tab = byPath.get(name === "home" ? "/" : `/${name}`);
  return tab && ready.has(tab.path) ? tab : undefined;
}

/** roleType 0..4 (console.md section 6) to the letter of screens.md; 4 is treated like an administrator. */
export function whoOf(roleType: number): Who {
  return (["O", "A", "S", "M", "A"] as const)[roleType] ?? "S";
}
