import type { Panes } from "@liantai/ui";

export const blacklistsPanes: Panes = {
  "/systemblack": () => import(/* webpackChunkName: "blacklists" */ "./systemblack/screen.tsx"),
  "/enterpriseblack": () => import(/* webpackChunkName: "blacklists" */ "./enterpriseblack/screen.tsx"),
};
