/** Rows of an enterprise, made over the wire: what its screens show beside the demonstration. */
import { dayMs, formatTime } from "@liantai/api/contract";
import {
  accessNumApi,
  agentGroupApi,
  blackListApi,
  callLimitApi,
  callNotifyLimitApi,
  cascadeApi,
  cdrExportApi,
  companyAccountApi,
  dictionarieApi,
  dispatchGroupApi,
  dispatchGroupMemberApi,
  extensionApi,
  interfaceConfigApi,
  loginLogApi,
  roleApi,
  routeOutApi,
  skillGroupApi,
  skillGroupMemberApi,
  timeRuleApi,
  voiceApi,
} from "@liantai/api/contract/admin";
import type { ApiSession } from "../api.ts";
import { orderRows, someOrders } from "./orders.ts";
import { remark, type Made } from "./parts.ts";

const everyDay = [
  {
    days: [1, 2, 3, 4, 5],
    ranges: [
      { from: "09:00", to: "12:00" },
      { from: "13:30", to: "18:00" },
    ],
  },
  { days: [6], ranges: [{ from: "10:00", to: "16:00" }] },
];
const nowhere = { kind: "none", id: "" };

/** Gives the skill group. */
async function groupRows(admin: ApiSession): Promise<Made> {
  await admin.post(roleApi.addDef.path, { name: "售后坐席", roleType: 2, remark });
  await admin.post(agentGroupApi.add.path, { name: "售后部", parentId: "", sort: 2, remark, monitorIds: ["1005"] });
  await admin.post(extensionApi.add.path, { from: "2001", to: "2005" });
  const after = await admin.post<Made>(skillGroupApi.add.path, {
    name: "售后组",
    enabled: 1,
    strategy: "level",
    queueLimit: 20,
    maxWaitS: 120,
    ringS: 20,
    wrapUpS: 30,
    serviceLevelS: 20,
    musicId: "",
    positionOn: 1,
    positionEveryS: 30,
    waitEveryS: 0,
    waitText: "",
    waitVoiceId: "",
    overflowFull: nowhere,
    overflowWait: nowhere,
    overflowAbsent: nowhere,
    remark,
  });
  await admin.post(skillGroupMemberApi.add.path, {
    skillGroupId: after.id,
    agentIds: ["1002", "1003"],
    level: 1,
    priority: 2,
  });
  const queue = await admin.post<Made>(dispatchGroupApi.add.path, {
    name: "综合队列",
    enabled: 1,
    maxWaitS: 180,
    overflowFull: nowhere,
    overflowWait: nowhere,
    overflowAbsent: nowhere,
    remark,
  });
  await admin.post(dispatchGroupMemberApi.add.path, { dispatchGroupId: queue.id, skillGroupIds: [after.id] });
  return after;
}

async function numberRows(admin: ApiSession, group: Made): Promise<void> {
  const rule = await admin.post<Made>(timeRuleApi.add.path, {
    name: "工作时间",
    remark,
    weekly: everyDay,
    holidays: [{ date: "2026-10-01", name: "国庆节" }],
    specials: [{ date: "2026-10-10", name: "调休上班", ranges: [{ from: "09:00", to: "18:00" }] }],
  });
  const voice = await admin.post<Made>(voiceApi.synthesise.path, {
    name: "下班提示",
    text: "您好，现在是非工作时间。",
    remark,
  });
  const [number] = (await admin.post<{ list: readonly Made[] }>(accessNumApi.list.path, { pageNo: 1, pageSize: 10 }))
    .list;
  await admin.post(accessNumApi.saveSetting.path, {
    id: number!.id,
    rules: [
      {
        timeRuleId: rule.id,
        target: { kind: "skillGroup", id: group.id },
        greeting: "您好，正在为您转接。",
        greetingVoice: "",
      },
    ],
    fallback: { target: { kind: "voice", id: voice.id }, greeting: "", greetingVoice: "" },
  });
}

async function callRuleRows(admin: ApiSession): Promise<void> {
  await admin.post(routeOutApi.add.path, {
    name: "手机外呼",
    prefixes: "13,15,18",
    minLength: 11,
    maxLength: 11,
    strip: 0,
    prepend: "",
    display: "default",
    displayNumbers: "",
    priority: 1,
    enabled: 1,
    remark,
  });
  await admin.post(callLimitApi.add.path, {
    name: "夜间不外呼",
    direction: "out",
    prefixes: "",
    kind: "limit",
    hours: [{ from: "08:00", to: "21:00" }],
    perNumberPerDay: 3,
    minIntervalS: 600,
    enabled: 1,
    remark,
  });
  await admin.post(callNotifyLimitApi.add.path, {
    name: "频繁来电",
    direction: "in",
    calls: 5,
    withinHours: 24,
    enabled: 1,
    remark,
  });
  await admin.post(blackListApi.add.path, {
    blackListType: 1,
    phone: "13900000001",
    isPrefix: 0,
    blackListCallType: 2,
    remark,
  });
}

async function settingRows(admin: ApiSession): Promise<void> {
  const dictionary = await admin.post<Made>(dictionarieApi.add.path, {
    code: "industry",
    name: "所属行业",
    mode: "extend",
    remark,
  });
  await admin.post(dictionarieApi.itemAdd.path, {
    dictionaryId: dictionary.id,
    value: "9",
    label: "物流仓储",
    sort: 9,
    enabled: 1,
    remark: "",
  });
  const top = await admin.post<Made>(cascadeApi.add.path, { parentId: "", name: "家用电器", sort: 1 });
  await admin.post(cascadeApi.add.path, { parentId: top.id, name: "冰箱", sort: 1 });
  await admin.post(interfaceConfigApi.add.path, {
    name: "工单系统",
    events: ["ended"],
    url: "https://crm.example.com/hooks/calls",
    method: "POST",
    headers: [],
    signed: 0,
    mapping: [],
    timeoutS: 5,
    maxTries: 3,
    sendFullNumbers: 0,
    enabled: 0,
  });
  await admin.post(companyAccountApi.addComp.path, {
    account: "manager",
    nickName: "运营主管",
    roleType: 1,
    roleId: (
      await admin.post<{ list: readonly (Made & { roleType: number })[] }>(roleApi.listComp.path, {
        pageNo: 1,
        pageSize: 20,
      })
    ).list.find((role) => role.roleType === 1)!.id,
    remark,
  });
  await admin.post(cdrExportApi.exportRecords.path, {});
  await admin.post(cdrExportApi.addPackage.path, { name: "本周录音" });
  await admin.post(loginLogApi.export.path, {});
}

/** A day ahead: nothing of it falls due while somebody looks. */
const tomorrow = () => formatTime(Date.now() + dayMs);

async function reminderRows(admin: ApiSession): Promise<void> {
  await admin.post("/crm/api/v1/subscribes/add", {
    ...{ customerName: "王女士", phone: "13800001111", des: "回访安装情况", remarks: remark },
    ...{ subTime: tomorrow(), floatDuration: 120, agentId: "1001" },
  });
  await admin.post("/crm/api/v1/plans/add", {
    ...{ des: "整理名单", planTime: tomorrow(), repeat: "none", minutesBefore: 0, agentId: "1001" },
  });
  const notice = { des: "系统升级", remarks: "今晚22点升级，请提前签出。", mustRead: 0, agentIds: ["1002"] };
  const { id } = await admin.post<Made>("/crm/api/v1/notice/add", notice);
  await admin.post("/crm/api/v1/notice/publish", { id });
}

/** The demonstration's own: what its administrator would have set up after a week. */
export async function enterpriseRows(admin: ApiSession): Promise<void> {
  const group = await groupRows(admin);
  await numberRows(admin, group);
  await callRuleRows(admin);
  await settingRows(admin);
  await reminderRows(admin);
  await someOrders(admin, (await orderRows(admin)).id);
}
