/** SQL of enterprises, seats, roles and menus. */
import type { Selectable } from 'kysely';
import type { Trx } from '../../ports/database.ts';
import type { AccessNumberTable, EnterpriseTable, RoleTable, SeatTable } from '../../ports/schema.ts';
import type { MenuDefinition } from './menus.ts';
import type { MenuRow } from './present.ts';

export type EnterpriseRow = Selectable<EnterpriseTable>;
export type SeatRow = Selectable<SeatTable>;
export type RoleRow = Selectable<RoleTable>;

export const findEnterprise = (trx: Trx, compId: string): Promise<EnterpriseRow | undefined> => trx.selectFrom('enterprise').selectAll().where('comp_id', '=', compId).executeTakeFirst();

export const findSeat = (trx: Trx, compId: string, agentId: string): Promise<SeatRow | undefined> => trx.selectFrom('seat').selectAll().where('comp_id', '=', compId).where('agent_id', '=', agentId).executeTakeFirst();

export const listSeats = (trx: Trx, compId: string): Promise<SeatRow[]> => trx.selectFrom('seat').selectAll().where('comp_id', '=', compId).orderBy('agent_id').execute();

export const listSkillGroupsOf = (trx: Trx, compId: string, agentId: string): Promise<{ id: string; name: string }[]> =>
  trx
    .selectFrom('skill_group_member as m')
    .innerJoin('skill_group as g', (on) => on.onRef('g.id', '=', 'm.skill_group_id').onRef('g.comp_id', '=', 'm.comp_id'))
    .select(['g.id', 'g.name'])
    .where('m.comp_id', '=', compId)
    .where('m.agent_id', '=', agentId)
    .where('g.enabled', '=', 1)
    .orderBy('g.name')
    .execute();

export const findDefaultAccessNumber = (trx: Trx, compId: string): Promise<Pick<Selectable<AccessNumberTable>, 'number'> | undefined> =>
  trx.selectFrom('access_number').select('number').where('comp_id', '=', compId).where('enabled', '=', 1).orderBy('is_default', 'desc').orderBy('number').executeTakeFirst();

/** Without an enterprise: role ids are UUIDs, unique over all of them. */
export const listMenusOfRole = (trx: Trx, roleId: string): Promise<MenuRow[]> => trx.selectFrom('role_menu as r').innerJoin('menu as m', 'm.id', 'r.menu_id').selectAll('m').where('r.role_id', '=', roleId).execute();

export const listMenuIds = async (trx: Trx): Promise<string[]> => (await trx.selectFrom('menu').select('id').execute()).map((row) => row.id);

export async function upsertMenu(trx: Trx, { who: _who, ...row }: MenuDefinition): Promise<void> {
  const { id: _id, ...changes } = row;
  await trx.insertInto('menu').values(row).onConflict((on) => on.column('id').doUpdateSet(changes)).execute();
}

export async function deleteMenus(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom('role_menu').where('menu_id', 'in', ids).execute();
  await trx.deleteFrom('menu').where('id', 'in', ids).execute();
}

export const listDefaultRoles = (trx: Trx): Promise<RoleRow[]> => trx.selectFrom('role').selectAll().where('kind', '!=', 'custom').execute();

export const grantMenu = (trx: Trx, compId: string, roleId: string, menuId: string): Promise<unknown> =>
  trx.insertInto('role_menu').values({ comp_id: compId, role_id: roleId, menu_id: menuId }).onConflict((on) => on.doNothing()).execute();
