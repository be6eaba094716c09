/**
 * The legs of a call's parties and its stays in queues, both projections of the log like call_record; what a record says of more
 * than one agent; and views by the names of the facts that statistics are made of. Calls of before have the legs that
 * their record knows of until a rebuild reads the log again.
 */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { systemRole, tenantRole } from "../adapters/database/roles.ts";
import { grantSystem, protect } from "./tenancy.ts";

const tables = `
  create table call_leg (
    comp_id text not null,
    call_id text not null,
    seq smallint not null,
    party smallint not null,
    role text not null check (role in ('customer', 'agent', 'consulted', 'member', 'supervisor')),
    agent_id text,
    number text not null,
    skill_group_id text,
    visit smallint,
    access_number text,
    offered smallint not null,
    start_at timestamptz not null,
    ring_at timestamptz,
    answer_at timestamptz,
    end_at timestamptz,
    talk_ms integer not null,
    hold_ms integer not null,
    holds smallint not null,
    consult_ms integer not null,
    conference_ms integer not null,
    supervision text check (supervision in ('listen', 'whisper', 'insert')),
    result integer not null,
    cause text,
    "left" text,
    sip_code smallint,
    q850 smallint,
    primary key (comp_id, call_id, seq)
  );
  create index call_leg_agent on call_leg (comp_id, agent_id, start_at) include (call_id) where agent_id is not null;
  create table call_visit (
    comp_id text not null,
    call_id text not null,
    seq smallint not null,
    skill_group_id text not null,
    "first" smallint not null,
    via_transfer smallint not null,
    entered_at timestamptz not null,
    left_at timestamptz,
    outcome text not null check (outcome in ('open', 'answered', 'abandoned', 'flowed')),
    flow_to text,
    wait_ms integer not null,
    sl_ms integer,
    short_ms integer not null,
    offers smallint not null,
    primary key (comp_id, call_id, seq)
  );
  create index call_visit_group on call_visit (comp_id, skill_group_id, entered_at);
  alter table call_record
    add column first_agent_id text,
    add column first_group_id text,
    add column transfers smallint not null default 0,
    add column conference smallint not null default 0,
    add column hung_up_by text,
    add column display_number text,
    add column satisfaction smallint,
    add column customer_ms integer not null default 0;
`;

/** Of calls from before: the customer's and the agent's leg, and a colleague's who was called. */
const before = `
  insert into call_leg (comp_id, call_id, seq, party, role, agent_id, number, skill_group_id, access_number, offered, start_at, ring_at,
    answer_at, end_at, talk_ms, hold_ms, holds, consult_ms, conference_ms, result)
  select r.comp_id, r.call_id, 1, 1, case r.direction when 'internal' then 'agent' else 'customer' end,
    case r.direction when 'internal' then s.agent_id end, case r.direction when 'inbound' then r.caller else r.callee end,
    null, r.access_number, 0, r.start_at, r.ring_at, r.answer_at, r.end_at, r.talk_ms, r.hold_ms, 0, 0, 0, r.result
  from call_record r
  left join seat s on r.direction = 'internal' and s.comp_id = r.comp_id and s.extension = r.callee
  union all
  select comp_id, call_id, 2, 2, 'agent', agent_id, case direction when 'inbound' then '' else caller end, skill_group_id, null,
    case when direction = 'inbound' then 1 else 0 end, coalesce(ring_at, start_at), ring_at, answer_at, end_at, talk_ms,
    hold_ms, 0, 0, 0, result
  from call_record where agent_id is not null;
  update call_record set first_agent_id = agent_id where answer_at is not null;
  update call_record set first_group_id = skill_group_id where queued_at is not null;
`;

/**
 * The facts by name. handling: one agent's stretch with one customer, its wrap-up beside it; a supervisor's only while he spoke with
 * the customer. All times are UTC.
 */
const views = `
  create view fact_contact with (security_invoker = true) as
    select comp_id, call_id as contact_id, 'call' as kind, case when is_dual = 1 then 'dual' else direction end as direction,
      case direction when 'inbound' then caller else callee end as customer, access_number, first_group_id, start_at,
      answer_at as first_answer_at, end_at, result, cause, customer_ms
    from call_record;
  create view fact_visit with (security_invoker = true) as
    select comp_id, call_id as contact_id, seq, skill_group_id, "first" as first_of_contact, via_transfer, entered_at, left_at,
      outcome, flow_to, wait_ms, sl_ms, short_ms, offers
    from call_visit;
  create view fact_offer with (security_invoker = true) as
    select comp_id, call_id as contact_id, seq, visit, agent_id, skill_group_id, start_at as from_at,
      coalesce(answer_at, end_at) as to_at,
      case when answer_at is not null then 'answered'
        when end_at is null then 'open'
        when "left" = 'notReached' then 'cancelled'
        else "left" end as outcome
    from call_leg where offered = 1 and agent_id is not null;
  create view fact_handling with (security_invoker = true) as
    select l.comp_id, l.call_id as contact_id, l.seq, l.agent_id, l.skill_group_id,
      case when l.role in ('member', 'supervisor') then l.role when exists (
        select from call_leg b where b.comp_id = l.comp_id and b.call_id = l.call_id and b.seq < l.seq and b.role = 'agent'
          and b.answer_at is not null) and r.direction <> 'internal' then 'transferred' else 'first' end as role,
      case when r.is_dual = 1 then 'dual' else r.direction end as direction, l.answer_at as from_at, l.end_at as to_at,
      case when l.role = 'supervisor' then l.conference_ms else l.talk_ms end as talk_ms, l.hold_ms, l.holds, l.consult_ms,
      case when l.role = 'supervisor' then 0 else l.conference_ms end as conference_ms,
      w.from_at as wrap_from_at, w.to_at as wrap_to_at, l."left"
    from call_leg l
    join call_record r on r.comp_id = l.comp_id and r.call_id = l.call_id
    left join lateral (
      select a.from_at, a.to_at from agent_status a
      where a.comp_id = l.comp_id and a.agent_id = l.agent_id and a.call_id = l.call_id and a.code = 4 and a.from_at = l.end_at
      limit 1) w on true
    where l.agent_id is not null and l.answer_at is not null
      and (l.role in ('agent', 'member') or (l.role = 'supervisor' and l.supervision = 'insert'));
  create view fact_consult with (security_invoker = true) as
    select comp_id, call_id as contact_id, seq, agent_id, answer_at as from_at, end_at as to_at, consult_ms,
      case when end_at is null then 'open' else "left" end as outcome
    from call_leg where role = 'consulted' and agent_id is not null and answer_at is not null;
  create view fact_activity with (security_invoker = true) as
    select comp_id, agent_id, seq, code, custom_status_id, from_at, to_at, reason, call_id as contact_id from agent_status;
`;
const viewNames = ["contact", "visit", "offer", "handling", "consult", "activity"].map((name) => `fact_${name}`);

export const callLegs: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(tables).execute(db);
    await sql.raw(before).execute(db);
    for (const table of ["call_leg", "call_visit"])
      await sql.raw(protect(table, "select, insert, update, delete") + grantSystem(table)).execute(db);
    await sql.raw(views).execute(db);
    await sql.raw(`grant select on ${viewNames.join(", ")} to ${tenantRole}, ${systemRole};`).execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        `drop view ${viewNames.join(", ")};
        drop table call_visit, call_leg;
        alter table call_record drop column first_agent_id, drop column first_group_id, drop column transfers,
          drop column conference, drop column hung_up_by, drop column display_number,
          drop column satisfaction, drop column customer_ms;`,
      )
      .execute(db);
  },
};
