import { ordersTabs } from "@liantai/api/contract/workorder";
import { panesOf } from "@liantai/ui";

export const ordersPanes = panesOf(
  ordersTabs,
  (screen) => import(/* webpackMode: "lazy-once", webpackChunkName: "orders" */ `./${screen}/screen.tsx`),
);
