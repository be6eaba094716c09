import { monitorTabs } from "@liantai/api/contract/admin";
import { panesOf } from "@liantai/ui";

export const monitorPanes = panesOf(
  monitorTabs,
  (screen) => import(/* webpackMode: "lazy-once", webpackChunkName: "monitor" */ `./${screen}/screen.tsx`),
);
