import type { Panes } from "@liantai/ui";

export const accessPanes: Panes = {
  "/seatrole": () => import(/* webpackChunkName: "access" */ "./seatrole/screen.tsx"),
  "/role/setrolemenu": () => import(/* webpackChunkName: "access" */ "./setrolemenu/screen.tsx"),
  "/menulist": () => import(/* webpackChunkName: "access" */ "./menulist/screen.tsx"),
  "/role/operate": () => import(/* webpackChunkName: "access" */ "./role-operate/screen.tsx"),
  "/syncmenu": () => import(/* webpackChunkName: "access" */ "./syncmenu/screen.tsx"),
};
