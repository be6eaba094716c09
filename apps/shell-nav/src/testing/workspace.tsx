/** The workspace in its page, signed in, with the server doubled at the network's edge. */
import { act, render, screen } from "@testing-library/react";
import { signedOut, store, tokensReceived, userLoaded, type UserInfo } from "@liantai/api/client";
import { Root } from "../root.tsx";
import { openNetwork, type Handlers, type Network } from "./network.ts";
import { menus, person, tokens } from "./people.ts";

const day = { inbound: 0, outbound: 0, answered: 0, talkS: 0, readyS: 0, busyS: 0, wrapUpS: 0, states: [] };

const server: Handlers = {
  "GET /pbx/api/v1/menu/route": () => ({ data: menus }),
  "GET /dca/api/v1/agentState/today": () => ({ data: day }),
  "DELETE /auth/token/logout": () => ({}),
};

/** Renders the workspace at `path`; the menus are on show when it resolves, unless `handlers` refuse them. */
export async function openWorkspace({
  path = "/",
  user = person(),
  handlers = {},
}: { path?: string; user?: UserInfo; handlers?: Handlers } = {}): Promise<Network> {
  const network = openNetwork({ ...server, ...handlers });
  document.body.innerHTML =
    '<div id="app-shell-nav"></div><div id="app-workstation"></div><main id="workspace"></main>';
  act(() => {
    store.dispatch(signedOut(null));
    history.replaceState(null, "", path);
    store.dispatch(tokensReceived(tokens));
    store.dispatch(userLoaded(user));
  });
  render(<Root />, { container: document.getElementById("app-shell-nav")! });
  await screen.findByRole("button", { name: "首页" }).catch(() => undefined);
  return network;
}
