import { interfacesTabs } from "@liantai/api/contract/admin";
import { panesOf } from "@liantai/ui";

export const interfacesPanes = panesOf(
  interfacesTabs,
  (screen) => import(/* webpackMode: "lazy-once", webpackChunkName: "interfaces" */ `./${screen}/screen.tsx`),
);
