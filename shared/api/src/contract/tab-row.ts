import { isWho, type Who } from "./roles.ts";

/** The seven micro-apps (house.md). */
export type AppName = "shell-nav" | "workstation" | "admin" | "workorder" | "flow-editor" | "knowledge" | "im";

export interface TabRow {
  readonly app: AppName;
  /** The group of the menu it stands in (server/src/modules/organisation/menus.ts); 'top': in none. */
  readonly group: string;
  /** Path without its parameter. */
  readonly path: string;
  /** Route name: the path without its first slash (console.md section 2). '/' is named 'home'. */
  readonly name: string;
  readonly title: string;
  readonly who: readonly Who[];
  /** Whether the path carries `{multis}`, the screen's saved parameter; state: it has one that is kept with the tab alone. */
  readonly param: "none" | "optional" | "required" | "state";
  /** The screen exists. A row that is not ready has no menu entry and no pane; naming it leads to '/', as an unknown name does. */
  readonly ready: boolean;
}

/** Rows of one app and one group of the menu, as positions: path, title, who, parameter, ready. */
export const rowsOf =
  (app: AppName, group: string) =>
  (
    path: string,
    title: string,
    who: string,
    { param = "none", ready = true }: Partial<Pick<TabRow, "param" | "ready">> = {},
  ): TabRow => ({
    app,
    group,
    path,
    name: path === "/" ? "home" : path.slice(1),
    title,
    who: [...who].filter(isWho),
    param,
    ready,
  });
