import { AppRoot } from "@liantai/ui";
import { TabRouter } from "@liantai/ui/router";
import { panes } from "./panes.ts";

export function Root() {
  return <AppRoot app="im" panes={panes} around={TabRouter} />;
}
