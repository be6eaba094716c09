/** Roles of operators, default roles of enterprises, and the roles that enterprises make themselves. */
import { serviceOf } from "../service.ts";
import { type RoleDeps, addOpt, addComp, addDef } from "./roles/adding.ts";
import { listOpt, listComp, listDef, query } from "./roles/reading.ts";
import { update, remove } from "./roles/changing.ts";

export const createRoles = (deps: RoleDeps) =>
  serviceOf(deps, { listOpt, listComp, listDef, query, addOpt, addComp, addDef, update, delete: remove });
