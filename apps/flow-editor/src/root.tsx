import { AppRoot, type Panes } from "@liantai/ui";
import { TabRouter } from "@liantai/ui/router";
import { enginesPanes } from "./engines/panes.ts";
import { flowsPanes } from "./flows/panes.ts";
import { robotsPanes } from "./robots/panes.ts";
import { understandingPanes } from "./understanding/panes.ts";

const panes: Panes = { ...flowsPanes, ...robotsPanes, ...enginesPanes, ...understandingPanes };

export function Root() {
  return <AppRoot app="flow-editor" panes={panes} around={TabRouter} />;
}
