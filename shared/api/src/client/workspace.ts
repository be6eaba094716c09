/** The tab workspace (console.md section 2): which tabs are open, which is active. Pure; shell-nav binds it to the location. */
import { createSelector, createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { href, storageKeys, tabByName, tabOf, type AppName } from "@liantai/api/contract/base";

export interface OpenTab {
  /** Location path with the saved parameter: one tab a path. */
  readonly key: string;
  /** Route path of tabs.ts. */
  readonly path: string;
  readonly name: string;
  readonly title: string;
  readonly app: AppName;
  readonly params?: unknown;
  readonly closable: boolean;
  /** Query string of the screen's filters, kept with the tab. */
  readonly search?: string;
  /** How often its parameters were replaced: its screen asks again. */
  readonly revision?: number;
}

export interface WorkspaceState {
  readonly tabs: readonly OpenTab[];
  readonly active: string;
}

export interface OpenRequest {
  /** Route path ('/callrecord/detail') or route name ('callrecord'). */
  readonly to: string;
  readonly params?: unknown;
  readonly title?: string;
  /** A tab that is open gets these parameters and this title. */
  readonly cover?: boolean;
}

export const homeKey = "/";

/** The first tab with this screen of tabs.ts. */
function homeTab(path: string): OpenTab {
  const { name, title, app } = tabOf(path)!;
  return { key: homeKey, path, name, title, app, closable: false };
}
const initial: WorkspaceState = { tabs: [homeTab("/")], active: homeKey };

/** The first tab is the home of the role: another kind of user has another screen there. */
export function withHome(state: WorkspaceState, path: string): WorkspaceState {
  if (state.tabs[0]?.path === path) return state;
  const tabs = [homeTab(path), ...state.tabs.filter((t) => t.closable && t.path !== path)];
  return { tabs, active: tabs.some((t) => t.key === state.active) ? state.active : homeKey };
}

/** The first tab of a workspace. */
export const homeOf = (state: WorkspaceState): OpenTab => state.tabs[0] ?? homeTab("/");

/** The tab of a request; undefined when no ready route has that name (the user goes to '/'). `home`: the first tab. */
export function tabFor(request: OpenRequest, home: OpenTab): OpenTab | undefined {
  const byPath = request.to.startsWith("/") ? tabOf(request.to) : undefined;
  const row = tabByName(byPath ? byPath.name : request.to);
  if (!row) return undefined;
  if (row.path === "/" || row.path === home.path) return home;
  const withParam = row.param !== "none" && request.params !== undefined;
  return {
    key: href(row.path, request.params),
    path: row.path,
    name: row.name,
    title: request.title ?? row.title,
    app: row.app,
    closable: true,
    ...(withParam ? { params: request.params } : {}),
  };
}

/** Keeps unclosable tabs; the neighbour to the left becomes active when the active one goes. */
function keep(
  state: WorkspaceState,
  stays: (tab: OpenTab, index: number) => boolean,
  activate?: string,
): WorkspaceState {
  const tabs = state.tabs.filter((t, i) => !t.closable || stays(t, i));
  const wanted = activate ?? state.active;
  if (tabs.some((t) => t.key === wanted)) return { tabs, active: wanted };
  const at = state.tabs.findIndex((t) => t.key === wanted);
  const left = state.tabs
    .slice(0, Math.max(at, 0))
    .reverse()
    .find((t) => tabs.includes(t));
  return { tabs, active: (left ?? homeOf(state)).key };
}

const indexOf = (state: WorkspaceState, key: string) => state.tabs.findIndex((t) => t.key === key);

const slice = createSlice({
  name: "workspace",
  initialState: initial,
  reducers: {
    opened(state: WorkspaceState, { payload }: PayloadAction<OpenRequest>): WorkspaceState {
      const tab = tabFor(payload, homeOf(state));
      if (!tab) return { tabs: state.tabs, active: homeKey };
      const at = indexOf(state, tab.key);
      if (at < 0) return { tabs: [...state.tabs, tab], active: tab.key };
      if (!payload.cover) return { tabs: state.tabs, active: tab.key };
      const revision = (state.tabs[at]!.revision ?? 0) + 1;
      return { tabs: state.tabs.with(at, { ...tab, revision }), active: tab.key };
    },
    activated: (state: WorkspaceState, { payload }: PayloadAction<string>): WorkspaceState =>
      indexOf(state, payload) < 0 ? state : { tabs: state.tabs, active: payload },
    closed: (state: WorkspaceState, { payload }: PayloadAction<string>): WorkspaceState =>
      keep(state, (t) => t.key !== payload),
    closedAll: (state: WorkspaceState): WorkspaceState => keep(state, () => false),
    closedOthers: (state: WorkspaceState, { payload }: PayloadAction<string>): WorkspaceState =>
      keep(state, (t) => t.key === payload, payload),
    closedLeft: (state: WorkspaceState, { payload }: PayloadAction<string>): WorkspaceState =>
      keep(state, (_t, i) => i >= indexOf(state, payload), payload),
    closedRight: (state: WorkspaceState, { payload }: PayloadAction<string>): WorkspaceState =>
      keep(state, (_t, i) => i <= indexOf(state, payload), payload),
    searchChanged: (
      state: WorkspaceState,
      { payload }: PayloadAction<{ key: string; search: string }>,
    ): WorkspaceState => ({
      active: state.active,
      tabs: state.tabs.map((t) => (t.key === payload.key ? { ...t, search: payload.search.replace(/^\?/, "") } : t)),
    }),
    workspaceReset: (): WorkspaceState => initial,
  },
  selectors: {
    selectTabs: (s) => s.tabs,
    selectActiveKey: (s) => s.active,
    selectActiveTab: (s) => s.tabs.find((t) => t.key === s.active),
    selectOpenApps: createSelector([(s: WorkspaceState) => s.tabs], (tabs): readonly AppName[] => [
      ...new Set(tabs.map((t) => t.app)),
    ]),
  },
});

export const workspaceReducer = slice.reducer;
export const {
  opened,
  activated,
  closed,
  closedAll,
  closedOthers,
  closedLeft,
  closedRight,
  searchChanged,
  workspaceReset,
} = slice.actions;
export const { selectTabs, selectActiveKey, selectActiveTab, selectOpenApps } = slice.selectors;

/** Restores the tabs of this browser session; tabs of routes that are gone are dropped. */
export function restoreWorkspace(storage: Pick<Storage, "getItem">): WorkspaceState {
  try {
    const saved = JSON.parse(storage.getItem(storageKeys.tabs) ?? "null") as WorkspaceState | null;
    if (!saved || !Array.isArray(saved.tabs)) return initial;
    const home = homeTab(saved.tabs.find((t) => t.key === homeKey && tabOf(t.path))?.path ?? "/");
    const tabs = saved.tabs.flatMap((t) => {
      const again = tabFor({ to: t.path, params: t.params, title: t.title }, home);
      return again && again !== home ? [{ ...again, ...(t.search ? { search: t.search } : {}) }] : [];
    });
    return keep({ tabs: [home, ...tabs], active: saved.active }, () => true);
  } catch {
    return initial;
  }
}
