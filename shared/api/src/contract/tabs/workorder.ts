import { row, type TabRow } from "./row.ts";

/** screens.md, "workorder". */
export const workorderTabs: readonly TabRow[] = [
  row("workorder", "workorder", "/customerinformation", "客户信息", "ASM"),
  row("workorder", "workorder", "/workorderinformation", "工单信息", "ASM"),
  row("workorder", "workorder", "/robotworkorderinformation", "机器人工单", "ASM"),
  row("workorder", "workorder", "/robotcustomerinformation", "机器人客户", "ASM"),
  row("workorder", "workorder", "/taskinformation", "任务信息", "ASM"),
  row("workorder", "workorder", "/intellectleveinfo", "智能意向信息", "ASM"),
  row("workorder", "workorder", "/relationWorkorder", "关联工单", "ASM"),
  row("workorder", "workorder", "/screenPopup", "来电弹屏", "SM", "optional"),
  row("workorder", "workorder", "/callScreen", "通话弹屏", "SM"),
  row("workorder", "workorder", "/formmanage", "表单管理", "A"),
  row("workorder", "workorder", "/addresslist", "通讯录", "ASM"),
  row("workorder", "workorder", "/followuplist", "回访列表", "AS"),
  row("workorder", "workorder", "/workorderflow", "工单流程", "A"),
  row("workorder", "workorder", "/workordernode", "工单节点", "A"),
  row("workorder", "workorder", "/flownodeconfig", "流程节点配置", "A"),
  row("workorder", "workorder", "/reservationmanage", "预约管理", "ASM"),
  row("workorder", "workorder", "/planreminder", "计划提醒", "ASM"),
  row("workorder", "workorder", "/announcement", "公告管理", "ASM"),
  row("workorder", "workorder", "/page", "通用页面", "OASM", "required"),
  row("workorder", "workorder", "/largescreenmonitor", "大屏监控", "AM"),
];
