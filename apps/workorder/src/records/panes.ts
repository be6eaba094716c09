import { recordsTabs } from "@liantai/api/contract/workorder";
import { panesOf } from "@liantai/ui";

export const recordsPanes = panesOf(
  recordsTabs,
  (screen) => import(/* webpackMode: "lazy-once", webpackChunkName: "records" */ `./${screen}/screen.tsx`),
);
