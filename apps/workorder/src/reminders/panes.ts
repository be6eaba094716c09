import { remindersTabs } from "@liantai/api/contract/workorder";
import { panesOf } from "@liantai/ui";

export const remindersPanes = panesOf(
  remindersTabs,
  (screen) => import(/* webpackMode: "lazy-once", webpackChunkName: "reminders" */ `./${screen}/screen.tsx`),
);
