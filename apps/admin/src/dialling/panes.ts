import { diallingTabs } from "@liantai/api/contract/admin";
import { panesOf } from "@liantai/ui";

export const diallingPanes = panesOf(
  diallingTabs,
  (screen) => import(/* webpackMode: "lazy-once", webpackChunkName: "dialling" */ `./${screen}/screen.tsx`),
);
