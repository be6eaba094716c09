/** The seven micro-apps (house.md). */
export type AppName = "shell-nav" | "workstation" | "admin" | "workorder" | "flow-editor" | "knowledge" | "im";

/** Who a screen is for: Operator, enterprise Administrator, Seat agent, Monitor (screens.md). */
export type Who = "O" | "A" | "S" | "M";

export interface TabRow {
  readonly app: AppName;
  /** The lazily loaded area folder inside the app. */
  readonly area: string;
  /** Path without its parameter. */
  readonly path: string;
  /** Route name: the path without its first slash (console.md section 2). '/' is named 'home'. */
  readonly name: string;
  readonly title: string;
  readonly who: readonly Who[];
  /** Whether the path carries `{multis}`, the screen's saved parameter. */
  readonly param: "none" | "optional" | "required";
}

export function row(
  app: AppName,
  area: string,
  path: string,
  title: string,
  who: string,
  param: TabRow["param"] = "none",
): TabRow {
  return { app, area, path, name: path === "/" ? "home" : path.slice(1), title, who: [...who] as Who[], param };
}
