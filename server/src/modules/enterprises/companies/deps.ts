/** What the verbs of enterprises need. */
import type { Trx } from "../../../ports/database.ts";
import type { AdministrationDeps } from "../../deps.ts";
import type { NewPasswords } from "../accounts/passwords.ts";
import type { Lifecycle } from "./lifecycle.ts";

export interface CompanyDeps extends Pick<AdministrationDeps, "ports" | "audit" | "sealer"> {
  readonly lifecycle: Lifecycle;
  readonly passwords: NewPasswords;
}

// system: operators act on enterprises that are not theirs; compOf decides on which.
export const system = <T>(deps: CompanyDeps, work: (trx: Trx) => Promise<T>) => deps.ports.database.system(work);
