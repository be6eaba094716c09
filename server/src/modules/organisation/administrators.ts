/** Whom of an enterprise's administrators a notice goes to. */
import type { Database } from "../../ports/database.ts";
import { listAdministrators } from "./repository.ts";
import type { Menus } from "./service.ts";

export type Administrator = Awaited<ReturnType<typeof listAdministrators>>[number];

/** Those whose role has one of the pages and, where one is named, the business permission. */
export async function administratorsWith(
  { database, menus }: { readonly database: Database; readonly menus: Pick<Menus, "rights"> },
  compId: string,
  { pages, purview }: { readonly pages: readonly string[]; readonly purview?: string },
): Promise<Administrator[]> {
  const told: Administrator[] = [];
  for (const administrator of await database.tenant(compId, (trx) => listAdministrators(trx, compId))) {
    const rights = await menus.rights(compId, administrator.roleId);
    if (purview !== undefined && !rights.purviews.has(purview)) continue;
    if (pages.some((page) => rights.pages.has(page))) told.push(administrator);
  }
  return told;
}
