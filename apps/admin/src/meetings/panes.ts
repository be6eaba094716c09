import { meetingsTabs } from "@liantai/api/contract/admin";
import { panesOf } from "@liantai/ui";

export const meetingsPanes = panesOf(
  meetingsTabs,
  (screen) => import(/* webpackMode: "lazy-once", webpackChunkName: "meetings" */ `./${screen}/screen.tsx`),
);
