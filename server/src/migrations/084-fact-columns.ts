/**
 * The facts that statistics are made of (decision 044) as quality-statistics.md A4.1 has them: the task of a contact and of a charge, and an
 * offer that ended forwarded or closed by what that was to the seat: in vain, declined, or never his to answer. And what a message (Q12)
 * says in writing (K66).
 */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { systemRole, tenantRole } from "../adapters/database/roles.ts";

const contact = (more: string) => `
  create view fact_contact with (security_invoker = true) as
    select comp_id, call_id as contact_id, 'call' as kind, case when is_dual = 1 then 'dual' else direction end as direction,
      case direction when 'inbound' then caller else callee end as customer, access_number, first_group_id, start_at,
      answer_at as first_answer_at, end_at, result, cause, customer_ms${more}
    from call_record;`;

const offer = (more: string) => `
  create view fact_offer with (security_invoker = true) as
    select comp_id, call_id as contact_id, seq, visit, agent_id, skill_group_id, start_at as from_at,
      coalesce(answer_at, end_at) as to_at,
      case when answer_at is not null then 'answered'
        when end_at is null then 'open'
        ${more}
        when "left" = 'notReached' then 'cancelled'
        else "left" end as outcome
    from call_leg where offered = 1 and agent_id is not null;`;

/** A seat whose calls go elsewhere was rung in vain, or declined; else it was not asked. */
const forwarded = `
        when "left" = 'forwarded' and cause = 'noAnswer' then 'noAnswer'
        when "left" = 'forwarded' and cause = 'busy' and ring_at is not null then 'refused'
        when "left" in ('forwarded', 'closed') then 'cancelled'`;

const charge = (more: string, join: string) => `
  create view fact_charge with (security_invoker = true) as
    select e.comp_id, e.id, 'call' as kind, e.contact_id, e.number, e.quantity, e.unit_price_milli, -e.amount as amount, e.at${more}
    from ledger_entry e ${join} where e.kind = 'consumption' and e.contact_id is not null;`;

const views = ["fact_contact", "fact_offer", "fact_charge"].join(", ");
const grant = `grant select on ${views} to ${tenantRole}, ${systemRole};`;

export const factColumns: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table call_record add column task_id text;
         update call_record r set task_id = e.data->'task'->>'id' from event e
         where e.comp_id = r.comp_id and e.stream = 'contact' and e.stream_id = r.call_id and e.seq = 1 and e.data ? 'task';
         alter table queued_contact add column transcript text;
         drop view ${views};
         ${contact(", task_id")}
         ${offer(forwarded)}
         ${charge(", r.task_id", "left join call_record r on r.comp_id = e.comp_id and r.call_id = e.contact_id")}
         ${grant}`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        `drop view ${views};
         ${contact("")} ${offer("")} ${charge("", "")} ${grant}
         alter table queued_contact drop column transcript;
         alter table call_record drop column task_id;`,
      )
      .execute(db);
  },
};
