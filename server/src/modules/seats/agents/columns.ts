/** Rows of a seat and of its account. */
import { formUserName, type BodyOf } from "@liantai/api/contract";
import { dialledTelephone, type agentApi } from "@liantai/api/contract/admin";

export type Body<K extends keyof typeof agentApi> = BodyOf<(typeof agentApi)[K]>;

export type Fields = Omit<Body<"add">, "compId" | "agentId">;

/** Without a condition there is no number. */
export const forwardColumns = ({ forwardModes, forwardTo }: Pick<Fields, "forwardModes" | "forwardTo">) => ({
  forwardModes,
  forwardTo: forwardModes ? dialledTelephone(forwardTo) : "",
});

/** Columns of the seat row; the extension is bound by extensions/repository.ts. */
export const seatColumns = (fields: Fields) => ({
  name: fields.name,
  terminalType: fields.terminalType,
  phone: dialledTelephone(fields.phone),
  phoneConfirm: fields.phoneConfirm,
  ...forwardColumns(fields),
  isPopup: fields.isPopup,
  isAutoAnswer: fields.isAutoAnswer,
  callStyle: fields.callStyle,
  recordMode: fields.recordMode,
  loginAgentState: fields.loginAgentState,
  groupId: fields.groupId || null,
  enabled: fields.enable,
});

/** The account of a new seat: the initial password is changed at the first sign-in. */
export const newAccount = (
  compId: string,
  agentId: string,
  fields: Fields,
  roleId: string,
  hash: string,
  at: Date,
) => ({
  compId,
  roleType: fields.roleType,
  account: agentId,
  userName: formUserName(compId, fields.roleType, agentId),
  nickName: fields.name,
  passwordHash: hash,
  passwordChangedAt: at,
  mustChange: 1,
  roleId,
  agentId,
  groupId: fields.groupId || null,
  enabled: fields.enable,
  isHiddenNum: fields.isHiddenNum,
  isTabs: fields.isTabs,
  empower: "null",
});
