import type { Panes } from "@liantai/ui";

export const interfacesPanes: Panes = {
  "/interfaceconfig": () => import(/* webpackChunkName: "interfaces" */ "../system/interfaceconfig/screen.tsx"),
  "/interfaceConfigList": () => import(/* webpackChunkName: "interfaces" */ "../system/interfaceConfigList/screen.tsx"),
};
