/** For whom somebody may make reservations and plans: the own seat, supervisors those they see. */
import { AppError, isAgent } from "@liantai/api/contract";
import type { Caller } from "../../http/routes.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import type { Trx } from "../../ports/database.ts";
import { visibleSeats } from "../seats/index.ts";
import { listSeats, type SeatScope } from "./seats-repository.ts";

export const scopeOf = async (trx: Trx, caller: Caller): Promise<SeatScope> =>
  (await visibleSeats(trx, caller.compId, caller)).within;

const label = "坐席";

/** The seat that is named, or the own one. Throws a refusal of the field. */
export async function seatFor(trx: Trx, caller: Caller, named: string | undefined): Promise<string> {
  const agentId = named || caller.agentId;
  if (!agentId) throw fieldRefusal("agentId", label, "请选择坐席");
  if (agentId === caller.agentId) return agentId;
  if (isAgent(caller)) throw new AppError("forbidden", "只能为自己新增和修改");
  const [seat] = await listSeats(trx, caller.compId, await scopeOf(trx, caller), agentId);
  if (!seat) throw fieldRefusal("agentId", label, "坐席不存在，或不在您的管理范围内");
  return agentId;
}
