import type { Panes } from "@liantai/ui";

export const numbersPanes: Panes = {
  "/dnis": () => import(/* webpackChunkName: "numbers" */ "./dnis/screen.tsx"),
  "/setDnis": () => import(/* webpackChunkName: "numbers" */ "./setDnis/screen.tsx"),
  "/allocationDnis": () => import(/* webpackChunkName: "numbers" */ "./allocationDnis/screen.tsx"),
  "/timeRule": () => import(/* webpackChunkName: "numbers" */ "./timeRule/screen.tsx"),
};
