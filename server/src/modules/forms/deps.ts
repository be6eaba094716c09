/** What the parts of this module are given. */
import type { AdministrationDeps } from "../deps.ts";
import type { CompiledForms } from "./compiled.ts";
import type { OrderPort } from "./ports.ts";

export interface FormsDeps extends AdministrationDeps {
  readonly compiled: CompiledForms;
  readonly orders: OrderPort;
}
