/** Area 'reminders': 预约管理, 计划提醒 and 公告管理. */
import { defineArea } from "../area.ts";
import { crudButtons } from "../buttons.ts";
import { rowsOf } from "../tab-row.ts";
import { noticeApi } from "./announcements.ts";
import { plansApi } from "./plans.ts";
import { reminderApi } from "./reminders.ts";
import { subscribesApi } from "./reservations.ts";

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
  logWords: {
    objects: { reservation: "预约", plan: "计划", announcement: "公告" },
    actions: {
      finishReservation: "处理预约",
      publishNotice: "发布公告",
      withdrawNotice: "撤回公告",
      dialReference: "点击呼叫",
    },
    fields: {
      "reservation.customerName": "客户姓名",
      "reservation.phone": "预约号码",
      "reservation.des": "预约事项",
      "reservation.remarks": "备注",
      "reservation.subTime": "预约时间",
      "reservation.floatDuration": "提醒显示时长（秒）",
      "plan.des": "计划内容",
      "plan.remarks": "备注",
      "plan.planTime": "计划时间",
      "plan.repeat": "重复",
      "plan.minutesBefore": "提前提醒（分钟）",
      "plan.nextTime": "下次时间",
      "announcement.des": "公告标题",
      "announcement.remarks": "公告内容",
      "announcement.mustRead": "必读",
      "announcement.everyone": "发布给所有人",
      "announcement.roleIds": "角色",
      "announcement.groupIds": "坐席组",
      "announcement.agentIds": "坐席",
    },
  },
}));
