/** The demonstration enterprise as data. */
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

export const demoAccessNumber = {
  number: "4001",
  title: "联台演示客服热线",
  greeting: "您好，欢迎致电联台，正在为您转接人工客服，请稍候。",
} as const;
