/** The signed-in user and his menu (console.md section 3). */
import { RoleTypes } from "./roles.ts";
import { array, boolean, mixed, number, object, string } from "yup";

const enterpriseInfo = object({
  compId: string().required(),
  name: string().required(),
  forcePasswordChange: number().oneOf([0, 1]).required(),
  /** Days between password changes; 0: never. */
  reminderCycle: number().integer().required(),
  hiddenGlobalPhone: number().oneOf([0, 1]).required(),
  isShowForm: number().oneOf([0, 1]).required(),
  /** 0: in arrears. */
  forbidden: number().oneOf([0, 1]).required(),
});

/** Every field of 'logged-in user info' (console.md section 3) and of 'user info (workstation)' (realtime.md section 3). */
export const userInfo = object({
  userName: string().required(),
  nickName: string().required(),
  userId: string().required(),
  agentId: string().nullable().defined(),
  compId: string().nullable().defined(),
  roleType: number().oneOf(RoleTypes.all).required(),
  roleId: string().required(),
  groupId: string().nullable().defined(),
  /** Days the password is overdue; 0: not expired. */
  expired: number().integer().required(),
  /** 1: the second step must be switched on before anything else (TOTP_REQUIRED). */
  totpDue: number().oneOf([0, 1]).required(),
  enterprise: enterpriseInfo.nullable().defined(),
  empowerJson: mixed<Record<string, boolean>>().nullable().defined(),
  defaultAccessNumber: string().nullable().defined(),
  isHiddenNum: number().oneOf([0, 1]).required(),
  /** 1: a popup opens as a tab; 0: as a page of its own. */
  isTabs: number().oneOf([0, 1]).required(),
  /** What the seat is for chats after sign-in: 0 signed in, 1 signed out (imStatusAtSignIn). */
  loginAgentState: number().oneOf([0, 1]).required(),
  skillGroupList: array()
    .of(object({ id: string().required(), type: number().integer().required(), name: string().required() }))
    .required(),
  organizationIds: array().of(string().required()).required(),
  /** Never the password: kept as a field because the specification lists it; always empty. */
  password: string().defined(),
  phoneEncipher: number().oneOf([0, 1]).required(),
  operator: number().oneOf([0, 1]).required(),
  isSys: number().oneOf([0, 1]).required(),
  isSuper: number().oneOf([0, 1]).required(),
  terminalType: number().oneOf([0, 1, 2, 4]).required(),
  isPopup: number().oneOf([0, 1]).required(),
  isAutoAnswer: number().integer().required(),
  callStyle: number().integer().required(),
  extension: string().nullable().defined(),
  /** This session's id, for 'my sign-ins'. */
  sessionId: string().required(),
});

/** A node of the menu tree: category 2 is a child menu, 1 a button or permission (console.md section 3). */
export interface MenuItem {
  id: string;
  name: string;
  url: string | null;
  alias: string | null;
  icon: string | null;
  category: number;
  /** Category 1 only: the button's code, unique within its page; screens ask for it by the page's URL. */
  code: string | null;
  /** Not drawn; its page opens from others, and its buttons count. */
  hidden?: true;
  children: MenuItem[];
}

export const sessionRow = object({
  id: string().required(),
  userId: string().required(),
  nickName: string().required(),
  account: string().required(),
  roleType: number().required(),
  createdAt: string().required(),
  lastSeenAt: string().required(),
  address: string().required(),
  device: string().required(),
  current: boolean().required(),
});
