import { authApi, type MenuItem } from '@liantai/api/contract';
import { administrator, agent, openDesk, operatorLogin, refusal, type Desk } from '../../testing/desk.ts';
import { syncMenus } from './index.ts';
import { menuDefinitions } from './menus.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.reset());
afterAll(() => desk.close());

const menuOf = async (login: Parameters<Desk['signIn']>[0], id?: string): Promise<MenuItem[]> => {
  const { access_token } = await desk.signIn(login);
  const { roleId } = await desk.caller(access_token);
  return desk.call(authApi.roleMenu, { query: { id: id ?? roleId } }, access_token);
};
const outline = (items: MenuItem[]): unknown[] => items.map((item) => [item.name, item.url, item.code, ...outline(item.children)]);

test('routes that are reached otherwise have no entry', () => {
  const urls = menuDefinitions.map((menu) => menu.url);
  for (const path of ['/login', '/admin/login', '/pwdoverdue', '/callrecord/detail', '/page']) expect(urls).not.toContain(path);
});

test('each role sees its part of the tree', async () => {
  const desktop = ['工作台', '/', null];
  const records = ['呼叫中心', null, null, ['通话记录', '/callrecord', null, ['通话详情', null, 'callrecord.detail'], ['播放录音', null, 'callrecord.play']]];
  for (const login of [agent, administrator, { ...agent, roleType: 3, account: '1005' }]) expect(outline(await menuOf(login))).toEqual([desktop, records]);
  expect(outline(await menuOf(operatorLogin))).toEqual([desktop]);
});

test('only an operator reads the menus of a role that is not the own', async () => {
  const { roleId } = await desk.caller((await desk.signIn(administrator)).access_token);
  expect(await refusal(menuOf(agent, roleId))).toMatchObject({ error: 'forbidden', status: 403 });
  expect(await menuOf(operatorLogin, roleId)).toHaveLength(2);
});

test('bringing the stored tree to the code removes what is gone and leaves custom roles alone', async () => {
  const roleId = 'custom-role';
  await desk.ports.database.system(async (trx) => {
    await trx.insertInto('role').values({ id: roleId, comp_id: '100001', name: '外呼坐席', kind: 'custom', role_type: 2 }).execute();
    await trx.insertInto('menu').values({ id: 'tab:gone', parent_id: null, name: '旧菜单', url: '/gone', alias: null, icon: null, category: 2, code: null, sort: 1 }).execute();
    await trx.insertInto('role_menu').values({ comp_id: '100001', role_id: roleId, menu_id: 'tab:gone' }).execute();
    await trx.deleteFrom('menu').where('id', '=', 'button:callrecord.play').execute();
    await syncMenus(trx);
  });
  expect(await desk.organisation.menus.tree('100001', roleId)).toEqual([]);
  expect(JSON.stringify(await menuOf(agent))).toContain('callrecord.play');
});
