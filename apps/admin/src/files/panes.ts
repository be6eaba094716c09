import { filesTabs } from "@liantai/api/contract/admin";
import { panesOf } from "@liantai/ui";

export const filesPanes = panesOf(
  filesTabs,
  (screen) => import(/* webpackMode: "lazy-once", webpackChunkName: "files" */ `./${screen}/screen.tsx`),
);
