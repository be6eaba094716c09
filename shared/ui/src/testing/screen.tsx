/** What the tests of screens share: a fresh workspace, somebody signed in, a tab open. */
import type { ComponentType } from "react";
import { authApi } from "@liantai/api/contract";
import { businessPurviewApi, businessPurviews } from "@liantai/api/contract/admin";
import {
  api,
  opened,
  searchChanged,
  selectSession,
  signedOut,
  store,
  userLoaded,
  workspaceReset,
  type UserInfo,
} from "@liantai/api/client";
import { act, render, type RenderResult } from "@testing-library/react";
import { fakeServer, type Asked, type FakeServer } from "./server.ts";

const user = (over: Partial<UserInfo>): UserInfo => ({
  userName: "1000011admin",
  nickName: "张建国",
  userId: "u1",
  agentId: null,
  compId: "100001",
  roleType: 1,
  roleId: "r-own",
  groupId: null,
  expired: 0,
  totpDue: 0,
  enterprise: null,
  empowerJson: null,
  defaultAccessNumber: null,
  isHiddenNum: 0,
  isTabs: 1,
  loginAgentState: 0,
  skillGroupList: [],
  organizationIds: [],
  password: "",
  phoneEncipher: 0,
  operator: 0,
  isSys: 0,
  isSuper: 0,
  terminalType: 0,
  isPopup: 0,
  isAutoAnswer: 0,
  callStyle: 0,
  extension: null,
  sessionId: "s1",
  ...over,
});
export const operator: Partial<UserInfo> = {
  userName: "0000000admin",
  roleType: 0,
  compId: null,
  operator: 1,
  isSuper: 1,
};

const menuPath = authApi.roleMenu.path;

/** The answer of a list with these rows, as the page that was asked for. */
export const page =
  (list: unknown[], total = list.length) =>
  ({ body }: Asked) => ({ list, total, pageNo: body.pageNo, pageSize: body.pageSize });

/** A fresh workspace over a new server; nobody's user data are there yet, so every button shows. */
export function startOver(): FakeServer {
  localStorage.clear();
  act(() => {
    // Whoever went into an enterprise would be in it for every suite after his.
    if (selectSession(store.getState()).enterEnterprise) store.dispatch(signedOut(null));
    store.dispatch(workspaceReset());
    store.dispatch(api.util.resetApiState());
  });
  const server = fakeServer();
  server.on(businessPurviewApi.selectByRoleId.path, () =>
    businessPurviews.map(({ key }) => ({ key, value: 1 as const })),
  );
  return server;
}

/** A fresh workspace with this user; `buttons` are what the user's menus grant on each page. */
export function signIn(
  over: Partial<UserInfo> = {},
  ...pages: readonly { readonly page: string; readonly buttons: readonly string[] }[]
): FakeServer {
  const server = startOver();
  act(() => void store.dispatch(userLoaded(user(over))));
  const item = (id: string, more: object) => ({
    id,
    name: id,
    url: null,
    alias: null,
    icon: null,
    category: 2,
    code: null,
    children: [],
    ...more,
  });
  server.on(menuPath, () =>
    pages.map(({ page: url, buttons }) =>
      item(url, { url, children: buttons.map((code) => item(code, { category: 1, code })) }),
    ),
  );
  return server;
}

/** Opens a tab of the workspace, drawn or not, at this address. */
export const showTab = (path: string, search = ""): Promise<void> =>
  act(async () => {
    store.dispatch(opened({ to: path }));
    if (search) store.dispatch(searchChanged({ key: path, search }));
  });

/** Draws an app with this tab open. The first tab, the home of the role, is not drawn before it is looked at. */
export async function openTabOf(Root: ComponentType, path: string, search = ""): Promise<RenderResult> {
  await showTab(path, search);
  return render(<Root />);
}
