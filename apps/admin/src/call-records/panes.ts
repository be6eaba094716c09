import type { Panes } from "@liantai/ui";

export const callRecordsPanes: Panes = {
  "/callrecord": () => import(/* webpackChunkName: "call-records" */ "./callrecord/screen.tsx"),
  "/callrecord/detail": () => import(/* webpackChunkName: "call-records" */ "./callrecord-detail/screen.tsx"),
};
