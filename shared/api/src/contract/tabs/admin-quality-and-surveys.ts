import { row, type TabRow } from "./row.ts";

/** screens.md, "admin: quality and surveys". */
export const adminQualityAndSurveysTabs: readonly TabRow[] = [
  row("admin", "quality-and-surveys", "/qualitymonitor", "质检监控", "AM"),
  row("admin", "quality-and-surveys", "/headmanmonitor", "组长监控", "M"),
  row("admin", "quality-and-surveys", "/rule", "评分规则", "A"),
  row("admin", "quality-and-surveys", "/ruleset", "规则集", "A"),
  row("admin", "quality-and-surveys", "/seatviolationstatistics", "坐席违规统计", "AM"),
  row("admin", "quality-and-surveys", "/satisfaction", "满意度配置", "A"),
  row("admin", "quality-and-surveys", "/satisfactionstatistics", "满意度统计", "AM"),
  row("admin", "quality-and-surveys", "/satisfactiondetail", "满意度明细", "AM"),
  row("admin", "quality-and-surveys", "/questionnairelist", "问卷列表", "A"),
  row("admin", "quality-and-surveys", "/editorquestionnaire", "问卷编辑", "A", "optional"),
  row("admin", "quality-and-surveys", "/questionnairerecord", "问卷记录", "A"),
  row("admin", "quality-and-surveys", "/questionnairestatis", "问卷统计", "A"),
  row("admin", "quality-and-surveys", "/doublecallrecord", "双呼记录", "A"),
];
