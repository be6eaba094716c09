import { enterprisesTabs } from "@liantai/api/contract/admin";
import { panesOf } from "@liantai/ui";

export const enterprisesPanes = panesOf(
  enterprisesTabs,
  (screen) => import(/* webpackMode: "lazy-once", webpackChunkName: "enterprises" */ `./${screen}/screen.tsx`),
);
