/**
 * Rows of screens.md whose area is still to come: no screen, no menu entry, and the page does not load them. A row moves into its area's
 * manifest when the area is made.
 */
import { rowsOf, type TabRow } from "./tab-row.ts";

const later = (rows: readonly TabRow[]): readonly TabRow[] => rows.map((row) => ({ ...row, ready: false }));

const dialling = rowsOf("admin", "dialling");
const messaging = rowsOf("admin", "messaging");
const qualityAndSurveys = rowsOf("admin", "quality-and-surveys");
const statistics = rowsOf("admin", "statistics");
const workorder = rowsOf("workorder", "workorder");
const knowledge = rowsOf("knowledge", "knowledge");
const im = rowsOf("im", "im");

export const plannedTabs: readonly TabRow[] = later([
  dialling("/voicenotice", "语音通知模板", "A"),
  messaging("/smstemplates", "短信模板审核", "O"),
  messaging("/smsTemplatesList", "短信模板", "A"),
  messaging("/masstexting", "短信群发", "A"),
  messaging("/sendrecord", "发送记录", "A"),
  messaging("/smsauthentication", "短信认证", "O"),
  messaging("/mobnic", "短信网关", "O"),
  messaging("/allocationmobnic", "短信网关分配", "O"),
  messaging("/emailboxserver", "邮箱服务器", "A"),
  messaging("/emailinotification", "邮件通知", "AS"),
  messaging("/emailmodulelist", "邮件模板列表", "A"),
  messaging("/emailmodule", "邮件模板", "A"),
  qualityAndSurveys("/qualitymonitor", "质检监控", "AM"),
  qualityAndSurveys("/rule", "评分规则", "A"),
  qualityAndSurveys("/ruleset", "规则集", "A"),
  qualityAndSurveys("/seatviolationstatistics", "坐席违规统计", "AM"),
  qualityAndSurveys("/satisfaction", "满意度配置", "A"),
  qualityAndSurveys("/satisfactionstatistics", "满意度统计", "AM"),
  qualityAndSurveys("/satisfactiondetail", "满意度明细", "AM"),
  qualityAndSurveys("/questionnairelist", "问卷列表", "A"),
  qualityAndSurveys("/editorquestionnaire", "问卷编辑", "A", { param: "optional" }),
  qualityAndSurveys("/questionnairerecord", "问卷记录", "A"),
  qualityAndSurveys("/questionnairestatis", "问卷统计", "A"),
  statistics("/agentcallstatistics", "坐席通话统计", "AM"),
  statistics("/agentworkloadstatistics", "坐席工作量统计", "AM"),
  statistics("/enterprisecallstatistics", "企业通话统计", "OA"),
  statistics("/skillgroupcallstatistics", "技能组通话统计", "AM"),
  statistics("/ivrcallstatistics", "IVR通话统计", "A"),
  statistics("/ivrkeystatistics", "IVR按键统计", "A"),
  statistics("/autocallstatistics", "自动外呼统计", "A"),
  statistics("/robotworkstatistics", "机器人工作统计", "A"),
  statistics("/intelligentcallstatistics", "智能外呼统计", "A"),
  statistics("/intentionlevelstatistics", "意向等级统计", "A"),
  statistics("/enterpriseconsumptionstatistics", "企业消费统计", "OA"),
  statistics("/flowknowledgestatistics", "流程知识统计", "A"),
  statistics("/workorderstatis", "工单统计", "A"),
  statistics("/workordercirculationstatistics", "工单流转统计", "A"),
  statistics("/doublecallstatistics", "双呼统计", "A"),
  statistics("/workstatusstatistics", "工作状态统计", "AM"),
  statistics("/incallanswerstatistics", "呼入接听统计", "AM"),
  statistics("/workorderwordefficiencystatistics", "工单工作效率统计", "A"),
  statistics("/dhvolumestatistics", "话务量统计", "A"),
  statistics("/employeperfstatistic", "员工绩效统计", "A"),
  workorder("/largescreenmonitor", "大屏监控", "AM"),
  knowledge("/knowledgesearch", "知识搜索", "ASM"),
  knowledge("/knowledgesearchresult", "搜索结果", "ASM"),
  knowledge("/knowledgebrowse", "知识浏览", "ASM"),
  knowledge("/knowledgemanagement", "知识管理", "A"),
  knowledge("/knowledgetemplate", "知识模板", "A"),
  knowledge("/allocationTemplate", "模板分配", "A"),
  knowledge("/knowledgelog", "知识日志", "A"),
  knowledge("/knowledgesearchstatistics", "知识搜索统计", "A"),
  knowledge("/knowledgefeedback", "知识反馈处理", "A"),
  knowledge("/roletypeknowledge", "知识窗口", "SM"),
  im("/chateditor", "在线会话", "SM"),
  im("/agentchatlist", "坐席聊天", "ASM"),
  im("/visitorInfo", "访客信息", "ASM"),
  im("/accessmode", "接入方式", "A"),
  im("/businessConf", "业务配置", "A"),
  im("/customerSeat", "客服坐席", "A"),
  im("/imSkillGroup", "IM技能组", "A"),
  im("/agentwhitelist", "白名单", "A"),
  im("/agentblacklist", "黑名单", "A"),
  im("/imHistoryMassage", "历史消息", "AM"),
  im("/imHistoryDown", "历史消息下载", "AM"),
  im("/skillcontrol", "IM技能组监控", "AM"),
  im("/overallmonitor", "整体监控", "AM"),
  im("/wechatauthorizer", "公众号授权", "A"),
  im("/wechatthirdparty", "微信第三方平台", "O"),
  im("/weser", "企业微信客服", "A"),
  im("/conversationstatistics", "会话统计", "AM"),
  im("/workstatistics", "IM工作统计", "AM"),
  im("/workqualitystatistics", "IM工作质量统计", "AM"),
  im("/groupsessionstatistics", "技能组会话统计", "AM"),
  im("/suppliermanage", "供应商管理", "O"),
  im("/supplierrobotmanage", "供应商机器人", "A"),
]);
