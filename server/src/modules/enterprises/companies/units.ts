/** Which unit of operators an enterprise may be given to. */
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { findUnit } from "../operators/repository.ts";
import { unitScope } from "../operators/scope.ts";

/** The unit must be one that the operator may give; operators who do not look after all give their own by default. */
export async function unitOf(
  trx: Trx,
  { caller }: RequestContext,
  unitId: string | null | undefined,
  isNew: boolean,
): Promise<string | null | undefined> {
  const scope = await unitScope(trx, caller);
  if (!scope) {
    if (unitId && !(await findUnit(trx, unitId))) throw fieldRefusal("unitId", "运营单位", "运营单位不存在或已被删除");
    return unitId;
  }
  if (unitId && !scope.ids.has(unitId)) throw fieldRefusal("unitId", "运营单位", "请选择本单位或下级单位");
  if (unitId === null || unitId === "" || (unitId === undefined && isNew)) return scope.own;
  return unitId;
}
