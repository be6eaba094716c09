/** The trees that grants are chosen from. */
import { type BodyOf, type Who, enterpriseWho } from "@liantai/api/contract";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { grantableTo, isGroup, listMenus, ofModulesOn, type MenuRow } from "../../organisation/index.ts";
import { presentTree } from "../present.ts";
import { listAuthorised } from "../repository.ts";
import type { MenuDeps, Api } from "./tree.ts";

/** What roles of these users may be granted, with every group. */
const grantTree = (rows: readonly MenuRow[], whose: readonly Who[]): MenuRow[] => [
  ...rows.filter(isGroup),
  ...grantableTo(rows, whose),
];

// system: as above.
export const list = async (deps: MenuDeps) => presentTree(await deps.ports.database.system(listMenus), { empty: true });

// system: as above.
export const routeOpt = async (deps: MenuDeps) =>
  presentTree(grantTree(await deps.ports.database.system(listMenus), ["O"]));

export async function routeCom(deps: MenuDeps, { compId: named }: BodyOf<Api["routeCom"]>, { caller }: RequestContext) {
  const {
    ports: { database },
  } = deps;
  // system: as above; no enterprise is named.
  if (!named) return presentTree(grantTree(await database.system(listMenus), enterpriseWho));
  const compId = compOf(caller, named);
  return database.tenant(compId, async (trx) =>
    presentTree(grantTree(await ofModulesOn(trx, compId, await listMenus(trx)), enterpriseWho)),
  );
}

export async function routeComAuth(
  deps: MenuDeps,
  { compId: named }: BodyOf<Api["routeComAuth"]>,
  { caller }: RequestContext,
) {
  const {
    ports: { database },
  } = deps;
  const compId = compOf(caller, named);
  return database.tenant(compId, async (trx) => {
    const authorised = await listAuthorised(trx, compId);
    const rows = await ofModulesOn(trx, compId, await listMenus(trx));
    return presentTree(grantTree(rows, enterpriseWho).filter((row) => isGroup(row) || authorised.has(row.id)));
  });
}
