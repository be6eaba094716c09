import { trunksTabs } from "@liantai/api/contract/admin";
import { panesOf } from "@liantai/ui";

export const trunksPanes = panesOf(
  trunksTabs,
  (screen) => import(/* webpackMode: "lazy-once", webpackChunkName: "trunks" */ `./${screen}/screen.tsx`),
);
