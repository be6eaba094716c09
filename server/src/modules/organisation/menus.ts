/**
 * The menu tree as data, derived from the contract's routes: a row names its group, a ready row is an entry, a button is a
 * category-1 child of its page. Routes reached in other ways (sign-in, details, the generic page) have no entry.
 */
import { publicRoutes, type Who } from "@liantai/api/contract";
import { allButtons, allTabs } from "@liantai/api/contract/all";
import { recordPages } from "@liantai/api/contract/workorder";

export const menuCategory = { button: 1, menu: 2 } as const;

export interface MenuDefinition {
  readonly id: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly url: string | null;
  readonly alias: string | null;
  readonly icon: string | null;
  readonly category: number;
  readonly code: string | null;
  readonly sort: number;
  /** 1: it can be granted and opened, and has no entry in the menu. */
  readonly hidden: 0 | 1;
  /** Kinds of user whose default role is granted the row. */
  readonly who: readonly Who[];
  /** It names what default roles could do before it was there: they get it with the version that brings it (sync.ts). */
  readonly kept?: true;
}

/** Groups in the order of the menu; icons are lucide names. */
const groups: readonly { readonly key: string; readonly name: string; readonly icon: string }[] = [
  { key: "call-centre", name: "呼叫中心", icon: "phone" },
  { key: "dialling", name: "外呼任务", icon: "phone-outgoing" },
  { key: "workorder", name: "客户与工单", icon: "clipboard-list" },
  { key: "im", name: "在线客服", icon: "message-circle" },
  { key: "messaging", name: "消息中心", icon: "mail" },
  { key: "flow-editor", name: "机器人与流程", icon: "workflow" },
  { key: "knowledge", name: "知识库", icon: "book-open" },
  { key: "quality-and-surveys", name: "质检与调查", icon: "clipboard-check" },
  { key: "statistics", name: "统计报表", icon: "chart-column" },
  { key: "organisation", name: "组织与权限", icon: "building-2" },
  { key: "system", name: "系统管理", icon: "settings" },
];

/** Groups inside a group, so that nobody reads a list of two dozen entries. A page in none of them stands in the area itself. */
const sections: Readonly<
  Record<string, readonly { readonly key: string; readonly name: string; readonly paths: readonly string[] }[]>
> = {
  "call-centre": [
    { key: "monitor", name: "监控", paths: ["/realtimemonitoring", "/skillgroupmonitor", "/queuelist"] },
    {
      key: "seats",
      name: "坐席",
      paths: [
        "/seats",
        "/seatsgroup",
        "/allotMember",
        "/extension",
        "/seatcustomstatus",
        "/allocationSeatCustomstatus",
        "/seatcustomstatusrestrictions",
        "/seatstatusdetail",
      ],
    },
    { key: "numbers", name: "号码", paths: ["/dnis", "/setDnis", "/allocationDnis"] },
    {
      key: "routing",
      name: "路由",
      paths: [
        "/skillgroup",
        "/allotskill",
        "/dispatchqueue",
        "/dispatchQueueallotskill",
        "/timeRule",
        "/routernode",
        "/routernodegroup",
        "/routercmbd",
        "/routercalout",
      ],
    },
    { key: "voices", name: "语音", paths: ["/voicemanage", "/suspendtarget"] },
    { key: "limits", name: "限制", paths: ["/callbarringlist", "/callBarring"] },
    { key: "meetings", name: "会议", paths: ["/conferenceroom", "/meetingmember", "/meetingstatistical"] },
  ],
};

/** Pages about one row of another page, which opens them: without a row they have nothing to show. */
const ofOneRow: ReadonlySet<string> = new Set([
  "/allotMember",
  "/setDnis",
  "/allotskill",
  "/dispatchQueueallotskill",
  "/role/setrolemenu",
]);

/** Pages whose endpoints came before their screens: roles are granted them, the menu does not draw them yet. */
const grantedAhead: ReadonlySet<string> = new Set([
  "/doublecallrecord",
  "/formmanage",
  ...recordPages,
  "/workorderflow",
  "/workordernode",
  "/flownodeconfig",
]);

function defineMenus(): readonly MenuDefinition[] {
  const entries = allTabs.filter(
    (tab) => (tab.ready || grantedAhead.has(tab.path)) && !publicRoutes.includes(tab.path) && tab.param !== "required",
  );
  const plain = { alias: null, icon: null, category: menuCategory.menu, code: null, hidden: 0 } as const;
  const rows: MenuDefinition[] = [];
  const add = (tab: (typeof entries)[number], parent: string | null, sort: number, icon: string | null) => {
    const id = `tab:${tab.name}`;
    rows.push({
      ...plain,
      id,
      parentId: parent,
      name: tab.title,
      url: tab.path,
      icon,
      sort,
      hidden: ofOneRow.has(tab.path) || !tab.ready ? 1 : 0,
      who: tab.who,
      ...(grantedAhead.has(tab.path) ? { kept: true as const } : {}),
    });
    for (const [i, button] of (allButtons[tab.path] ?? []).entries()) {
      rows.push({
        ...plain,
        id: `button:${button.code}`,
        parentId: id,
        name: button.name,
        url: null,
        category: menuCategory.button,
        code: button.code,
        sort: i + 1,
        who: button.who,
        ...(button.kept ? { kept: true as const } : {}),
      });
    }
  };
  const addGroup = (
    id: string,
    parentId: string | null,
    name: string,
    icon: string | null,
    sort: number,
    members: typeof entries,
  ) =>
    rows.push({
      ...plain,
      id,
      parentId,
      name,
      url: null,
      icon,
      sort,
      who: [...new Set(members.flatMap((t) => t.who))],
    });
  entries
    .filter((tab) => tab.group === "top")
    .forEach((tab, i) => add(tab, null, i + 1, tab.path === "/" ? "house" : "circle-help"));
  for (const [i, group] of groups.entries()) {
    const inside = sections[group.key] ?? [];
    const placed = new Set(Object.values(sections).flatMap((all) => all.flatMap((section) => section.paths)));
    const members = entries.filter((tab) => tab.group === group.key && !placed.has(tab.path));
    const filled = inside
      .map((section) => ({ ...section, tabs: section.paths.flatMap((path) => entries.filter((t) => t.path === path)) }))
      .filter((section) => section.tabs.length > 0);
    const all = [...members, ...filled.flatMap((section) => section.tabs)];
    if (all.length === 0) continue;
    const id = `area:${group.key}`;
    addGroup(id, null, group.name, group.icon, 100 + i, all);
    members.forEach((tab, at) => add(tab, id, at + 1, null));
    filled.forEach((section, at) => {
      const sectionId = `${id}/${section.key}`;
      addGroup(sectionId, id, section.name, null, members.length + at + 1, section.tabs);
      section.tabs.forEach((tab, n) => add(tab, sectionId, n + 1, null));
    });
  }
  return rows;
}

export const menuDefinitions: readonly MenuDefinition[] = defineMenus();

interface Row {
  readonly id: string;
  readonly category: number;
  readonly url: string | null;
}

/** A group is what is in it: nobody is granted one, it shows when something below does. */
export const isGroup = (row: Pick<Row, "category" | "url">): boolean =>
  row.category === menuCategory.menu && row.url === null;

/** The modules switch of an enterprise (console.md section 6): IM, Knowledge, HelpFiles. */
export type MenuModule = "im" | "knowledge" | "help";

const groupOf = new Map(allTabs.map((tab) => [tab.path, tab.group]));

/** Which module a page belongs to, wherever an operator moved it; its buttons go with it. */
export function moduleOf({ url }: Pick<Row, "url">): MenuModule | undefined {
  if (url === "/helpfiles") return "help";
  const group = groupOf.get(url ?? "");
  return group === "im" || group === "knowledge" ? group : undefined;
}
