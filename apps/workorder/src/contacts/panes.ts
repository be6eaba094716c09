import { contactsTabs } from "@liantai/api/contract/workorder";
import { panesOf } from "@liantai/ui";

export const contactsPanes = panesOf(
  contactsTabs,
  (screen) => import(/* webpackMode: "lazy-once", webpackChunkName: "contacts" */ `./${screen}/screen.tsx`),
);
