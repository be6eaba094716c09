import type { Panes } from "@liantai/ui";

export const filesPanes: Panes = {
  "/filedownload": () => import(/* webpackChunkName: "files" */ "../system/filedownload/screen.tsx"),
  "/recordingpackagedownload": () =>
    import(/* webpackChunkName: "files" */ "../system/recordingpackagedownload/screen.tsx"),
};
