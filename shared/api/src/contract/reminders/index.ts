/** Area 'reminders': 预约管理, 计划提醒 and 公告管理. */
import { defineArea } from "../area.ts";
import { crudButtons } from "../buttons.ts";
import { rowsOf } from "../tab-row.ts";
import { noticeApi } from "./announcements.ts";
import { plansApi } from "./plans.ts";
import { reminderApi } from "./reminders.ts";
import { subscribesApi } from "./reservations.ts";
import { reminderWords } from "./log-words.ts";

export * from "./announcements.ts";
export * from "./plans.ts";
export * from "./reminders.ts";
export * from "./reservations.ts";

const row = rowsOf("workorder", "workorder");
const kept = { param: "state" } as const;

export const remindersTabs = [
  row("/reservationmanage", "预约管理", "ASM", kept),
  row("/planreminder", "计划提醒", "ASM", kept),
  row("/announcement", "公告管理", "ASM", kept),
];

const people = ["A", "S", "M"] as const;
const writers = ["A", "M"] as const;

export const remindersArea = /* #__PURE__ */ defineArea(() => ({
  tabs: remindersTabs,
  resources: [subscribesApi, plansApi, noticeApi, reminderApi],
  buttons: {
    "/reservationmanage": crudButtons("subscribes", people),
    "/planreminder": crudButtons("plans", people),
    "/announcement": [
      ...crudButtons("notice", writers),
      { code: "notice.publish", name: "发布", who: writers },
      { code: "notice.withdraw", name: "撤回", who: writers },
    ],
  },
  logWords: reminderWords,
}));
