import type { Panes } from "@liantai/ui";

export const trunksPanes: Panes = {
  "/routernode": () => import(/* webpackChunkName: "trunks" */ "../call-centre/routernode/screen.tsx"),
  "/routernodegroup": () => import(/* webpackChunkName: "trunks" */ "../call-centre/routernodegroup/screen.tsx"),
  "/routercmbd": () => import(/* webpackChunkName: "trunks" */ "../call-centre/routercmbd/screen.tsx"),
  "/routercalout": () => import(/* webpackChunkName: "trunks" */ "../call-centre/routercalout/screen.tsx"),
  "/callbarringlist": () => import(/* webpackChunkName: "trunks" */ "../call-centre/callbarringlist/screen.tsx"),
  "/callBarring": () => import(/* webpackChunkName: "trunks" */ "../call-centre/callBarring/screen.tsx"),
  "/systemblack": () => import(/* webpackChunkName: "trunks" */ "../system/systemblack/screen.tsx"),
  "/enterpriseblack": () => import(/* webpackChunkName: "trunks" */ "../system/enterpriseblack/screen.tsx"),
};
