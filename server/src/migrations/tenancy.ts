/** What every migration that makes a tenant table says about it. */
import { systemRole, tenantRole } from "../adapters/database/roles.ts";

/**
 * Row-level security of tables with comp_id: the tenant role sees and writes its own enterprise, the system role all, and
 * nobody else anything (FORCE: the owner neither; current_user, because the owner inherits the policies of a role it is a
 * member of). `tenantMay` is what the tenant role is granted at all.
 */
export function protect(table: string, tenantMay: string): string {
  return `
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    create policy tenant on ${table} for all to ${tenantRole}
      using (comp_id = current_setting('app.comp_id', true))
      with check (comp_id = current_setting('app.comp_id', true));
    create policy system on ${table} for all to ${systemRole}
      using (current_user = '${systemRole}') with check (current_user = '${systemRole}');
    grant ${tenantMay} on ${table} to ${tenantRole};
  `;
}

/** What the system role may do with a table made after the first migration. */
export const grantSystem = (table: string, may = "select, insert, update, delete"): string =>
  `grant ${may} on ${table} to ${systemRole};`;

const needed =
  "the database user needs CREATEROLE, or roles liantai_tenant and liantai_system made beforehand and granted to it (docs/operations.md)";

/**
 * Makes both roles where they are missing and lets the connecting user take them. Roles belong to the whole cluster, so two
 * databases of one cluster share them, and the way down leaves them.
 */
export const createRoles = `
  do $$
  declare
    wanted text;
    superuser boolean := (select rolsuper from pg_roles where rolname = current_user);
  begin
    if current_setting('server_version_num')::integer < 150000 then
      raise exception 'PostgreSQL 15 or later is needed, this is %', current_setting('server_version');
    end if;
    foreach wanted in array array['${tenantRole}', '${systemRole}'] loop
      if not exists (select from pg_roles where rolname = wanted) then
        begin
          execute format('create role %I nologin', wanted);
        exception
          when duplicate_object or unique_violation then null;
          when insufficient_privilege then raise exception '${needed}';
        end;
      end if;
      if exists (select from pg_roles where rolname = wanted and (rolsuper or rolbypassrls)) then
        raise exception 'role % must be neither SUPERUSER nor BYPASSRLS', wanted;
      end if;
      if not superuser then
        begin
          execute format('grant %I to current_user', wanted);
        exception when insufficient_privilege then
          if not pg_has_role(current_user, wanted, 'member') then raise exception '${needed}'; end if;
        end;
      end if;
    end loop;
  end $$;
`;

/**
 * set_config and the *_to_xml functions could change role or enterprise from within an expression. Only a superuser can
 * take them from PUBLIC (PGlite's user is one); elsewhere adapters/database/roles.ts refuses them by name.
 */
export const sealFunctions = (verb: "revoke" | "grant"): string => `
  do $$
  declare
    found regprocedure;
  begin
    if (select rolsuper from pg_roles where rolname = current_user) then
      for found in
        select oid from pg_proc
        where pronamespace = 'pg_catalog'::regnamespace
          and (proname = 'set_config' or proname ~ '^(query|cursor|table|schema|database)_to_xml')
      loop
        execute format('${verb} execute on function %s ${verb === "revoke" ? "from" : "to"} public', found);
      end loop;
    end if;
  end $$;
`;
