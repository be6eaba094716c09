import type { Panes } from "@liantai/ui";

export const groupsPanes: Panes = {
  "/skillgroup": () => import(/* webpackChunkName: "groups" */ "./skillgroup/screen.tsx"),
  "/allotskill": () => import(/* webpackChunkName: "groups" */ "./allotskill/screen.tsx"),
  "/dispatchqueue": () => import(/* webpackChunkName: "groups" */ "./dispatchqueue/screen.tsx"),
  "/dispatchQueueallotskill": () => import(/* webpackChunkName: "groups" */ "./dispatchQueueallotskill/screen.tsx"),
};
