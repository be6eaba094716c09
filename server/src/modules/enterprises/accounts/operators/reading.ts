/** Operators' accounts as a list and alone. */
import type { BodyOf, ReplyOf } from "@liantai/api/contract";
import type { operatorAccountApi } from "@liantai/api/contract/admin";
import type { RequestContext } from "../../../../http/routes.ts";
import { listBelow } from "../../operators/repository.ts";
import { unitScope } from "../../operators/scope.ts";
import { presentOperator } from "../present.ts";
import { findOperator, listOperators, type ListedOperator } from "../repository.ts";
import { type OperatorAccountDeps, compId, system, now, mine } from "./checks.ts";

export async function list(
  deps: OperatorAccountDeps,
  body: BodyOf<typeof operatorAccountApi.listOpt>,
  { caller }: RequestContext,
): Promise<ReplyOf<typeof operatorAccountApi.listOpt>> {
  return system(deps, async (trx) => {
    const scope = await unitScope(trx, caller);
    const asked = body.unitId ? await listBelow(trx, body.unitId) : undefined;
    const unitIds = scope ? (asked ?? [...scope.ids]).filter((id) => scope.ids.has(id)) : asked;
    const { rows, total } = await listOperators(trx, compId, { ...body, unitIds }, now(deps));
    return {
      list: rows.map((row) => presentOperator(row as ListedOperator)),
      total,
      pageNo: body.pageNo,
      pageSize: body.pageSize,
    };
  });
}

export const query = (
  deps: OperatorAccountDeps,
  { id }: BodyOf<typeof operatorAccountApi.queryOpt>,
  context: RequestContext,
): Promise<ReplyOf<typeof operatorAccountApi.queryOpt>> =>
  system(deps, async (trx) => {
    await mine(trx, context, id);
    return presentOperator((await findOperator(trx, compId, id, now(deps)))!);
  });
