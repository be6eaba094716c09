import type { Caller } from "../http/routes.ts";

/** Who asks: seat 1001 of 100001, unless a test says otherwise. */
export const seatCaller = (more: Partial<Caller> = {}): Caller => ({
  sessionId: "s1",
  userId: "u1",
  userName: "10000121001",
  nickName: "李晓雯",
  roleType: 2,
  roleId: "r",
  compId: "100001",
  agentId: "1001",
  groupId: null,
  isHiddenNum: false,
  hiddenGlobalPhone: false,
  empower: {},
  operator: false,
  ...more,
});
