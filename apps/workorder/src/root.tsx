import { AppRoot, type Panes } from "@liantai/ui";
import { TabRouter } from "@liantai/ui/router";
import { remindersPanes } from "./reminders/panes.ts";

const panes: Panes = {
  "/page": () => import("./page/screen.tsx"),
  ...remindersPanes,
};

export function Root() {
  return <AppRoot app="workorder" panes={panes} around={TabRouter} />;
}
