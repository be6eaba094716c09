import { blacklistsTabs } from "@liantai/api/contract/admin";
import { panesOf } from "@liantai/ui";

export const blacklistsPanes = panesOf(
  blacklistsTabs,
  (screen) => import(/* webpackMode: "lazy-once", webpackChunkName: "blacklists" */ `./${screen}/screen.tsx`),
);
