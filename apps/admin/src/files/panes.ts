import type { Panes } from "@liantai/ui";

export const filesPanes: Panes = {
  "/filedownload": () => import(/* webpackChunkName: "files" */ "./filedownload/screen.tsx"),
  "/recordingpackagedownload": () => import(/* webpackChunkName: "files" */ "./recordingpackagedownload/screen.tsx"),
};
