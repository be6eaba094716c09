import { AppRoot, type Panes } from "@liantai/ui";
import { TabRouter } from "@liantai/ui/router";

const panes: Panes = {
  "/chateditor": () => import(/* webpackChunkName: "desk" */ "./desk/screen.tsx"),
};

export function Root() {
  return <AppRoot app="im" panes={panes} around={TabRouter} />;
}
