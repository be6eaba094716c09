import { versionsTabs } from "@liantai/api/contract/admin";
import { panesOf } from "@liantai/ui";

export const versionsPanes = panesOf(
  versionsTabs,
  (screen) => import(/* webpackMode: "lazy-once", webpackChunkName: "versions" */ `./${screen}/screen.tsx`),
);
