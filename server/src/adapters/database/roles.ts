/**
 * The two roles every transaction runs as. The owner of the tables is under FORCE ROW LEVEL SECURITY and has no policy, so
 * that SQL outside `tenant` and `system` sees nothing (where the owner is no superuser).
 *
 * Neither role is a member of the other. A session could still go back to its own user with SET ROLE, hence the guard: a
 * tenant's statements are one at a time (extended protocol), begin with a data word and cannot name what changes settings.
 */
export const tenantRole = "liantai_tenant";
export const systemRole = "liantai_system";

export class TenantGuardError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "TenantGuardError";
  }
}

const compIdPattern = /^[0-9A-Za-z_-]{1,32}$/;
const dataStatement =
  /^[\s(]*(select|insert|update|delete|merge|with|values|savepoint|release\s+savepoint|rollback\s+to\s+savepoint)\b/i;
/** Functions that change settings or run text as SQL, and the quoting form that could spell them otherwise. */
const forbidden = new RegExp(
  [
    /\bset_config\b/,
    /\bpg_settings\b/,
    /\b(query|cursor|table|schema|database)_to_xml/,
    /\bdblink/,
    /\bpg_(read|write|ls|terminate|cancel|reload)/,
    /\blo_(im|ex)port\b/,
    /\bu&["']/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "i",
);

/** One round trip: begin, role, enterprise and how long a statement may take, all local to the transaction. */
export function beginTenant(compId: string, statementMs?: number): string {
  if (!compIdPattern.test(compId)) throw new TenantGuardError("not an enterprise code");
  const limit = statementMs === undefined ? "" : `; set local statement_timeout = ${Math.ceil(statementMs)}`;
  return `begin; set local role ${tenantRole}; set local app.comp_id = '${compId}'${limit}`;
}

export const beginSystem = `begin; set local role ${systemRole}`;

export function guardTenantStatement(sql: string): void {
  if (!dataStatement.test(sql)) throw new TenantGuardError("only data statements run inside an enterprise");
  if (forbidden.test(sql)) throw new TenantGuardError("this function does not run inside an enterprise");
}
