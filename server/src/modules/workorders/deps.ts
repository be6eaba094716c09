import type { AdministrationDeps } from "../deps.ts";
import type { OrderRecords } from "../forms/index.ts";
import type { Tickets } from "./tickets.ts";

export interface WorkOrderDeps extends Pick<AdministrationDeps, "ports" | "audit" | "files"> {
  readonly auth: Pick<AdministrationDeps["auth"], "mayDo" | "mayPress">;
  readonly records: OrderRecords;
  readonly tickets: Tickets;
}
