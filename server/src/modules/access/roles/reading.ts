/** Roles as lists and alone. */
import type { BodyOf } from "@liantai/api/contract";
import { compListOf, installation } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { scopeOf } from "../policy.ts";
import { listedRole } from "../grants/menus.ts";
import { presentRole } from "../present.ts";
import { pageOfRoles } from "../repository.ts";
import type { RoleDeps, Api, Kind } from "./adding.ts";

type ListBody = BodyOf<Api["listOpt"]>;

async function list(deps: RoleDeps, kind: Kind, comps: readonly string[] | undefined, body: ListBody) {
  const {
    ports: { database },
  } = deps;
  const read = async (trx: Trx) => {
    const { rows, total } = await pageOfRoles(
      trx,
      { kind, comps, name: body.name ?? "", roleType: body.roleType ?? "" },
      body,
    );
    return { list: rows.map(presentRole), total, pageNo: body.pageNo, pageSize: body.pageSize };
  };
  // system: an operator looks at the roles of several enterprises at once.
  return comps?.length === 1 ? database.tenant(comps[0]!, read) : database.system(read);
}

export const listOpt = (deps: RoleDeps, body: ListBody) => list(deps, "operator", [installation], body);

export const listComp = (deps: RoleDeps, body: ListBody, { caller }: RequestContext) =>
  list(deps, "enterprise", compListOf(caller, body.compId), body);

export const listDef = (deps: RoleDeps, body: ListBody, { caller }: RequestContext) =>
  list(deps, "custom", compListOf(caller, body.compId), body);

export async function query(deps: RoleDeps, { compId: named, id }: BodyOf<Api["query"]>, { caller }: RequestContext) {
  const {
    ports: { database },
  } = deps;
  const compId = scopeOf(caller, named);
  return presentRole(await database.tenant(compId, (trx) => listedRole(trx, compId, id)));
}
