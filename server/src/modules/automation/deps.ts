import type { AdministrationDeps } from "../deps.ts";
import type { Reminders } from "../reminders/index.ts";
import type { Automated } from "./ports.ts";

export interface AutomationDeps extends Pick<AdministrationDeps, "ports" | "audit">, Automated {
  readonly auth: Pick<AdministrationDeps["auth"], "mayPress">;
  readonly make: Reminders["make"];
}
export type RunDeps = Pick<AutomationDeps, "ports" | "records" | "orders" | "make">;
