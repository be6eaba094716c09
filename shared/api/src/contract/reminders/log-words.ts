/** What the operation log says of reservations, plans and announcements: 操作日志 offers it without the rest of the area. */
import type { LogWords } from "../area.ts";

export const reminderWords: LogWords = {
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
};
