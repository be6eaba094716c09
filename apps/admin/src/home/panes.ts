import type { Panes } from "@liantai/ui";

export const homePanes: Panes = {
  "/enterprisehomepage": () => import(/* webpackChunkName: "home" */ "./enterprisehomepage/screen.tsx"),
  "/seathomepage": () => import(/* webpackChunkName: "home" */ "./seathomepage/screen.tsx"),
};
