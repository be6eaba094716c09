import { settingsTabs } from "@liantai/api/contract/admin";
import { panesOf } from "@liantai/ui";

export const settingsPanes = panesOf(
  settingsTabs,
  (screen) => import(/* webpackMode: "lazy-once", webpackChunkName: "settings" */ `./${screen}/screen.tsx`),
);
