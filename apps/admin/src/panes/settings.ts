import type { Panes } from "@liantai/ui";

export const settingsPanes: Panes = {
  "/dictionarie": () => import(/* webpackChunkName: "settings" */ "../system/dictionarie/screen.tsx"),
  "/cascademanage": () => import(/* webpackChunkName: "settings" */ "../system/cascademanage/screen.tsx"),
  "/loginlog": () => import(/* webpackChunkName: "settings" */ "../system/loginlog/screen.tsx"),
  "/operatelog": () => import(/* webpackChunkName: "settings" */ "../system/operatelog/screen.tsx"),
};
