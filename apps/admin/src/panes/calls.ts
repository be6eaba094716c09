import type { Panes } from "@liantai/ui";

export const callsPanes: Panes = {
  "/callrecord": () => import(/* webpackChunkName: "call-centre" */ "../call-centre/callrecord/screen.tsx"),
  "/callrecord/detail": () =>
    import(/* webpackChunkName: "call-centre" */ "../call-centre/callrecord-detail/screen.tsx"),
};
