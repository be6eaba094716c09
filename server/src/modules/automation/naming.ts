/** What choices of dictionaries are called in sentences about a form: read before the transaction that says them. */
import type { AutomationDeps } from "./deps.ts";
import type { Naming } from "./ports.ts";

export async function namingOf(
  { ports, records }: Pick<AutomationDeps, "ports" | "records">,
  compId: string,
  formId: string,
): Promise<Naming> {
  const codes = await ports.database.tenant(compId, (trx) => records.dictionaries(trx, compId, formId));
  return records.naming(compId, codes);
}
