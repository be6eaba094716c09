/**
 * Names of rows by id, for the operation log (issue 7, 3.6): an id means nothing to who reads it. Views of what every area
 * keeps, read with the rights of who asks, so that row-level security holds. The second has what belongs to no enterprise.
 */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { systemRole, tenantRole } from "../adapters/database/roles.ts";

const tenant = [
  "role",
  "skill_group",
  "dispatch_group",
  "agent_group",
  "custom_status",
  "time_rule",
  "voice",
  "call_limit",
  "call_notify_limit",
  "route_out",
  "dictionary",
  "cascade_option",
  "outward_interface",
  "robot",
  "contacter_data",
  "file",
];
const shared = ["operator_unit", "route_config", "route_group", "route_node"];

const own = (name: string, table: string): string => `select comp_id, id, ${name} as name from ${table}`;
const common = (name: string, table: string): string => `select id, ${name} as name from ${table}`;

export const rowNames: Migration = {
  async up(db: Kysely<unknown>) {
    const owned = [
      ...tenant.map((table) => own("name", table)),
      own("coalesce(nullif(nick_name, ''), account)", "account"),
      own("label", "dictionary_item"),
      own("label", "contacter_conf"),
    ];
    const free = [...shared.map((table) => common("name", table)), common("title", "help_node")];
    await sql
      .raw(
        `
      create view row_name with (security_invoker = true) as
        ${owned.join(" union all ")} union all select '000000' as comp_id, id, name from menu;
      create view shared_row_name with (security_invoker = true) as ${free.join(" union all ")};
      grant select on row_name to ${tenantRole}, ${systemRole};
      grant select on shared_row_name to ${systemRole};
    `,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop view shared_row_name; drop view row_name;").execute(db);
  },
};
