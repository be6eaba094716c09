/** The people of the demonstration enterprise, as the contract has them. */
import { userInfo, type MenuItem } from "@liantai/api/contract";
import type { UserInfo } from "@liantai/api/client";

export const enterprise = {
  compId: "100001",
  name: "示范企业",
  forcePasswordChange: 0,
  reminderCycle: 90,
  hiddenGlobalPhone: 1,
  isShowForm: 1,
  forbidden: 1,
} as const;

export function person(over: Partial<UserInfo> = {}): UserInfo {
  return userInfo.validateSync({
    userName: "10000121001",
    nickName: "王小兰",
    userId: "u1001",
    agentId: "1001",
    compId: "100001",
    roleType: 2,
    roleId: "r2",
    groupId: null,
    expired: 0,
    totpDue: 0,
    enterprise,
    empowerJson: null,
    defaultAccessNumber: "4001",
    isHiddenNum: 1,
    isTabs: 1,
    loginAgentState: 0,
    skillGroupList: [],
    organizationIds: [],
    password: "",
    phoneEncipher: 0,
    operator: 0,
    isSys: 0,
    isSuper: 0,
    terminalType: 2,
    isPopup: 1,
    isAutoAnswer: 0,
    callStyle: 0,
    extension: "8001",
    sessionId: "s1",
    ...over,
  });
}

export const operator = () =>
  person({
    userName: "0000000admin",
    nickName: "运营",
    userId: "u0",
    agentId: null,
    compId: null,
    roleType: 0,
    roleId: "r0",
    enterprise: null,
    operator: 1,
  });

export const menu = (name: string, over: Partial<MenuItem> = {}): MenuItem => ({
  id: name,
  name,
  url: null,
  alias: null,
  icon: null,
  category: 2,
  code: null,
  children: [],
  ...over,
});

export const menus: MenuItem[] = [
  menu("首页", { url: "/" }),
  menu("呼叫中心", {
    children: [menu("通话记录", { url: "/callrecord", children: [menu("播放", { category: 1, code: "play" })] })],
  }),
  menu("企业网盘", { url: "https://files.example.com/", alias: "网盘" }),
];

export const tokenReply = { access_token: "a1", refresh_token: "r1", token_type: "Bearer", expires_in: 86_400 };

export const tokens = { access: "a1", refresh: "r1", expiresAt: Date.now() + 86_400_000 };
