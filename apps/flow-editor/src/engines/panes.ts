import { enginesTabs } from "@liantai/api/contract/flow-editor";
import { panesOf } from "@liantai/ui";

export const enginesPanes = panesOf(
  enginesTabs,
  (screen) => import(/* webpackMode: "lazy-once", webpackChunkName: "engines" */ `./${screen}/screen.tsx`),
);
