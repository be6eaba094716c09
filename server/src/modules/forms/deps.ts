/** What the parts of this module are given. */
import type { AdministrationDeps } from "../deps.ts";
import type { DialRefs } from "../dial-refs/index.ts";
import type { NumberForms, TaskNumbers } from "../dialling/index.ts";
import type { CompiledForms } from "./compiled.ts";
import type { OrderPort } from "./order-port.ts";
import type { Counts } from "./records/counts.ts";

export interface RecordDeps extends AdministrationDeps {
  readonly compiled: CompiledForms;
}

export interface FormsDeps extends RecordDeps {
  readonly counts: Counts;
  readonly orders: OrderPort;
  readonly refs: DialRefs;
  /** Records of preview numbers. */
  readonly numberForms: NumberForms;
  /** Where numbers of records are dialled. */
  readonly numbers: TaskNumbers;
}
