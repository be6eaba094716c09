import { row, type TabRow } from "./row.ts";

/** screens.md, "admin: dialling". */
export const adminDiallingTabs: readonly TabRow[] = [
  row("admin", "dialling", "/ivrdial", "IVR外呼", "A"),
  row("admin", "dialling", "/ivrdialnumberdetail", "IVR外呼号码明细", "A", "required"),
  row("admin", "dialling", "/autodial", "自动外呼", "A"),
  row("admin", "dialling", "/autodialnumberdetail", "自动外呼号码明细", "A", "required"),
  row("admin", "dialling", "/previewoutbound", "预览外呼", "A"),
  row("admin", "dialling", "/previewoutboundnumberdetail", "预览外呼号码明细", "A", "required"),
  row("admin", "dialling", "/seatpreviewtask", "坐席预览任务", "S"),
  row("admin", "dialling", "/seattask", "坐席任务", "S"),
  row("admin", "dialling", "/intelligentdial", "智能外呼", "A"),
  row("admin", "dialling", "/intelligentdialnumberdetail", "智能外呼号码明细", "A", "required"),
  row("admin", "dialling", "/ivrnumber", "IVR号码", "A"),
  row("admin", "dialling", "/voicenotification", "语音通知", "A"),
  row("admin", "dialling", "/voicenotice", "语音通知模板", "A"),
  row("admin", "dialling", "/voicenotificationmonitor", "语音通知监控", "A"),
];
