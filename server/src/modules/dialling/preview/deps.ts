/** What preview dialling is given. */
import type { AdministrationDeps } from "../../deps.ts";
import type { DialRefs } from "../../dial-refs/index.ts";

export interface PreviewDeps extends Pick<AdministrationDeps, "ports" | "audit"> {
  readonly refs: DialRefs;
}
