/** SQL of access numbers and where they lead. */
import type { Trx } from '../../../ports/database.ts';

export const findNumber = (trx: Trx, number: string) => trx.selectFrom('access_number').selectAll().where('number', '=', number).executeTakeFirst();

/** In the order they are tried, each with its time rule. */
export const listRules = (trx: Trx, compId: string, number: string) =>
  trx
    .selectFrom('access_number_rule as r')
    .innerJoin('time_rule as t', (on) => on.onRef('t.comp_id', '=', 'r.comp_id').onRef('t.id', '=', 'r.time_rule_id'))
    .select(['r.position', 'r.time_rule_id', 'r.target_kind', 'r.target_id', 'r.greeting', 'r.greeting_voice', 't.name', 't.weekly', 't.holidays', 't.specials'])
    .where('r.comp_id', '=', compId)
    .where('r.number', '=', number)
    .orderBy('r.position')
    .execute();
