import { queuesTabs } from "@liantai/api/contract/admin";
import { panesOf } from "@liantai/ui";

export const queuesPanes = panesOf(
  queuesTabs,
  (screen) => import(/* webpackMode: "lazy-once", webpackChunkName: "queues" */ `./${screen}/screen.tsx`),
);
