/** Operators' accounts go. */
import { deleteAccount } from "../../../auth/index.ts";
import { AppError, type BodyOf } from "@liantai/api/contract";
import type { operatorAccountApi } from "@liantai/api/contract/admin";
import type { RequestContext } from "../../../../http/routes.ts";

import { type OperatorAccountDeps, compId, system, mine, keepsSystem } from "./checks.ts";

export async function removeMany(
  deps: OperatorAccountDeps,
  { ids }: BodyOf<typeof operatorAccountApi.deleteOpt>,
  context: RequestContext,
): Promise<{ count: number }> {
  const { auth, audit } = deps;
  const wanted = [...new Set(ids)];
  if (wanted.includes(context.caller.userId)) throw new AppError("refused", "不能删除自己的账号");
  await system(deps, async (trx) => {
    for (const id of wanted) if ((await mine(trx, context, id)).isSys === 1) await keepsSystem(trx, id);
  });
  for (const id of wanted) await auth.endSessions({ accountId: id }, "ended");
  await system(deps, async (trx) => {
    for (const id of wanted) {
      const before = await mine(trx, context, id);
      if (before.isSys === 1) await keepsSystem(trx, id);
      await deleteAccount(trx, compId, id);
      await audit.write(trx, context, {
        compId,
        action: "delete",
        object: "operatorAccount",
        id,
        name: before.account,
        before: {
          account: before.account,
          nickName: before.nickName,
          isSys: before.isSys,
          isSuper: before.isSuper,
          operator: before.operator,
          empower: before.empower,
        },
      });
    }
  });
  return { count: wanted.length };
}
