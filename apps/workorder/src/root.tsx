import { AppRoot, type Panes } from "@liantai/ui";
import { TabRouter } from "@liantai/ui/router";
import { contactsPanes } from "./contacts/panes.ts";
import { customerFormsPanes } from "./customer-forms/panes.ts";
import { followUpsPanes } from "./follow-ups/panes.ts";
import { orderFlowsPanes } from "./order-flows/panes.ts";
import { ordersPanes } from "./orders/panes.ts";
import { popupsPanes } from "./popups/panes.ts";
import { recordsPanes } from "./records/panes.ts";
import { remindersPanes } from "./reminders/panes.ts";

const panes: Panes = {
  "/page": () => import("./page/screen.tsx"),
  ...contactsPanes,
  ...customerFormsPanes,
  ...followUpsPanes,
  ...orderFlowsPanes,
  ...ordersPanes,
  ...popupsPanes,
  ...recordsPanes,
  ...remindersPanes,
};

export function Root() {
  return <AppRoot app="workorder" panes={panes} around={TabRouter} />;
}
