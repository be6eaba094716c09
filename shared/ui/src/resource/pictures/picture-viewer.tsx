import { requestHost } from "@liantai/api/client";
import { report } from "@liantai/ui";
import { useEffect, useState, type ComponentType } from "react";
import type { PictureViewerProps } from "./pictures.ts";

const load = () => import(/* webpackChunkName: "picture-viewer" */ "./viewer.tsx");

/** Shows pictures over the tab (protocol F110): a chunk of its own, loaded when the first is opened. */
export function PictureViewer(props: PictureViewerProps) {
  const { onClose } = props;
  const [Viewer, setViewer] = useState<ComponentType<PictureViewerProps>>();
  const [close] = useState(() => onClose);
  useEffect(() => {
    let left = false;
    load().then(
      (loaded) => left || setViewer(() => loaded.Viewer),
      (error: unknown) => {
        if (left) return;
        report(error, "图片加载失败");
        requestHost().onFailure({ text: "加载失败", level: "error", action: "none" });
        close();
      },
    );
    return () => {
      left = true;
    };
  }, [close]);
  return Viewer ? <Viewer {...props} /> : null;
}
