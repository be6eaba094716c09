/** SQL of the seats that somebody sees. */
import type { Trx } from "../../ports/database.ts";

export interface SeenSeat {
  readonly agentId: string;
  readonly name: string;
}

/** Whose are seen; undefined: everybody's. */
export type SeatScope = { readonly groupIds: readonly string[]; readonly agentId: string } | undefined;

export function listSeats(trx: Trx, compId: string, scope: SeatScope, agentId?: string): Promise<SeenSeat[]> {
  let base = trx.selectFrom("seat").select(["agentId", "name"]).where("compId", "=", compId);
  if (scope)
    base = base.where((e) =>
      e.or([
        e("agentId", "=", scope.agentId),
        ...(scope.groupIds.length > 0 ? [e("groupId", "in", scope.groupIds)] : []),
      ]),
    );
  if (agentId !== undefined) base = base.where("agentId", "=", agentId);
  return base.orderBy("agentId").execute();
}
