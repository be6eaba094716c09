/** To whom somebody may announce: administrators to everybody, a monitor to the groups and seats that he monitors. */
import { isAdministrator } from "@liantai/api/contract";
import type { Caller } from "../../../http/routes.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { Trx } from "../../../ports/database.ts";
import { listSeats } from "../seats-repository.ts";
import { scopeOf } from "../seats.ts";
import { listGroups, listRoles, type Audience } from "./audience-repository.ts";

export interface Choices {
  readonly roles: { id: string; name: string }[];
  readonly groups: { id: string; name: string }[];
  readonly seats: { id: string; name: string }[];
}

export async function choicesOf(trx: Trx, compId: string, caller: Caller): Promise<Choices> {
  const scope = await scopeOf(trx, caller);
  const seats = await listSeats(trx, compId, scope);
  return {
    roles: isAdministrator(caller) ? await listRoles(trx, compId) : [],
    groups: await listGroups(trx, compId, scope?.groupIds),
    seats: seats.map(({ agentId, name }) => ({ id: agentId, name: `${agentId} ${name}` })),
  };
}

const parts = [
  ["roleIds", "roles", "角色"],
  ["groupIds", "groups", "坐席组"],
  ["agentIds", "seats", "坐席"],
] as const;

/** Throws a refusal of the field where the caller may not announce to it. */
export async function checkAudience(trx: Trx, compId: string, caller: Caller, audience: Audience): Promise<void> {
  if (audience.everyone === 1) {
    if (!isAdministrator(caller)) throw fieldRefusal("everyone", "发布范围", "只有管理员可以发布给所有人");
    return;
  }
  if (parts.every(([field]) => audience[field].length === 0))
    throw fieldRefusal("everyone", "发布范围", "请选择角色、坐席组或坐席");
  const choices = await choicesOf(trx, compId, caller);
  for (const [field, part, label] of parts) {
    const known = new Set(choices[part].map(({ id }) => id));
    if (audience[field].some((id) => !known.has(id)))
      throw fieldRefusal(field, label, `所选${label}不存在，或不在您的管理范围内`);
  }
}
