/** Which units an operator looks after: all, or his own and those below it. */
import { isOperator } from "@liantai/api/contract";
import type { Caller } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { listBelow, unitOfAccount } from "./repository.ts";

export interface UnitScope {
  /** Null: he belongs to none and looks after nothing. */
  readonly own: string | null;
  readonly ids: ReadonlySet<string>;
}

/** Undefined: all units. */
export async function unitScope(
  trx: Trx,
  caller: Pick<Caller, "roleType" | "companies" | "userId">,
): Promise<UnitScope | undefined> {
  if (!isOperator(caller) || !caller.companies) return undefined;
  const own = await unitOfAccount(trx, caller.userId);
  return { own, ids: new Set(own === null ? [] : await listBelow(trx, own)) };
}
