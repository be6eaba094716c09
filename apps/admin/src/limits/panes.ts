import type { Panes } from "@liantai/ui";

export const limitsPanes: Panes = {
  "/callbarringlist": () => import(/* webpackChunkName: "limits" */ "./callbarringlist/screen.tsx"),
  "/callBarring": () => import(/* webpackChunkName: "limits" */ "./callBarring/screen.tsx"),
};
