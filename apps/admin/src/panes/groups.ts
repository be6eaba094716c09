import type { Panes } from "@liantai/ui";

export const groupsPanes: Panes = {
  "/skillgroup": () => import(/* webpackChunkName: "groups" */ "../call-centre/skillgroup/screen.tsx"),
  "/allotskill": () => import(/* webpackChunkName: "groups" */ "../call-centre/allotskill/screen.tsx"),
  "/dispatchqueue": () => import(/* webpackChunkName: "groups" */ "../call-centre/dispatchqueue/screen.tsx"),
  "/dispatchQueueallotskill": () =>
    import(/* webpackChunkName: "groups" */ "../call-centre/dispatchQueueallotskill/screen.tsx"),
};
