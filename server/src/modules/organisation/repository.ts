/** SQL of enterprises and seats. */
import type { Selectable } from 'kysely';
import type { Trx } from '../../ports/database.ts';
import type { AccessNumberTable, EnterpriseTable, SeatTable } from '../../ports/schema.ts';

export type EnterpriseRow = Selectable<EnterpriseTable>;
export type SeatRow = Selectable<SeatTable>;

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
