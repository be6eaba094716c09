/**
 * The facts that statistics are made of (decisions 044 and 076), whole as quality-statistics.md A4.1 has them: of a handling how long nobody
 * spoke and how long both sides did, of a contact which earlier one it repeats.
 */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { systemRole, tenantRole } from "../adapters/database/roles.ts";

/** The last contact of the same caller within the longest time that is asked for; a hidden number is nobody's. */
const earlier = (what: string) => `(
      select ${what} from call_record p
      where r.direction = 'inbound' and r.caller not in ('', 'anonymous') and p.comp_id = r.comp_id and p.caller = r.caller
        and p.direction = 'inbound' and p.start_at >= r.start_at - interval '7 days' and p.start_at <= r.start_at
        and (p.start_at, p.call_id) < (r.start_at, r.call_id)
      order by p.start_at desc, p.call_id desc limit 1)`;

/** Asked for one by one: who does not ask for them does not pay for them. */
const repeats = `,
    ${earlier("p.call_id")} as repeat_of,
    ${earlier("(extract(epoch from r.start_at - p.start_at) * 1000)::bigint")} as repeat_ms`;

const contact = (more: string, alias: string) => `
  create view fact_contact with (security_invoker = true) as
    select comp_id, call_id as contact_id, 'call' as kind, case when is_dual = 1 then 'dual' else direction end as direction,
      case direction when 'inbound' then caller else callee end as customer, access_number, first_group_id, start_at,
      answer_at as first_answer_at, end_at, result, cause, customer_ms, task_id${more}
    from call_record${alias};`;

const handling = (more: string) => `
  create view fact_handling with (security_invoker = true) as
    select l.comp_id, l.call_id as contact_id, l.seq, l.agent_id, l.skill_group_id,
      case when l.role in ('member', 'supervisor') then l.role when exists (
        select from call_leg b where b.comp_id = l.comp_id and b.call_id = l.call_id and b.seq < l.seq and b.role = 'agent'
          and b.answer_at is not null) and r.direction <> 'internal' then 'transferred' else 'first' end as role,
      case when r.is_dual = 1 then 'dual' else r.direction end as direction, l.answer_at as from_at, l.end_at as to_at,
      case when l.role = 'supervisor' then l.conference_ms else l.talk_ms end as talk_ms, l.hold_ms, l.holds, l.consult_ms,
      case when l.role = 'supervisor' then 0 else l.conference_ms end as conference_ms,
      w.from_at as wrap_from_at, w.to_at as wrap_to_at, l."left"${more}
    from call_leg l
    join call_record r on r.comp_id = l.comp_id and r.call_id = l.call_id
    left join lateral (
      select a.from_at, a.to_at from agent_status a
      where a.comp_id = l.comp_id and a.agent_id = l.agent_id and a.call_id = l.call_id and a.code = 4 and a.from_at = l.end_at
      limit 1) w on true
    where l.agent_id is not null and l.answer_at is not null
      and (l.role in ('agent', 'member') or (l.role = 'supervisor' and l.supervision = 'insert'));`;

const drop = "drop view fact_contact, fact_handling;";
const grant = `grant select on fact_contact, fact_handling to ${tenantRole}, ${systemRole};`;

export const factSpeech: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table call_leg add column silence_ms integer, add column overlap_ms integer;
         ${drop} ${contact(repeats, " r")} ${handling(", l.silence_ms, l.overlap_ms")} ${grant}`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        `${drop} ${contact("", "")} ${handling("")} ${grant}
         alter table call_leg drop column silence_ms, drop column overlap_ms;`,
      )
      .execute(db);
  },
};
