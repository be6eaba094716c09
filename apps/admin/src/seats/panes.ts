import { seatsTabs } from "@liantai/api/contract/admin";
import { panesOf } from "@liantai/ui";

export const seatsPanes = panesOf(
  seatsTabs,
  (screen) => import(/* webpackMode: "lazy-once", webpackChunkName: "seats" */ `./${screen}/screen.tsx`),
);
