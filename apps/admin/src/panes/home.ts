import type { Panes } from "@liantai/ui";

export const homePanes: Panes = {
  "/enterprisehomepage": () => import(/* webpackChunkName: "home" */ "../organisation/enterprisehomepage/screen.tsx"),
  "/seathomepage": () => import(/* webpackChunkName: "home" */ "../organisation/seathomepage/screen.tsx"),
};
