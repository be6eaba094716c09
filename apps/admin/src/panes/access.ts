import type { Panes } from "@liantai/ui";

export const accessPanes: Panes = {
  "/seatrole": () => import(/* webpackChunkName: "access" */ "../organisation/seatrole/screen.tsx"),
  "/role/setrolemenu": () => import(/* webpackChunkName: "access" */ "../organisation/setrolemenu/screen.tsx"),
  "/menulist": () => import(/* webpackChunkName: "access" */ "../organisation/menulist/screen.tsx"),
  "/role/operate": () => import(/* webpackChunkName: "access" */ "../organisation/role-operate/screen.tsx"),
  "/syncmenu": () => import(/* webpackChunkName: "access" */ "../organisation/syncmenu/screen.tsx"),
};
