import { homeTabs } from "@liantai/api/contract/admin";
import { panesOf } from "@liantai/ui";

export const homePanes = panesOf(
  homeTabs,
  (screen) => import(/* webpackMode: "lazy-once", webpackChunkName: "home" */ `./${screen}/screen.tsx`),
);
