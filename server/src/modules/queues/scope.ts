/** Whose seats a monitor, or an administrator, looks after. */
import type { Caller } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import { visibleSeats } from "../seats/index.ts";

/** undefined: everybody's. */
export const within = async (trx: Trx, compId: string, caller: Pick<Caller, "roleType" | "agentId">) =>
  (await visibleSeats(trx, compId, caller)).within;
