import { operationWords } from "./admin.ts";
import { allButtons, allEndpoints, allTabs, areas, logWords } from "./all.ts";
import { buttonsOf, defineArea } from "./area.ts";
import { rowsOf } from "./tab-row.ts";
import { tabs } from "./tabs.ts";

/**
 * The 181 routes of the specification (screens.md) by hand: app, route, title, who; {multis} where it carries a parameter. Monitors have
 * rooms and members of meetings as agents do (decision 050).
 */
const specified = `
shell-nav /login 登录 ASM
shell-nav /admin/login 运营登录 O
shell-nav /pwdoverdue 修改密码 ASM
shell-nav / 工作台 OASM
shell-nav /helpfiles 帮助文档 OASM
admin /enterprisehomepage 企业首页 A
admin /seathomepage 坐席首页 SM
admin /seatrole 坐席角色 A
admin /role/setrolemenu 角色授权 OA
admin /menulist 菜单管理 O
admin /role/operate 运营角色 O
admin /operateaccount 运营账号 O
admin /operationunits 运营单位 O
admin /enterprise 企业管理 O
admin /enterpriseadmin 企业管理员 O
admin /rechargeenterprise 企业充值 O
admin /rechargerecord 充值记录 OA
admin /useraccount 用户账号 A
admin /syncmenu 菜单同步 O
admin /callrecord 通话记录 ASM
admin /callrecord/detail 通话详情 ASM {multis}
admin /seats 坐席管理 A
admin /seatsgroup 坐席组 A
admin /allotMember 分配成员 A
admin /extension 分机管理 OA
admin /dnis 接入号码 OA
admin /setDnis 接入号设置 A
admin /allocationDnis 接入号分配 OA
admin /skillgroup 技能组 A
admin /allotskill 技能组坐席 A
admin /queuelist 排队列表 AM
admin /callbarringlist 呼叫限制列表 A
admin /callBarring 呼叫限制 A
admin /voicemanage 语音管理 A
admin /skillgroupmonitor 技能组监控 AM
admin /realtimemonitoring 实时监控 AM
admin /dispatchqueue 调度队列 A
admin /dispatchQueueallotskill 调度队列技能组 A
admin /conferenceroom 会议室 ASM
admin /meetingmember 会议成员 ASM
admin /meetingstatistical 会议统计 A
admin /timeRule 时间规则 A
admin /routernode 路由节点 O
admin /routernodegroup 路由节点组 O
admin /routercmbd 路由配置 O
admin /routercalout 外呼路由 OA
admin /seatcustomstatus 自定义状态 A
admin /allocationSeatCustomstatus 分配自定义状态 A
admin /seatcustomstatusrestrictions 自定义状态限制 A
admin /seatstatusdetail 坐席状态明细 AM
admin /ivrdial IVR外呼 A
admin /ivrdialnumberdetail IVR外呼号码明细 A {multis}
admin /autodial 自动外呼 A
admin /autodialnumberdetail 自动外呼号码明细 A {multis}
admin /previewoutbound 预览外呼 A
admin /previewoutboundnumberdetail 预览外呼号码明细 A {multis}
admin /seatpreviewtask 坐席预览任务 S
admin /seattask 坐席任务 S
admin /intelligentdial 智能外呼 A
admin /intelligentdialnumberdetail 智能外呼号码明细 A {multis}
admin /ivrnumber IVR号码 A
admin /voicenotification 语音通知 A
admin /voicenotice 语音通知模板 A
admin /voicenotificationmonitor 语音通知监控 A
admin /smstemplates 短信模板审核 O
admin /smsTemplatesList 短信模板 A
admin /masstexting 短信群发 A
admin /sendrecord 发送记录 A
admin /smsauthentication 短信认证 O
admin /mobnic 短信网关 O
admin /allocationmobnic 短信网关分配 O
admin /emailboxserver 邮箱服务器 A
admin /emailinotification 邮件通知 AS
admin /emailmodulelist 邮件模板列表 A
admin /emailmodule 邮件模板 A
admin /qualitymonitor 质检监控 AM
admin /headmanmonitor 组长监控 M
admin /rule 评分规则 A
admin /ruleset 规则集 A
admin /seatviolationstatistics 坐席违规统计 AM
admin /satisfaction 满意度配置 A
admin /satisfactionstatistics 满意度统计 AM
admin /satisfactiondetail 满意度明细 AM
admin /questionnairelist 问卷列表 A
admin /editorquestionnaire 问卷编辑 A {multis?}
admin /questionnairerecord 问卷记录 A
admin /questionnairestatis 问卷统计 A
admin /doublecallrecord 双呼记录 A
admin /systemblack 系统黑名单 O
admin /enterpriseblack 企业黑名单 A
admin /dictionarie 数据字典 OA
admin /cascademanage 级联管理 A
admin /loginlog 登录日志 OA
admin /operatelog 操作日志 OA
admin /interfaceconfig 接口配置 A
admin /interfaceConfigList 接口列表 A
admin /filedownload 文件下载 ASM
admin /recordingpackagedownload 录音打包下载 A
admin /agentcallstatistics 坐席通话统计 AM
admin /agentworkloadstatistics 坐席工作量统计 AM
admin /enterprisecallstatistics 企业通话统计 OA
admin /skillgroupcallstatistics 技能组通话统计 AM
admin /ivrcallstatistics IVR通话统计 A
admin /ivrkeystatistics IVR按键统计 A
admin /autocallstatistics 自动外呼统计 A
admin /robotworkstatistics 机器人工作统计 A
admin /intelligentcallstatistics 智能外呼统计 A
admin /intentionlevelstatistics 意向等级统计 A
admin /enterpriseconsumptionstatistics 企业消费统计 OA
admin /flowknowledgestatistics 流程知识统计 A
admin /workorderstatis 工单统计 A
admin /workordercirculationstatistics 工单流转统计 A
admin /doublecallstatistics 双呼统计 A
admin /workstatusstatistics 工作状态统计 AM
admin /incallanswerstatistics 呼入接听统计 AM
admin /workorderwordefficiencystatistics 工单工作效率统计 A
admin /dhvolumestatistics 话务量统计 A
admin /employeperfstatistic 员工绩效统计 A
workorder /customerinformation 客户信息 ASM
workorder /workorderinformation 工单信息 ASM
workorder /robotworkorderinformation 机器人工单 ASM
workorder /robotcustomerinformation 机器人客户 ASM
workorder /taskinformation 任务信息 ASM
workorder /intellectleveinfo 智能意向信息 ASM
workorder /relationWorkorder 关联工单 ASM
workorder /screenPopup 来电弹屏 SM {multis?}
workorder /callScreen 通话弹屏 SM
workorder /formmanage 表单管理 A
workorder /addresslist 通讯录 ASM
workorder /followuplist 回访列表 AS
workorder /workorderflow 工单流程 A
workorder /workordernode 工单节点 A
workorder /flownodeconfig 流程节点配置 A
workorder /reservationmanage 预约管理 ASM
workorder /planreminder 计划提醒 ASM
workorder /announcement 公告管理 ASM
workorder /page 通用页面 OASM {multis}
workorder /largescreenmonitor 大屏监控 AM
flow-editor /processconfig 流程配置 A
flow-editor /knownnav 流程编辑 A
flow-editor /satisfaction/knownnav 满意度流程 A
flow-editor /robotmanage 机器人管理 O
flow-editor /robotList 机器人列表 A
flow-editor /robotmonitor 机器人监控 AM
flow-editor /robotlearning 机器人学习 A
flow-editor /enginemanage 引擎管理 O
flow-editor /allocationEngine 引擎分配 O
flow-editor /regular 正则管理 A
flow-editor /knowledgebaseclassify 知识库分类 A
knowledge /knowledgesearch 知识搜索 ASM
knowledge /knowledgesearchresult 搜索结果 ASM
knowledge /knowledgebrowse 知识浏览 ASM
knowledge /knowledgemanagement 知识管理 A
knowledge /knowledgetemplate 知识模板 A
knowledge /allocationTemplate 模板分配 A
knowledge /knowledgelog 知识日志 A
knowledge /knowledgesearchstatistics 知识搜索统计 A
knowledge /knowledgefeedback 知识反馈处理 A
knowledge /roletypeknowledge 知识窗口 SM
im /chateditor 在线会话 SM
im /agentchatlist 坐席聊天 ASM
im /visitorInfo 访客信息 ASM
im /accessmode 接入方式 A
im /businessConf 业务配置 A
im /customerSeat 客服坐席 A
im /imSkillGroup IM技能组 A
im /agentwhitelist 白名单 A
im /agentblacklist 黑名单 A
im /imHistoryMassage 历史消息 AM
im /imHistoryDown 历史消息下载 AM
im /skillcontrol IM技能组监控 AM
im /overallmonitor 整体监控 AM
im /wechatauthorizer 公众号授权 A
im /wechatthirdparty 微信第三方平台 O
im /weser 企业微信客服 A
im /conversationstatistics 会话统计 AM
im /workstatistics IM工作统计 AM
im /workqualitystatistics IM工作质量统计 AM
im /groupsessionstatistics 技能组会话统计 AM
im /suppliermanage 供应商管理 O
im /supplierrobotmanage 供应商机器人 A
`;

/** Screens of our own. */
const ours = `
admin /suspendtarget 挂起转目标 A
admin /appversion 版本管理 O
`;

/** A parameter that stands in no path (console.md section 2, notification-opened tabs) is tested where it is kept (workspace.test.ts). */
const multis = { none: "", state: "", optional: " {multis?}", required: " {multis}" } as const;
const line = ({ app, path, title, who, param }: (typeof allTabs)[number]) =>
  `${app} ${path} ${title} ${who.join("")}${multis[param]}`;

test("every route of the specification has its row, whether its area is made or planned, and there are no others", () => {
  const [rows, own] = [specified, ours].map((list) => list.trim().split("\n"));
  expect(rows).toHaveLength(181);
  expect(allTabs.map(line).toSorted()).toEqual([...rows!, ...own!].toSorted());
});

test("the page knows the rows of the areas and none that is only planned", () => {
  expect(tabs).toEqual(expect.arrayContaining(areas.flatMap((area) => [...area.tabs])));
  expect(tabs).toHaveLength(areas.flatMap((area) => area.tabs).length);
  expect(tabs.filter((tab) => !tab.ready)).toEqual([]);
});

test("every button that a permission names stands on a page, once", () => {
  const codes = Object.values(allButtons).flatMap((buttons) => buttons.map(({ code }) => code));
  expect(new Set(codes).size).toBe(codes.length);
  const named = allEndpoints.flatMap(({ permission }) =>
    permission.kind === "roles" && permission.button ? [permission.button].flat() : [],
  );
  expect(named.filter((code) => !codes.includes(code))).toEqual([]);
});

const tab = rowsOf("admin", "system")("/parcels", "包裹", "A");
const button = { code: "parcel.add", name: "新增", who: ["A"] } as const;

test("a manifest with buttons of a page that is not its own is refused, and so is a code that two areas use", () => {
  expect(() => defineArea(() => ({ tabs: [tab], resources: [], buttons: { "/seats": [button] } }))).toThrow("/seats");
  const area = defineArea(() => ({ tabs: [tab], resources: [], buttons: { "/parcels": [button] } }));
  expect(() => buttonsOf([area, area])).toThrow("parcel.add");
});

test("操作日志 offers the words of every area, those of another app's screens too", () => {
  expect(operationWords).toEqual(logWords);
  expect(operationWords.objects).toMatchObject({ formRecord: "表单数据", workFlow: "工单流程", reservation: "预约" });
});
