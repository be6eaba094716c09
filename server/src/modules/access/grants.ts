/** What a role may see, press and do: 角色授权. */
import { serviceOf } from "../service.ts";
import { type GrantDeps, grant, menuIds, compMenuIds } from "./grants/menus.ts";
import { saveRolePurviews, purviewsOfRole } from "./grants/purviews.ts";

export const createGrants = (deps: GrantDeps) =>
  serviceOf(deps, { grant, menuIds, compMenuIds, savePurviews: saveRolePurviews, purviewsOfRole });
