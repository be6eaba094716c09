/** A few rows of everything, made over the wire: what screens show beside the demonstration. */
import {
  accessNumApi,
  agentGroupApi,
  blackListApi,
  callLimitApi,
  callNotifyLimitApi,
  cascadeApi,
  cdrExportApi,
  companyAccountApi,
  companyApi,
  dictionarieApi,
  dispatchGroupApi,
  dispatchGroupMemberApi,
  extensionApi,
  helpApi,
  interfaceConfigApi,
  loginLogApi,
  rechargeApi,
  roleApi,
  routeConfigApi,
  routeGroupApi,
  routeNodeApi,
  routeOutApi,
  skillGroupApi,
  skillGroupMemberApi,
  timeRuleApi,
  unitApi,
  voiceApi,
} from "@liantai/api/contract/admin";
import type { ApiSession } from "./api.ts";

const remark = "浏览测试";
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

type Made = { readonly id: string };

/** The operators' own: a unit, an enterprise in arrears, trunks with a route, a barred number, a dictionary, a help page. */
export async function operatorRows(operator: ApiSession): Promise<void> {
  const unit = await operator.post<Made>(unitApi.add.path, { parentId: "", name: "华东运营部", sort: 1, remark });
  await operator.post(unitApi.add.path, { parentId: unit.id, name: "杭州运营组", sort: 1, remark: "" });
  await operator.post(companyApi.add.path, {
    compId: "100002",
    name: "杭州云帆网络科技有限公司",
    contact: "沈蓝",
    phone: "13800138000",
    unitId: unit.id,
    dbServer: "main",
    maxSeats: 200,
    maxConcurrentCalls: 60,
    maxRobots: 5,
    storageMb: 10_240,
    expiresOn: "2031-12-31",
    creditLimit: "0",
    isWhite: 0,
    adminAccount: "admin",
    adminName: "沈蓝",
    remark,
  });
  await operator.post(rechargeApi.add.path, {
    compId: "100001",
    amount: "1000",
    remark: "首次充值",
    key: "shown-recharge-1",
  });
  await operator.post(rechargeApi.adjust.path, {
    compId: "100001",
    amount: "-12.5",
    remark: "更正",
    key: "shown-adjust-1",
  });
  const node = await operator.post<Made>(routeNodeApi.add.path, {
    name: "电信中继一",
    address: "127.0.0.1:5998",
    transport: "udp",
    codecs: ["PCMA", "PCMU"],
    concurrency: 30,
    userName: "",
    password: "",
    enabled: 1,
    remark,
  });
  const group = await operator.post<Made>(routeGroupApi.add.path, {
    name: "华东中继组",
    mode: "weight",
    enabled: 1,
    members: [{ nodeId: node.id, weight: 10 }],
    remark,
  });
  await operator.post(routeConfigApi.add.path, {
    name: "默认线路",
    callerPrefixes: "",
    calleePrefixes: "1,0",
    groupId: group.id,
    priority: 1,
    enabled: 1,
    remark,
  });
  await operator.post(blackListApi.add.path, {
    blackListType: 0,
    phone: "17000000000",
    isPrefix: 0,
    blackListCallType: 2,
    remark,
  });
  const dictionary = await operator.post<Made>(dictionarieApi.add.path, {
    code: "industry",
    name: "所属行业",
    mode: "extend",
    remark,
  });
  for (const [i, label] of ["电子商务", "金融保险", "教育培训"].entries())
    await operator.post(dictionarieApi.itemAdd.path, {
      dictionaryId: dictionary.id,
      value: String(i + 1),
      label,
      sort: i,
      enabled: 1,
      remark: "",
    });
  for (const number of ["4008", "4009"])
    await operator.post(accessNumApi.add.path, {
      number,
      title: `备用号码${number}`,
      compId: "",
      concurrency: 10,
      price: 0.12,
      enabled: 1,
    });
  const folder = await operator.post<Made>(helpApi.add.path, {
    parentId: "",
    kind: "folder",
    title: "坐席入门",
    body: "",
  });
  await operator.post(helpApi.add.path, {
    parentId: folder.id,
    kind: "document",
    title: "第一次接听",
    body: "# 第一次接听\n\n1. 登录后点击 **就绪**。\n2. 来电振铃时点击 **接听**。\n",
  });
}

/** The demonstration's own: what its administrator would have set up after a week. */
export async function enterpriseRows(admin: ApiSession): Promise<void> {
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
        target: { kind: "skillGroup", id: after.id },
        greeting: "您好，正在为您转接。",
        greetingVoice: "",
      },
    ],
    fallback: { target: { kind: "voice", id: voice.id }, greeting: "", greetingVoice: "" },
  });
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
