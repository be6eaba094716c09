import { popupsTabs } from "@liantai/api/contract/workorder";
import { panesOf } from "@liantai/ui";

export const popupsPanes = panesOf(
  popupsTabs,
  (screen) => import(/* webpackMode: "lazy-once", webpackChunkName: "popups" */ `./${screen}/screen.tsx`),
);
