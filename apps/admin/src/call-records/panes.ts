import { callRecordsTabs } from "@liantai/api/contract/admin";
import { panesOf } from "@liantai/ui";

export const callRecordsPanes = panesOf(
  callRecordsTabs,
  (screen) => import(/* webpackMode: "lazy-once", webpackChunkName: "call-records" */ `./${screen}/screen.tsx`),
);
