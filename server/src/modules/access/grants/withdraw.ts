/** What an enterprise's own roles lose when its default roles lose it. */
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { Audit } from "../../audit/index.ts";
import { listMenus, type MenuRow, trimCustomRoles } from "../../organisation/index.ts";
import { trailOf } from "../present.ts";

/** Keeps the enterprise's own roles within what its default roles hold; returns what was taken from which. */
export async function withdrawFromCustom(
  trx: Trx,
  audit: Audit,
  context: RequestContext,
  compId: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const taken = new Map<string, string[]>();
  for (const { roleId, menuId } of await trimCustomRoles(trx, compId))
    taken.set(roleId, [...(taken.get(roleId) ?? []), menuId]);
  const rows =
    taken.size > 0 ? new Map((await listMenus(trx)).map((row) => [row.id, row])) : new Map<string, MenuRow>();
  for (const [id, menus] of taken)
    await audit.write(trx, context, {
      compId,
      action: "withdraw",
      object: "role",
      id,
      before: { menus: menus.map((menu) => trailOf(rows, menu)) },
      after: { menus: [] },
    });
  return taken;
}
