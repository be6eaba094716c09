/** A screen in a tab of the workspace, with the server doubled at the network's edge. */
import { api, opened, store, workspaceReset } from "@liantai/api/client";
import { act, render } from "@testing-library/react";
import type { ComponentType } from "react";
import { AppRoot } from "@liantai/ui";
import { TabRouter } from "../router/index.tsx";

/** Forgets tabs, answers and what was remembered. */
export function clean(): void {
  localStorage.clear();
  act(() => {
    store.dispatch(workspaceReset());
    store.dispatch(api.util.resetApiState());
  });
}

export const home = "/callrecord";

/** Draws the screen in the tab of 通话记录; `search` is the tab's address. */
export async function openScreen(Screen: ComponentType, search = "") {
  const panes = {
    [home]: () => Promise.resolve({ default: Screen }),
    "/callrecord/detail": () => Promise.resolve({ default: () => <p>另一页</p> }),
  };
  act(() => {
    store.dispatch(opened({ to: home }));
    if (search) store.dispatch({ type: "workspace/searchChanged", payload: { key: home, search } });
  });
  const drawn = render(<AppRoot app="admin" panes={panes} around={TabRouter} />);
  await act(async () => undefined);
  return drawn;
}

export const addressNow = (): string => store.getState().workspace.tabs.find((t) => t.key === home)?.search ?? "";
