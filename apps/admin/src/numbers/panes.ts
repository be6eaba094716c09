import { numbersTabs } from "@liantai/api/contract/admin";
import { panesOf } from "@liantai/ui";

export const numbersPanes = panesOf(
  numbersTabs,
  (screen) => import(/* webpackMode: "lazy-once", webpackChunkName: "numbers" */ `./${screen}/screen.tsx`),
);
