import type { Panes } from "@liantai/ui";

export const numbersPanes: Panes = {
  "/dnis": () => import(/* webpackChunkName: "numbers" */ "../call-centre/dnis/screen.tsx"),
  "/setDnis": () => import(/* webpackChunkName: "numbers" */ "../call-centre/setDnis/screen.tsx"),
  "/allocationDnis": () => import(/* webpackChunkName: "numbers" */ "../call-centre/allocationDnis/screen.tsx"),
  "/timeRule": () => import(/* webpackChunkName: "numbers" */ "../call-centre/timeRule/screen.tsx"),
};
