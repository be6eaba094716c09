/** Dialling: tasks, their numbers, and what dials them. The only face of this module. */
import type { Module } from "../../http/module.ts";
import type { AdministrationDeps } from "../deps.ts";

export { createDiallers } from "./engine/index.ts";
export { verifyLedgers } from "./ledger/verify.ts";

export function createDiallingModule(_deps: AdministrationDeps): Module {
  return { name: "dialling", routes: [] };
}
