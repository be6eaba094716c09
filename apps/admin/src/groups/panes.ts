import { groupsTabs } from "@liantai/api/contract/admin";
import { panesOf } from "@liantai/ui";

export const groupsPanes = panesOf(
  groupsTabs,
  (screen) => import(/* webpackMode: "lazy-once", webpackChunkName: "groups" */ `./${screen}/screen.tsx`),
);
