import { accessTabs } from "@liantai/api/contract/admin";
import { panesOf } from "@liantai/ui";

export const accessPanes = panesOf(
  accessTabs,
  (screen) => import(/* webpackMode: "lazy-once", webpackChunkName: "access" */ `./${screen}/screen.tsx`),
);
