import type { Panes } from "@liantai/ui";

export const settingsPanes: Panes = {
  "/dictionarie": () => import(/* webpackChunkName: "settings" */ "./dictionarie/screen.tsx"),
  "/cascademanage": () => import(/* webpackChunkName: "settings" */ "./cascademanage/screen.tsx"),
  "/loginlog": () => import(/* webpackChunkName: "settings" */ "./loginlog/screen.tsx"),
  "/operatelog": () => import(/* webpackChunkName: "settings" */ "./operatelog/screen.tsx"),
};
