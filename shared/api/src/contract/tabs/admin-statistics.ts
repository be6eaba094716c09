import { row, type TabRow } from "./row.ts";

/** screens.md, "admin: statistics". */
export const adminStatisticsTabs: readonly TabRow[] = [
  row("admin", "statistics", "/agentcallstatistics", "坐席通话统计", "AM"),
  row("admin", "statistics", "/agentworkloadstatistics", "坐席工作量统计", "AM"),
  row("admin", "statistics", "/enterprisecallstatistics", "企业通话统计", "OA"),
  row("admin", "statistics", "/skillgroupcallstatistics", "技能组通话统计", "AM"),
  row("admin", "statistics", "/ivrcallstatistics", "IVR通话统计", "A"),
  row("admin", "statistics", "/ivrkeystatistics", "IVR按键统计", "A"),
  row("admin", "statistics", "/autocallstatistics", "自动外呼统计", "A"),
  row("admin", "statistics", "/robotworkstatistics", "机器人工作统计", "A"),
  row("admin", "statistics", "/intelligentcallstatistics", "智能外呼统计", "A"),
  row("admin", "statistics", "/intentionlevelstatistics", "意向等级统计", "A"),
  row("admin", "statistics", "/enterpriseconsumptionstatistics", "企业消费统计", "OA"),
  row("admin", "statistics", "/flowknowledgestatistics", "流程知识统计", "A"),
  row("admin", "statistics", "/workorderstatis", "工单统计", "A"),
  row("admin", "statistics", "/workordercirculationstatistics", "工单流转统计", "A"),
  row("admin", "statistics", "/doublecallstatistics", "双呼统计", "A"),
  row("admin", "statistics", "/workstatusstatistics", "工作状态统计", "AM"),
  row("admin", "statistics", "/incallanswerstatistics", "呼入接听统计", "AM"),
  row("admin", "statistics", "/workorderwordefficiencystatistics", "工单工作效率统计", "A"),
  row("admin", "statistics", "/dhvolumestatistics", "话务量统计", "A"),
  row("admin", "statistics", "/employeperfstatistic", "员工绩效统计", "A"),
];
