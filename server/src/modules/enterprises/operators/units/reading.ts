/** The tree of units, and the enterprises of one. */
import type { BodyOf, ReplyOf } from "@liantai/api/contract";
import type { unitApi } from "@liantai/api/contract/admin";
import { compListOf } from "../../../../http/company.ts";
import type { RequestContext } from "../../../../http/routes.ts";
import { listEnterprises } from "../../companies/repository.ts";
import { listBelow, listUnits } from "../repository.ts";
import { unitScope } from "../scope.ts";
import { type UnitDeps, system } from "./scope.ts";

export const list = (deps: UnitDeps, context: RequestContext): Promise<ReplyOf<typeof unitApi.list>> =>
  system(deps, async (trx) => {
    const scope = await unitScope(trx, context.caller);
    const rows = (await listUnits(trx)).filter((row) => !scope || scope.ids.has(row.id));
    return rows.map((row) => ({
      id: row.id,
      parentId: scope?.own === row.id ? null : row.parentId,
      name: row.name,
      remark: row.remark,
      sort: row.sort,
      enterprises: Number(row.enterprises ?? 0),
      accounts: Number(row.accounts ?? 0),
    }));
  });

export async function companies(
  deps: UnitDeps,
  body: BodyOf<typeof unitApi.organizCompanyList>,
  { caller }: RequestContext,
): Promise<ReplyOf<typeof unitApi.organizCompanyList>> {
  return system(deps, async (trx) => {
    const unitIds = body.unitId ? (body.below ? await listBelow(trx, body.unitId) : [body.unitId]) : undefined;
    const { rows, total } = await listEnterprises(trx, {
      ...body,
      compIds: compListOf(caller, body.compId),
      unitIds,
      unitless: !body.unitId,
    });
    return {
      list: rows.map((row) => ({
        compId: row.compId,
        name: row.name,
        enabled: row.enabled,
        unitId: row.unitId,
        unitName: row.unitName ?? "",
      })),
      total,
      pageNo: body.pageNo,
      pageSize: body.pageSize,
    };
  });
}
