/** What the tests of this area's screens share: somebody signed in, a tab open, rows. */
import { activated, api, opened, searchChanged, store, userLoaded, workspaceReset, type UserInfo } from '@liantai/api/client';
import type { MenuNode } from '@liantai/api/contract/admin';
import { act, render } from '@testing-library/react';
import { Root } from '../root.tsx';
import { fakeServer, type Asked, type FakeServer } from '../testing/server.ts';

const user = (over: Partial<UserInfo>): UserInfo => ({
  userName: '1000011admin', nickName: '张建国', userId: 'u1', agentId: null, compId: '100001', roleType: 1, roleId: 'r-own', groupId: null, expired: 0, enterprise: null, empowerJson: null, defaultAccessNumber: null, isHiddenNum: 0, isTabs: 1, loginAgentState: 0,
  skillGroupList: [], organizationIds: [], password: '', phoneEncipher: 0, operator: 0, isSys: 0, isSuper: 0, terminalType: 0, isPopup: 0, isAutoAnswer: 0, callStyle: 0, extension: null, sessionId: 's1', ...over,
});
export const operator: Partial<UserInfo> = { userName: '0000000admin', roleType: 0, compId: null, operator: 1, isSuper: 1 };

const menuPath = '/pbx/api/v1/menu/route';
export const page = (list: unknown[]) => ({ body }: Asked) => ({ list, total: list.length, pageNo: body.pageNo, pageSize: body.pageSize });

/** A fresh workspace with this user; `buttons` are what the user's menus grant on the page. */
export function signIn(over: Partial<UserInfo> = {}, at?: { readonly page: string; readonly buttons: readonly string[] }): FakeServer {
  localStorage.clear();
  act(() => {
    store.dispatch(workspaceReset());
    store.dispatch(api.util.resetApiState());
    store.dispatch(userLoaded(user(over)));
  });
  const server = fakeServer();
  const item = (id: string, more: object) => ({ id, name: id, url: null, alias: null, icon: null, category: 2, code: null, children: [], ...more });
  server.on(menuPath, () => (at ? [item('page', { url: at.page, children: at.buttons.map((code) => item(code, { category: 1, code })) })] : []));
  return server;
}

export async function openTab(path: string, search = ''): Promise<void> {
  render(<Root />);
  await act(async () => {
    store.dispatch(opened({ to: path }));
    if (search) store.dispatch(searchChanged({ key: path, search }));
    store.dispatch(activated(path));
  });
}

export const role = (over: object = {}) => ({ id: 'r1', compId: '100001', compName: '演示企业', name: '外呼坐席', kind: 'custom', roleType: 2, builtin: 0, remark: '', accounts: 0, createdAt: '2026-11-20 09:00:00', ...over });

export const node = (id: string, over: Partial<MenuNode> = {}): MenuNode => ({ id, parentId: null, name: id, url: `/${id}`, alias: null, icon: null, category: 2, code: null, sort: 1, source: 'code', edited: 0, hidden: 0, who: ['O', 'A', 'S', 'M'], children: [], ...over });
