/**
 * A lease an enterprise (issue 8, section 5). A process says by one row that it is there, however many leases it has; a lease is free
 * when its owner is not. Epochs go on from that of the whole installation, under which everything was written so far.
 */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem } from "./tenancy.ts";

export const leasesByEnterprise: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `
  create table telephony_process (
    owner text primary key,
    until timestamptz not null
  );
  ${grantSystem("telephony_process")}
  alter table telephony_lease drop column until;
  insert into telephony_lease (name, owner, epoch)
    select comp_id, '', (select coalesce(max(epoch), 0) from telephony_lease) from enterprise;
`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        `
  delete from telephony_lease where name <> 'installation';
  alter table telephony_lease add column until timestamptz not null default '-infinity';
  alter table telephony_lease alter column until drop default;
  drop table telephony_process;
`,
      )
      .execute(db);
  },
};
