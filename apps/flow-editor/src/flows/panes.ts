import { flowsTabs } from "@liantai/api/contract/flow-editor";
import { panesOf } from "@liantai/ui";

export const flowsPanes = panesOf(
  flowsTabs,
  (screen) => import(/* webpackMode: "lazy-once", webpackChunkName: "flows" */ `./${screen}/screen.tsx`),
);
