import { followUpsTabs } from "@liantai/api/contract/workorder";
import { panesOf } from "@liantai/ui";

export const followUpsPanes = panesOf(
  followUpsTabs,
  (screen) => import(/* webpackMode: "lazy-once", webpackChunkName: "follow-ups" */ `./${screen}/screen.tsx`),
);
