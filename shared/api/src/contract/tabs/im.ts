import { row, type TabRow } from "./row.ts";

/** screens.md, "im". */
export const imTabs: readonly TabRow[] = [
  row("im", "im", "/chateditor", "在线会话", "SM"),
  row("im", "im", "/agentchatlist", "坐席聊天", "ASM"),
  row("im", "im", "/visitorInfo", "访客信息", "ASM"),
  row("im", "im", "/accessmode", "接入方式", "A"),
  row("im", "im", "/businessConf", "业务配置", "A"),
  row("im", "im", "/customerSeat", "客服坐席", "A"),
  row("im", "im", "/imSkillGroup", "IM技能组", "A"),
  row("im", "im", "/agentwhitelist", "白名单", "A"),
  row("im", "im", "/agentblacklist", "黑名单", "A"),
  row("im", "im", "/imHistoryMassage", "历史消息", "AM"),
  row("im", "im", "/imHistoryDown", "历史消息下载", "AM"),
  row("im", "im", "/skillcontrol", "IM技能组监控", "AM"),
  row("im", "im", "/overallmonitor", "整体监控", "AM"),
  row("im", "im", "/wechatauthorizer", "公众号授权", "A"),
  row("im", "im", "/wechatthirdparty", "微信第三方平台", "O"),
  row("im", "im", "/weser", "企业微信客服", "A"),
  row("im", "im", "/conversationstatistics", "会话统计", "AM"),
  row("im", "im", "/workstatistics", "IM工作统计", "AM"),
  row("im", "im", "/workqualitystatistics", "IM工作质量统计", "AM"),
  row("im", "im", "/groupsessionstatistics", "技能组会话统计", "AM"),
  row("im", "im", "/suppliermanage", "供应商管理", "O"),
  row("im", "im", "/supplierrobotmanage", "供应商机器人", "A"),
];
