import { customerFormsTabs } from "@liantai/api/contract/workorder";
import { panesOf } from "@liantai/ui";

export const customerFormsPanes = panesOf(
  customerFormsTabs,
  (screen) => import(/* webpackMode: "lazy-once", webpackChunkName: "customer-forms" */ `./${screen}/screen.tsx`),
);
