/** Which units an operator may touch. */
import { AppError } from "@liantai/api/contract";
import { fieldRefusal } from "../../../../http/refusals.ts";
import type { RequestContext } from "../../../../http/routes.ts";
import type { Trx } from "../../../../ports/database.ts";
import type { AdministrationDeps } from "../../../deps.ts";
import { publish } from "../../../topics.ts";
import { findUnit } from "../repository.ts";
import { unitScope } from "../scope.ts";

export type UnitDeps = Pick<AdministrationDeps, "ports" | "audit">;

export const taken = ["name", "单位名称", "同一上级下已有同名单位"] as const;

// system: units belong to the installation.
export const system = <T>(deps: UnitDeps, work: (trx: Trx) => Promise<T>) => deps.ports.database.system(work);

export const notifyChanged = async (deps: UnitDeps) => publish(deps.ports.broker, "operators.changed", {});

export async function scopedParent(
  trx: Trx,
  context: RequestContext,
  parentId: string | null | undefined,
): Promise<string | null> {
  const scope = await unitScope(trx, context.caller);
  const parent = parentId || null;
  if (scope && (parent === null || !scope.ids.has(parent)))
    throw fieldRefusal("parentId", "上级单位", "请选择本单位或下级单位");
  if (parent !== null && !(await findUnit(trx, parent))) throw fieldRefusal("parentId", "上级单位", "上级单位不存在");
  return parent;
}

export async function mine(trx: Trx, context: RequestContext, id: string, ownToo = true) {
  const scope = await unitScope(trx, context.caller);
  const unit = await findUnit(trx, id);
  if (!unit || (scope && (!scope.ids.has(id) || (!ownToo && id === scope.own))))
    throw new AppError("notFound", "运营单位不存在");
  return unit;
}
