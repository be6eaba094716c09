import type { Panes } from "@liantai/ui";

export const interfacesPanes: Panes = {
  "/interfaceconfig": () => import(/* webpackChunkName: "interfaces" */ "./interfaceconfig/screen.tsx"),
  "/interfaceConfigList": () => import(/* webpackChunkName: "interfaces" */ "./interfaceConfigList/screen.tsx"),
};
