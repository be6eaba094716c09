/** Seats, extensions, access numbers and skill groups as the call engine reads them. */
import type { Trx } from '../../ports/database.ts';

export const findAccessNumber = (trx: Trx, number: string) => trx.selectFrom('access_number').selectAll().where('number', '=', number).executeTakeFirst();

export const findExtension = (trx: Trx, compId: string, extension: string) => trx.selectFrom('extension').selectAll().where('comp_id', '=', compId).where('extension', '=', extension).executeTakeFirst();

export const findSeat = (trx: Trx, compId: string, agentId: string) => trx.selectFrom('seat').selectAll().where('comp_id', '=', compId).where('agent_id', '=', agentId).executeTakeFirst();

export const findEnterprise = (trx: Trx, compId: string) => trx.selectFrom('enterprise').selectAll().where('comp_id', '=', compId).executeTakeFirst();

export const findSkillGroup = (trx: Trx, compId: string, id: string) => trx.selectFrom('skill_group').selectAll().where('comp_id', '=', compId).where('id', '=', id).executeTakeFirst();

/** The enabled groups an agent answers for, best level first. */
export const groupsOfAgent = (trx: Trx, compId: string, agentId: string) =>
  trx.selectFrom('skill_group_member as m').innerJoin('skill_group as g', (j) => j.onRef('g.comp_id', '=', 'm.comp_id').onRef('g.id', '=', 'm.skill_group_id')).select(['g.id', 'g.name', 'g.wrap_up_s']).where('m.comp_id', '=', compId).where('m.agent_id', '=', agentId).where('g.enabled', '=', 1).orderBy('m.level').orderBy('g.id').execute();

export const listGreetings = (trx: Trx) => trx.selectFrom('access_number').select('greeting').distinct().where('enabled', '=', 1).where('greeting', '<>', '').limit(50).execute();

export const listSeats = (trx: Trx, compId: string) => trx.selectFrom('seat').select(['agent_id', 'name', 'group_id']).where('comp_id', '=', compId).where('enabled', '=', 1).orderBy('agent_id').execute();

export const openStatuses = (trx: Trx, compId: string) => trx.selectFrom('agent_status').select(['agent_id', 'code', 'from_at', 'reason']).where('comp_id', '=', compId).where('to_at', 'is', null).execute();

/** Intervals of an agent that touch [from, to). */
export const statusesOf = (trx: Trx, compId: string, agentId: string, from: Date, to: Date) =>
  trx.selectFrom('agent_status').select(['code', 'from_at', 'to_at', 'reason']).where('comp_id', '=', compId).where('agent_id', '=', agentId).where('from_at', '<', to).where((e) => e.or([e('to_at', 'is', null), e('to_at', '>', from)])).orderBy('seq').execute();

export interface DayCounts {
  readonly direction: string;
  readonly calls: number;
  readonly answered: number;
  /** Over without anybody having answered. */
  readonly unanswered: number;
  readonly talkMs: number;
}

export async function countDay(trx: Trx, compId: string, from: Date, to: Date, agentId?: string): Promise<DayCounts[]> {
  let query = trx.selectFrom('call_record').select((e) => ['direction', e.fn.countAll().as('calls'), e.fn.count('answer_at').as('answered'), e.fn.countAll().filterWhere('answer_at', 'is', null).filterWhere('end_at', 'is not', null).as('unanswered'), e.fn.sum('talk_ms').as('talk')]).where('comp_id', '=', compId).where('start_at', '>=', from).where('start_at', '<', to).groupBy('direction');
  if (agentId !== undefined) query = query.where('agent_id', '=', agentId);
  return (await query.execute()).map((r) => ({ direction: r.direction, calls: Number(r.calls), answered: Number(r.answered), unanswered: Number(r.unanswered), talkMs: Number(r.talk ?? 0) }));
}
