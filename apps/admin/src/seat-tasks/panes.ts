import { tasksTabs } from "@liantai/api/contract/admin";
import { panesOf } from "@liantai/ui";

export const seatTaskPanes = panesOf(
  tasksTabs,
  (screen) => import(/* webpackMode: "lazy-once", webpackChunkName: "seat-tasks" */ `./${screen}/screen.tsx`),
);
