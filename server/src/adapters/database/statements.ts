/**
 * Names for prepared statements: PostgreSQL then parses, rewrites (policies included) and plans a text once a connection
 * instead of once a call. Texts of which there is no end (lists in an IN) stay unnamed once the store is full.
 */
const most = 400;
const longest = 4_000;

const names = new Map<string, string>();

/** `role`: a plan under policies belongs to its role, and would be made anew at each change of it. */
export function statementName(role: string, sql: string): string | undefined {
  const key = `${role} ${sql}`;
  const known = names.get(key);
  if (known !== undefined || names.size >= most || sql.length > longest) return known;
  const name = `liantai_${names.size}`;
  names.set(key, name);
  return name;
}
