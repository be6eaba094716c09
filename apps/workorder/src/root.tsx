import { AppRoot, type Panes } from "@liantai/ui";

const panes: Panes = {
  "/page": () => import("./page/screen.tsx"),
};

export function Root() {
  return <AppRoot app="workorder" panes={panes} />;
}
