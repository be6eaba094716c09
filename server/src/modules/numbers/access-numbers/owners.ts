/** 接入号分配: which seat groups and seats use a number, and whose default it is. */
import { AppError, type BodyOf, type QueryOf } from "@liantai/api/contract";
import type { accessNumApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { OrganisationModule } from "../../organisation/index.ts";
import { serviceOf } from "../../service.ts";
import {
  deleteOwners,
  findAccountAgent,
  findOwner,
  insertOwners,
  knownOwners,
  listOwners,
  setEnterpriseDefault,
  setOwnerDefault,
  type OwnerKind,
  type OwnerRow,
} from "./owners-repository.ts";
import { findNumber } from "./repository.ts";
import type { AccessNumbersDeps } from "./service.ts";

type Body<N extends keyof typeof accessNumApi> = BodyOf<(typeof accessNumApi)[N]>;

export interface OwnersDeps extends AccessNumbersDeps {
  readonly organisation: Pick<OrganisationModule, "defaultNumber">;
}

const present = ({ id, label, detail, isDefault }: OwnerRow) => ({ id, label, detail, isDefault: isDefault ?? 0 });

async function ownNumber(trx: Trx, compId: string, number: string) {
  const row = await findNumber(trx, number);
  if (!row || row.owner !== compId) throw new AppError("notFound", "接入号码不存在或已被删除");
  return row;
}

async function find(deps: OwnersDeps, { compId, id, kind }: Body<"owners">, { caller }: RequestContext) {
  const comp = compOf(caller, compId);
  const rows = await deps.database.tenant(comp, async (trx) => {
    await ownNumber(trx, comp, id);
    return listOwners(trx, comp, id, kind);
  });
  return {
    members: rows.filter((row) => row.isDefault !== null).map(present),
    available: rows.filter((row) => row.isDefault === null).map(present),
  };
}

async function add(deps: OwnersDeps, { compId, id, kind, ownerIds }: Body<"addOwners">, context: RequestContext) {
  const ids = [...new Set(ownerIds)];
  return change(deps, compId, id, kind, context, "allot", async (trx, comp) => {
    if ((await knownOwners(trx, comp, kind, ids)).length < ids.length)
      throw new AppError("notFound", kind === "group" ? "坐席组不存在或已被删除" : "坐席不存在或已被删除");
    return insertOwners(trx, comp, id, kind, ids);
  });
}

async function remove(deps: OwnersDeps, { compId, id, kind, ownerIds }: Body<"deleteOwners">, context: RequestContext) {
  return change(deps, compId, id, kind, context, "notAllot", (trx, comp) =>
    deleteOwners(trx, comp, id, kind, ownerIds),
  );
}

async function change(
  deps: OwnersDeps,
  compId: string | undefined,
  id: string,
  kind: OwnerKind,
  context: RequestContext,
  action: "allot" | "notAllot",
  change: (trx: Trx, comp: string) => Promise<string[]>,
) {
  const comp = compOf(context.caller, compId);
  return deps.database.tenant(comp, async (trx) => {
    const number = await ownNumber(trx, comp, id);
    const changed = await change(trx, comp);
    if (changed.length > 0)
      await deps.audit.write(trx, context, {
        compId: comp,
        action,
        object: "accessNum",
        id,
        name: number.title,
        [action === "allot" ? "after" : "before"]: { [kind]: changed },
      });
    return { count: changed.length };
  });
}

async function setDefault(
  deps: OwnersDeps,
  { compId, id, kind, ownerId, isDefault }: Body<"setDefault">,
  context: RequestContext,
): Promise<null> {
  const comp = compOf(context.caller, compId);
  return deps.database.tenant(comp, async (trx) => {
    const number = await ownNumber(trx, comp, id);
    if (kind === "enterprise") await setEnterpriseDefault(trx, comp, id, isDefault);
    else {
      if (!ownerId || !(await findOwner(trx, comp, id, kind, ownerId)))
        throw new AppError("refused", "请先把号码分配给该对象，再设为默认");
      await setOwnerDefault(trx, comp, id, kind, ownerId, isDefault);
    }
    await deps.audit.write(trx, context, {
      compId: comp,
      action: "setDefault",
      object: "accessNum",
      id,
      name: number.title,
      after: { kind, ownerId: ownerId ?? "", isDefault },
    });
    return null;
  });
}

async function enterpriseDefault(
  deps: OwnersDeps,
  { compId }: QueryOf<typeof accessNumApi.getDefault>,
  { caller }: RequestContext,
) {
  return deps.organisation.defaultNumber(compOf(caller, compId));
}

async function seatDefault(
  deps: OwnersDeps,
  { userId, isAcc, compId }: QueryOf<typeof accessNumApi.getDefaultGroup>,
  { caller }: RequestContext,
) {
  const comp = compOf(caller, compId);
  const agentId =
    isAcc === 1 ? (await deps.database.tenant(comp, (trx) => findAccountAgent(trx, comp, userId)))?.agentId : userId;
  return deps.organisation.defaultNumber(comp, agentId);
}

export type NumberOwners = ReturnType<typeof createNumberOwners>;

export const createNumberOwners = (deps: OwnersDeps) =>
  serviceOf(deps, { find, add, delete: remove, setDefault, enterpriseDefault, seatDefault });
