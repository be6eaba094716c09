/** Enterprises move from unit to unit. */
import type { BodyOf } from "@liantai/api/contract";
import type { unitApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../../http/company.ts";
import { fieldRefusal } from "../../../../http/refusals.ts";
import type { RequestContext } from "../../../../http/routes.ts";
import { assignUnit } from "../repository.ts";
import { unitScope } from "../scope.ts";
import { type UnitDeps, system, notifyChanged, mine } from "./scope.ts";

export async function assign(
  deps: UnitDeps,
  { unitId, compIds }: BodyOf<typeof unitApi.assign>,
  context: RequestContext,
): Promise<{ count: number }> {
  const { audit } = deps;
  const codes = [...new Set(compIds)].map((compId) => compOf(context.caller, compId));
  const moved = await system(deps, async (trx) => {
    const unit = unitId ? await mine(trx, context, unitId) : undefined;
    if (!unit && (await unitScope(trx, context.caller)))
      throw fieldRefusal("unitId", "运营单位", "请选择本单位或下级单位");
    const rows = await assignUnit(trx, codes, unit?.id ?? null);
    for (const row of rows)
      await audit.write(trx, context, {
        compId: row.compId,
        action: "assign",
        object: "enterprise",
        id: row.compId,
        name: row.name,
        before: { unitId: row.unitId },
        after: { unitId: unit?.id ?? null },
      });
    return rows;
  });
  await notifyChanged(deps);
  return { count: moved.length };
}
