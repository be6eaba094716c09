/** Dialling: tasks, their numbers, and what dials them. The only face of this module. */
import type { Module } from "../../http/module.ts";
import type { AdministrationDeps } from "../deps.ts";
import { listsRoutes } from "./lists/routes.ts";
import { createTaskNumbers, type TaskNumbers } from "./phones/many.ts";
import { phonesRoutes } from "./phones/routes.ts";

export { createTaskNumbers, manyColumns, type ManyParams, type TaskNumbers } from "./phones/many.ts";
export { emptyRow, type NumberRow } from "./phones/rows.ts";

export function createDiallingModule(deps: AdministrationDeps, numbers: TaskNumbers = createTaskNumbers(deps)): Module {
  return { name: "dialling", routes: [...phonesRoutes(deps), ...listsRoutes({ ...deps, numbers })] };
}
