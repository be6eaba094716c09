import { robotsTabs } from "@liantai/api/contract/flow-editor";
import { panesOf } from "@liantai/ui";

export const robotsPanes = panesOf(
  robotsTabs,
  (screen) => import(/* webpackMode: "lazy-once", webpackChunkName: "robots" */ `./${screen}/screen.tsx`),
);
