/** Enterprises are switched on and off. */
import { valuesBefore } from "../../audit/index.ts";
import { AppError, type BodyOf } from "@liantai/api/contract";
import type { companyApi } from "@liantai/api/contract/admin";
import { rightsChanged } from "../../organisation/index.ts";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { lockEnterpriseRow, updateEnterprise } from "./repository.ts";
import { type CompanyDeps, system } from "./deps.ts";

async function flip(
  deps: CompanyDeps,
  compIds: readonly string[],
  context: RequestContext,
  action: string,
  changes: { enabled?: number; isShowForm?: number },
): Promise<string[]> {
  const { audit } = deps;
  const codes = [...new Set(compIds)].map((compId) => compOf(context.caller, compId));
  return system(deps, async (trx) => {
    const changed: string[] = [];
    for (const compId of codes.sort()) {
      const before = await lockEnterpriseRow(trx, compId);
      if (!before) throw new AppError("notFound", `企业${compId}不存在`);
      const kept = valuesBefore(before, changes);
      if (Object.entries(changes).every(([key, value]) => kept[key] === value)) continue;
      await updateEnterprise(trx, compId, changes);
      await audit.write(trx, context, {
        compId,
        action,
        object: "enterprise",
        id: compId,
        name: before.name,
        before: kept,
        after: changes,
      });
      changed.push(compId);
    }
    return changed;
  });
}

export async function enable(
  deps: CompanyDeps,
  { compIds }: BodyOf<typeof companyApi.enable>,
  context: RequestContext,
) {
  const { lifecycle } = deps;
  const changed = await flip(deps, compIds, context, "enable", { enabled: 1 });
  for (const compId of changed) {
    await lifecycle.resume(compId);
    await lifecycle.changed(compId);
  }
  return { count: changed.length };
}

export async function disEnable(
  deps: CompanyDeps,
  { compIds }: BodyOf<typeof companyApi.disEnable>,
  context: RequestContext,
) {
  const { lifecycle } = deps;
  const changed = await flip(deps, compIds, context, "disable", { enabled: 0 });
  for (const compId of changed) {
    await lifecycle.stop(compId);
    await lifecycle.changed(compId);
  }
  return { count: changed.length };
}

/** Pages that are open learn of it: the forms of calls come up, or do not, from the next call on. */
async function forms(deps: CompanyDeps, compIds: readonly string[], context: RequestContext, isShowForm: 0 | 1) {
  const action = isShowForm === 1 ? "showForm" : "hideForm";
  const changed = await flip(deps, compIds, context, action, { isShowForm });
  for (const compId of changed) {
    await deps.lifecycle.changed(compId);
    await rightsChanged(deps.ports.broker, { compId });
  }
  return { count: changed.length };
}

export const showForm = (deps: CompanyDeps, { compIds }: BodyOf<typeof companyApi.showForm>, context: RequestContext) =>
  forms(deps, compIds, context, 1);

export const disShowForm = (
  deps: CompanyDeps,
  { compIds }: BodyOf<typeof companyApi.disShowForm>,
  context: RequestContext,
) => forms(deps, compIds, context, 0);
