import type { AdministrationDeps } from "../deps.ts";
import type { Reminders } from "./reminders.ts";

export interface RemindersModuleDeps extends AdministrationDeps {
  readonly reminders: Reminders;
}
