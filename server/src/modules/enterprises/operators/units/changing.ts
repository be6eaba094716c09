/** Units are added, changed, deleted. */
import { AppError, type BodyOf } from "@liantai/api/contract";
import type { unitApi } from "@liantai/api/contract/admin";
import { installation } from "../../../../http/company.ts";
import { fieldRefusal, unique } from "../../../../http/refusals.ts";
import type { RequestContext } from "../../../../http/routes.ts";
import { deleteUnit, insertUnit, listBelow, lockUnits, updateUnit } from "../repository.ts";
import { unitScope } from "../scope.ts";
import { type UnitDeps, taken, system, notifyChanged, scopedParent, mine } from "./scope.ts";

export async function add(
  deps: UnitDeps,
  body: BodyOf<typeof unitApi.add>,
  context: RequestContext,
): Promise<{ id: string }> {
  const {
    ports: { random },
    audit,
  } = deps;
  const id = random.id();
  await system(deps, async (trx) => {
    const row = {
      id,
      parentId: await scopedParent(trx, context, body.parentId),
      name: body.name,
      remark: body.remark ?? "",
      sort: body.sort ?? 0,
    };
    await unique(fieldRefusal(...taken), () => insertUnit(trx, row));
    await audit.write(trx, context, {
      compId: installation,
      action: "add",
      object: "operatorUnit",
      id,
      name: body.name,
      after: row,
    });
  });
  await notifyChanged(deps);
  return { id };
}

export async function update(
  deps: UnitDeps,
  body: BodyOf<typeof unitApi.update>,
  context: RequestContext,
): Promise<null> {
  const { audit } = deps;
  await system(deps, async (trx) => {
    await lockUnits(trx);
    const before = await mine(trx, context, body.id);
    const scope = await unitScope(trx, context.caller);
    // Whoever looks after a part of the tree keeps the top of it where it is.
    const parentId = scope?.own === body.id ? before.parentId : await scopedParent(trx, context, body.parentId);
    if (parentId !== null && (await listBelow(trx, body.id)).includes(parentId))
      throw fieldRefusal("parentId", "上级单位", "上级单位不能是本单位或其下级");
    const changes = {
      parentId,
      name: body.name,
      remark: body.remark ?? before.remark,
      sort: body.sort ?? before.sort,
    };
    await unique(fieldRefusal(...taken), () => updateUnit(trx, body.id, changes));
    await audit.write(trx, context, {
      compId: installation,
      action: "update",
      object: "operatorUnit",
      id: body.id,
      name: body.name,
      before,
      after: { ...before, ...changes },
    });
  });
  await notifyChanged(deps);
  return null;
}

export async function remove(
  deps: UnitDeps,
  { ids }: BodyOf<typeof unitApi.delete>,
  context: RequestContext,
): Promise<{ count: number }> {
  const { audit } = deps;
  await system(deps, async (trx) => {
    for (const id of new Set(ids)) {
      const before = await mine(trx, context, id, false);
      await deleteUnit(trx, id).catch((error: { code?: string }) => {
        throw error.code === "23503"
          ? new AppError("refused", `“${before.name}”还有下级单位、企业或账号，请先移走`)
          : error;
      });
      await audit.write(trx, context, {
        compId: installation,
        action: "delete",
        object: "operatorUnit",
        id,
        name: before.name,
        before,
      });
    }
  });
  await notifyChanged(deps);
  return { count: new Set(ids).size };
}
