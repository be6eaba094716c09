/**
 * The rows of every area that has a manifest (screens.md; console.md section 2). The root config, the workspace, the menu seed and each
 * app's panes read this one list. A bundle of it holds the rows alone, not the areas (decision 028). A row that is not ready has no
 * menu entry and no pane: naming it sends the user back to '/', exactly as an unknown name does.
 */
import { accessTabs } from "./access/index.ts";
import { blacklistsTabs } from "./blacklists/index.ts";
import { callRecordsTabs } from "./call-records/index.ts";
import { chatsTabs } from "./chats/index.ts";
import { contactsTabs } from "./contacts/index.ts";
import { customerFormsTabs, popupsTabs, recordsTabs } from "./customer-forms/index.ts";
import { coreTabs } from "./core/index.ts";
import { diallingTabs } from "./dialling/index.ts";
import { enterprisesTabs } from "./enterprises/index.ts";
import { enginesTabs } from "./engines/index.ts";
import { filesTabs } from "./files/index.ts";
import { flowsTabs } from "./flows/index.ts";
import { followUpsTabs } from "./follow-ups/index.ts";
import { groupsTabs } from "./groups/index.ts";
import { homeTabs } from "./home/index.ts";
import { interfacesTabs } from "./interfaces/index.ts";
import { limitsTabs } from "./limits/index.ts";
import { meetingsTabs } from "./meetings/index.ts";
import { monitorTabs } from "./monitor/index.ts";
import { numbersTabs } from "./numbers/index.ts";
import { queuesTabs } from "./queues/index.ts";
import { remindersTabs } from "./reminders/index.ts";
import { robotsTabs } from "./robots/index.ts";
import { seatsTabs } from "./seats/index.ts";
import { settingsTabs } from "./settings/index.ts";
import { tasksTabs } from "./tasks/index.ts";
import { trunksTabs } from "./trunks/index.ts";
import { understandingTabs } from "./understanding/index.ts";
import { versionsTabs } from "./versions/index.ts";
import { voicesTabs } from "./voices/index.ts";
import { orderFlowsTabs, ordersTabs } from "./work-orders/index.ts";
import type { Who } from "./roles.ts";
import type { AppName, TabRow } from "./tab-row.ts";

export type { AppName, TabRow };

export const tabs: readonly TabRow[] = [
  ...coreTabs,
  ...homeTabs,
  ...accessTabs,
  ...enterprisesTabs,
  ...callRecordsTabs,
  ...seatsTabs,
  ...queuesTabs,
  ...numbersTabs,
  ...groupsTabs,
  ...voicesTabs,
  ...limitsTabs,
  ...monitorTabs,
  ...meetingsTabs,
  ...trunksTabs,
  ...blacklistsTabs,
  ...settingsTabs,
  ...interfacesTabs,
  ...filesTabs,
  ...customerFormsTabs,
  ...recordsTabs,
  ...popupsTabs,
  ...contactsTabs,
  ...remindersTabs,
  ...followUpsTabs,
  ...orderFlowsTabs,
  ...ordersTabs,
  ...versionsTabs,
  ...diallingTabs,
  ...tasksTabs,
  ...flowsTabs,
  ...robotsTabs,
  ...enginesTabs,
  ...understandingTabs,
  ...chatsTabs,
];

/** Reached without a workspace (console.md section 2, "Public routes"), and /totp, which TOTP_REQUIRED adds. */
export const publicRoutes: readonly string[] = ["/login", "/admin/login", "/pwdoverdue", "/totp"];

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

const inPath = ({ param }: TabRow): boolean => param === "optional" || param === "required";

/** The row and saved parameter of a location path; undefined when no ready route has it. Longest path wins. */
export function matchTab(pathname: string): TabMatch | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, "") : pathname;
  const exact = byPath.get(path);
  if (exact && exact.param !== "required") return exact.ready ? { tab: exact, params: undefined } : undefined;
  const cut = path.lastIndexOf("/");
  const parent = cut > 0 ? byPath.get(path.slice(0, cut)) : undefined;
  if (!parent || !inPath(parent) || !parent.ready) return undefined;
  return { tab: parent, params: decodeMultis(path.slice(cut + 1)) };
}

/** The location path of a route with its parameter. Throws RangeError on a route that is not in the table. */
export function href(path: string, params?: unknown): string {
  const tab = byPath.get(path);
  if (!tab) throw new RangeError(`no such route: ${path}`);
  return !inPath(tab) || params === undefined ? path : `${path}/${encodeMultis(params)}`;
}

export function tabOf(path: string): TabRow | undefined {
  return byPath.get(path);
}

/** The row of a route name ('callrecord'), only when it is ready. */
export function tabByName(name: string): TabRow | undefined {
  const tab = byPath.get(name === "home" ? "/" : `/${name}`);
  return tab?.ready ? tab : undefined;
}

/** The screen of the first tab, which is never closed: what each kind of user looks at first. Its address is '/' for all of them. */
export const homePathOf = (who: Who): string =>
  ({ O: "/", A: "/enterprisehomepage", S: "/seathomepage", M: "/seathomepage" })[who];
