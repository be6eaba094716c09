import type { AdministrationDeps } from "../deps.ts";
import type { Leaving } from "./agents/leaving.ts";
import type { SeatWork } from "./work.ts";

/** What the services of this module work with. */
export interface SeatsDeps extends Pick<
  AdministrationDeps,
  "ports" | "sealer" | "audit" | "auth" | "engine" | "files"
> {
  readonly leaving: Leaving;
  readonly work: readonly SeatWork[];
}

/** Initial passwords are typed once from a screen or a printed list. */
export const initialPasswordLength = 12;
