import type { Panes } from "@liantai/ui";

export const panes: Panes = {
  "/chateditor": () => import(/* webpackChunkName: "desk" */ "./desk/screen.tsx"),
  "/accessmode": () => import(/* webpackChunkName: "accessmode" */ "./accessmode/screen.tsx"),
};
