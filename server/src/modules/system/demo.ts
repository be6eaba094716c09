/** The demonstration enterprise as data. */
import type {
  AutomationAction,
  FlowDefinition,
  TriggerCondition,
  TriggerWhen,
} from "@liantai/api/contract/work-orders";
import { operatorCode } from "@liantai/api/contract";

export const demoEnterprise = { compId: "100001", name: "联台演示企业" } as const;

/** Password of the demonstration on a loopback HOST. */
export const demoPassword = "Liantai#2026";

export const operator = {
  code: operatorCode,
  roleType: 0,
  account: "admin",
  nickName: "系统运营",
  roleName: "运营管理员",
} as const;

export const demoRoles = [
  { roleType: 1, name: "企业管理员" },
  { roleType: 2, name: "坐席" },
  { roleType: 3, name: "班长" },
] as const;

export interface DemoPerson {
  readonly roleType: 1 | 2 | 3;
  readonly account: string;
  readonly nickName: string;
}

export const demoPeople: readonly DemoPerson[] = [
  { roleType: 1, account: "admin", nickName: "张建国" },
  { roleType: 2, account: "1001", nickName: "李晓雯" },
  { roleType: 2, account: "1002", nickName: "王志强" },
  { roleType: 2, account: "1003", nickName: "陈思雨" },
  { roleType: 2, account: "1004", nickName: "赵海峰" },
  { roleType: 3, account: "1005", nickName: "周敏" },
];

export const demoGroup = "客服部";

export const demoCustomStatuses = [
  { name: "休息", maxMinutes: 15, maxPerDay: 4, overEntry: "refuse", overTime: "warn" },
  { name: "用餐", maxMinutes: 60, maxPerDay: 2, overEntry: "warn", overTime: "warn" },
  { name: "培训", maxMinutes: 0, maxPerDay: 0, overEntry: "refuse", overTime: "warn" },
] as const;

export const demoSkillGroup = {
  name: "客服一组",
  strategy: "longest-idle",
  queueLimit: 50,
  maxWaitS: 300,
  ringS: 20,
  wrapUpS: 30,
  announceEveryS: 30,
  serviceLevelS: 20,
} as const;

/** Leads through the flow of the demonstration, which greets. */
export const demoAccessNumber = { number: "4001", title: "联台演示客服热线", greeting: "" } as const;

/** Straight to the group, without the flow: for who wants nothing but a call that rings. */
export const demoDirectNumber = {
  number: "4002",
  title: "客服一组直线",
  greeting: "您好，欢迎致电联台，正在为您转接人工客服，请稍候。",
} as const;

/** Its key is the same in every demonstration: README names the page. */
export const demoChatSite = {
  webName: "官网在线咨询",
  webKey: "liantai-demo-chat-site",
  title: "联台在线客服",
  color: "#1f6feb",
  greeting: "",
  offWords: "您好，现在是非服务时间，请在服务时间内联系我们。",
  idleMinutes: 10,
  maxWaiting: 50,
  remark: "通向演示导航，与接入号码4001是同一个流程；访客网页为/customer/chat/liantai-demo-chat-site",
} as const;

/** The published flow of 4001: greeting, language by key, hours, the group, and what is said where nobody is there. */
export const demoVoiceFlow = {
  name: "演示导航",
  remark: "欢迎语、按键选语言、服务时间、转客服一组；接入号码4001通向它，修改并发布后，下一通来电即按新流程接待",
} as const;

/** What that flow says once the language is chosen. */
export const demoPrompts = {
  wait: {
    name: "转接等候",
    remark: "演示导航转人工时播放，按来电选择的语言",
    zh: "正在为您转接，请稍候。",
    en: "Please hold while we connect you to an agent.",
  },
  closed: {
    name: "下班提示",
    remark: "演示导航在服务时间以外或无人在线时播放",
    zh: "现在没有坐席在线，请在工作时间再联系我们，再见。",
    en: "We are closed now. Please call again during working hours. Goodbye.",
  },
  busy: {
    name: "坐席繁忙",
    remark: "演示导航排队超时或队列已满时播放",
    zh: "坐席正忙，请稍后再拨，再见。",
    en: "All our agents are busy. Please call again later. Goodbye.",
  },
} as const;

/** At any hour: whoever tries the demonstration at night reaches its agents, too. */
export const demoHours = {
  name: "服务时间",
  remark: "演示导航按它接待来电；默认全天，改为实际工作时间后，其他时间的来电听到下班提示",
  weekly: [{ days: [1, 2, 3, 4, 5, 6, 7], ranges: [{ from: "00:00", to: "24:00" }] }],
} as const;

/** A form of customers that begins with the usual fields; it comes up with a call. */
export const demoCustomerForm = {
  name: "客户表单",
  popup: { isPopup: 1, inbound: "ring", outbound: "answer", accessNumbers: [], skillGroupIds: [] },
  level: {
    type: "select",
    name: "level",
    label: "客户等级",
    query: true,
    items: ["普通客户", "银卡客户", "金卡客户"].map((name, at) => ({ label_name: name, label_value: String(at + 1) })),
    ext: { popup: true },
  },
} as const;

/** Two tags of customers, and a view of those with one, for everybody. */
export const demoTags = [
  { name: "重点客户", color: "orange", codes: ["KH00001", "KH00012", "KH00023", "KH00034", "KH00045"] },
  { name: "需要回访", color: "blue", codes: ["KH00012", "KH00056", "KH00067"] },
] as const;
export const demoViews = [{ name: "重点客户", question: { filters: [] }, tag: "重点客户" }] as const;

/** A number counts more than a name; who saves a probable duplicate is told. */
export const demoDuplicates = {
  mode: "warn",
  threshold: 60,
  rules: [
    { kind: "number", weight: 60 },
    { kind: "name", field: "customerName", weight: 40 },
  ],
} as const;

/** Orders of the demonstration; they do not come up with a call. */
export const demoOrderForm = {
  name: "服务工单",
  popup: { isPopup: 0, inbound: "ring", outbound: "answer", accessNumbers: [], skillGroupIds: [] },
} as const;

/** What is promised of every order. */
export const demoOrderTargets = [
  { name: "首次响应", kind: "firstResponse", minutes: 30, warnMinutes: 10 },
  { name: "解决", kind: "resolution", minutes: 480, warnMinutes: 60 },
] as const;

const onlyAfterwards = { satisfaction: { hidden: true } } as const;
const asRegistered = { workName: { enable: false }, customerCodeFillin: { enable: false } } as const;

/** 登记 → 受理 → 处理 → 回访, with a complaint looked through by the monitor before the follow-up. */
export const demoOrderFlow = {
  name: "服务工单流程",
  remark: "演示：坐席登记，客服部受理和处理，投诉由班长审核，最后由登记人回访。",
  definition: (groupId: string): FlowDefinition => ({
    nodes: [
      { kind: "start", id: "register", name: "登记", x: 0, y: 109 },
      {
        ...{ kind: "task", id: "accept", name: "受理", x: 132, y: 100 },
        handler: { by: "group", groupId },
        actions: ["approve", "returnCreator", "transfer"],
        limit: { minutes: 30, warnMinutes: 10 },
        fields: onlyAfterwards,
      },
      {
        ...{ kind: "task", id: "handle", name: "处理", x: 336, y: 100 },
        handler: { by: "leastLoaded", groupId },
        actions: ["approve", "returnPrevious", "transfer", "suspend"],
        limit: { minutes: 480, warnMinutes: 60 },
        claimMinutes: 60,
        fields: { ...onlyAfterwards, ...asRegistered, workDetail: { require: true } },
      },
      {
        ...{ kind: "task", id: "review", name: "审核", x: 560, y: 0 },
        handler: { by: "seat", agentIds: ["1005"] },
        actions: ["approve", "returnPrevious"],
        limit: { minutes: 120, warnMinutes: 30 },
        fields: { ...onlyAfterwards, ...asRegistered },
      },
      {
        ...{ kind: "task", id: "followUp", name: "回访", x: 784, y: 100 },
        handler: { by: "creator" },
        actions: ["complete", "returnPrevious"],
        limit: { minutes: 1_440 },
        fields: { ...asRegistered, satisfaction: { require: true } },
      },
      { kind: "end", id: "end", name: "结束", x: 988, y: 109 },
    ],
    edges: [
      { id: "register-accept", from: "register", to: "accept" },
      { id: "accept-handle", from: "accept", to: "handle" },
      {
        ...{ id: "handle-review", from: "handle", to: "review", name: "投诉" },
        when: { field: "question", op: "eq", value: "2" },
      },
      { id: "handle-followUp", from: "handle", to: "followUp", otherwise: true },
      { id: "review-followUp", from: "review", to: "followUp" },
      { id: "followUp-end", from: "followUp", to: "end" },
    ],
    limit: { minutes: 2_880, warnMinutes: 240 },
  }),
} as const;

/** Whoever registered an order asks the customer an hour after its end how it was. */
export const demoFollowUp = {
  ...{ name: "办结后回访", trigger: "orderEnded", minutes: 60, who: "creator", tries: 3, retryMinutes: 60 },
} as const;
interface DemoAutomation {
  readonly trigger: {
    readonly name: string;
    readonly when: TriggerWhen;
    readonly condition: TriggerCondition;
    readonly actions: readonly AutomationAction[];
  };
  readonly macro: { readonly name: string; readonly actions: readonly AutomationAction[] };
}

/** Who complains is served first, and the monitor knows; one press says that a customer cannot wait. */
export const demoAutomation: DemoAutomation = {
  trigger: {
    name: "投诉优先处理",
    when: { on: "event", events: ["submitted"] },
    condition: { all: [{ field: "question", op: "eq", value: "2" }] },
    actions: [
      { do: "priority", priority: 1 },
      { do: "comment", text: "客户投诉，请优先处理" },
      { do: "remind", whom: ["monitors"], agentIds: [], text: "收到客户投诉，请关注处理进度" },
    ],
  },
  macro: {
    name: "客户要求加急",
    actions: [
      { do: "priority", priority: 2 },
      { do: "comment", text: "客户来电要求加急处理" },
    ],
  },
};

const surnames = [..."赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何"];
const givenNames = ["思远", "雨桐", "国栋", "丽华", "子涵", "文博", "秀英", "浩然", "静怡", "建军"];
const cities = ["杭州", "南京", "成都", "武汉", "西安", "长沙", "青岛", "厦门", "郑州", "合肥"];

/**
 * Two hundred customers. Their names are made up, and their numbers are of 154, a range that is not in public use: they can be typed
 * on the customer's page, and nobody is called by mistake.
 */
export const demoCustomers: readonly Readonly<Record<string, string>>[] = surnames.flatMap((surname, s) =>
  givenNames.map((given, g) => {
    const at = s * givenNames.length + g + 1;
    // The last one is the second customer once more: a duplicate to be found and merged.
    if (at === surnames.length * givenNames.length)
      return {
        ...{ customerCode: "KH00200", customerName: `${surnames[0]!}${givenNames[1]!}女士`, phone: "15400000002" },
        ...{ accountLocation: "南京", level: "1" },
      };
    return {
      customerCode: `KH${String(at).padStart(5, "0")}`,
      customerName: `${surname}${given}`,
      phone: `154000${String(at).padStart(5, "0")}`,
      accountLocation: cities[(s + g) % cities.length]!,
      level: String(((s * 3 + g) % 3) + 1),
    };
  }),
);

/** Whom an enterprise calls beside its customers. Made up, with numbers of the same range. */
export const demoContacts: readonly Readonly<Record<string, string>>[] = [
  ["高建平", "晨光文具有限公司", "办公用品供应商"],
  ["林晓岚", "启明印务有限公司", "宣传册印刷"],
  ["罗志强", "安居物业管理有限公司", "写字楼物业，工作日 9:00 至 18:00"],
  ["梁雨晴", "云帆网络技术有限公司", "宽带和专线报修"],
  ["宋国栋", "诚信会计师事务所", "年度审计联系人"],
  ["谢婉如", "同心人力资源有限公司", "客服岗位招聘"],
  ["唐浩然", "锐达设备维修部", "耳机和话机维修"],
  ["邓佳慧", "百味团餐有限公司", "员工工作餐"],
].map(([name = "", company = "", remark = ""], at) => ({
  ...{ name, company, remark },
  phone: `154001${String(at + 1).padStart(5, "0")}`,
}));
