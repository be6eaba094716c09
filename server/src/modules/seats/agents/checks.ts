/** What is typed against what is there. */
import { AppError } from "@liantai/api/contract";
import { chatMaxDefault, seatIdDigits, shortAbandonRules } from "@liantai/api/contract/admin";
import { deviceCheckDefault } from "@liantai/api/contract/device-check";
import { localPhonePort } from "@liantai/api/contract/local-phone";
import type { Trx } from "../../../ports/database.ts";
import { publish } from "../../topics.ts";
import type { SeatsDeps } from "../deps.ts";
import { extensionOwners } from "../extensions/repository.ts";
import { fault } from "../faults.ts";
import { findGroup } from "../groups/repository.ts";
import { findSetting, seatRoles, type AgentRow } from "./repository.ts";
import { forwardColumns, type Fields } from "./columns.ts";
import { forwardFault } from "./forwarding.ts";

/** What the enterprise has set for its seats, or what holds where nothing is set. */
export async function settingsOf(trx: Trx, compId: string) {
  const set = await findSetting(trx, compId);
  return {
    chatMax: set?.chatMax ?? chatMaxDefault,
    idDigits: set?.idDigits ?? seatIdDigits.default,
    localPhonePort: set?.localPhonePort ?? localPhonePort,
    deviceCheck: set?.deviceCheck ?? deviceCheckDefault,
    /** 1: a conference ends when its owner leaves it; 0: the others go on. */
    conferenceEnds: set?.conferenceEnds ?? 0,
    /** Of skill groups without a limit of their own, s; 0: no abandon is short. */
    shortAbandonS: set?.shortAbandonS ?? shortAbandonRules.default,
  };
}

/** Throws while the seat is in a call. */
export async function refuseInCall(
  deps: SeatsDeps,
  compId: string,
  { agentId, name }: Pick<AgentRow, "agentId" | "name">,
  what: string,
): Promise<void> {
  if (await deps.engine.inCall(compId, agentId))
    throw new AppError("refused", `坐席 ${name}（${agentId}）正在通话，${what}`);
}

/** What is typed against what is there; the role the account gets. */
export async function checked(trx: Trx, compId: string, agentId: string, fields: Fields): Promise<string> {
  if (fields.groupId && !(await findGroup(trx, compId, fields.groupId))) fault("groupId", "坐席组", "坐席组不存在");
  if (fields.extension) {
    const owners = await extensionOwners(trx, compId);
    if (!owners.has(fields.extension)) fault("extension", "分机", "分机不存在，请先在分机管理中添加");
    const owner = owners.get(fields.extension);
    if (owner && owner !== agentId) fault("extension", "分机", `分机已绑定坐席${owner}`);
  }
  const own = { agentId, extension: fields.extension || null, phone: fields.terminalType === 0 ? fields.phone : "" };
  const forwardText = await forwardFault(trx, compId, own, forwardColumns(fields));
  if (forwardText !== undefined) fault("forwardTo", "呼转号码", forwardText);
  const roles = (await seatRoles(trx, compId)).filter((role) => role.roleType === fields.roleType);
  const role = fields.roleId ? roles.find(({ id }) => id === fields.roleId) : roles[0];
  if (!role)
    return fields.roleId
      ? fault("roleId", "权限角色", "权限角色不存在或不适用于该角色")
      : fault("roleType", "角色", "企业还没有该角色的权限角色，请先添加");
  return role.id;
}

export function changed(deps: SeatsDeps, compId: string, agentId: string): Promise<void> {
  return publish(deps.ports.broker, "seat.changed", { compId, agentId });
}
