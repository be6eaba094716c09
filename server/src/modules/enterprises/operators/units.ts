/** 运营单位: a tree, and the enterprises each unit looks after. */
import { serviceOf } from "../../service.ts";
import type { UnitDeps } from "./units/scope.ts";
import { list, companies } from "./units/reading.ts";
import { add, update, remove } from "./units/changing.ts";
import { assign } from "./units/assigning.ts";

export const createUnits = (deps: UnitDeps) =>
  serviceOf(deps, { list, add, update, delete: remove, companies, assign });
