import type { Panes } from "@liantai/ui";

export const trunksPanes: Panes = {
  "/routernode": () => import(/* webpackChunkName: "trunks" */ "./routernode/screen.tsx"),
  "/routernodegroup": () => import(/* webpackChunkName: "trunks" */ "./routernodegroup/screen.tsx"),
  "/routercmbd": () => import(/* webpackChunkName: "trunks" */ "./routercmbd/screen.tsx"),
  "/routercalout": () => import(/* webpackChunkName: "trunks" */ "./routercalout/screen.tsx"),
};
