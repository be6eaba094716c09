import { limitsTabs } from "@liantai/api/contract/admin";
import { panesOf } from "@liantai/ui";

export const limitsPanes = panesOf(
  limitsTabs,
  (screen) => import(/* webpackMode: "lazy-once", webpackChunkName: "limits" */ `./${screen}/screen.tsx`),
);
