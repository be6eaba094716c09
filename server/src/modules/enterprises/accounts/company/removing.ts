/** Accounts go, of one enterprise or of several. */
import { deleteAccount } from "../../../auth/index.ts";
import { AppError, type BodyOf, isOperator } from "@liantai/api/contract";
import type { companyAccountApi } from "@liantai/api/contract/admin";
import { compOf, installation } from "../../../../http/company.ts";
import type { RequestContext } from "../../../../http/routes.ts";
import type { Trx } from "../../../../ports/database.ts";
import { isOfSeat } from "../present.ts";
import { listCompanies, type AccountRow } from "../repository.ts";
import { type CompanyAccountDeps, keepsSystem, mine, checkAbove } from "./checks.ts";

async function remove(
  deps: CompanyAccountDeps,
  body: { readonly compId?: string | undefined; readonly ids: readonly string[] },
  context: RequestContext,
): Promise<{ count: number }> {
  const {
    ports: { database },
    auth,
    audit,
  } = deps;
  const { caller } = context;
  const wanted = [...new Set(body.ids)];
  if (wanted.includes(caller.userId)) throw new AppError("refused", "不能删除自己的账号");
  const byComp = await groupByCompany(deps, wanted, body.compId, context);
  let count = 0;
  const check = async (trx: Trx, compId: string, id: string): Promise<AccountRow> => {
    const before = await mine(trx, compId, id);
    await checkAbove(trx, context, before);
    if (isOfSeat(before)) throw new AppError("refused", `账号${before.account}属于坐席，请在坐席管理中删除`);
    if (before.isSys === 1) await keepsSystem(trx, compId, id);
    return before;
  };
  // Everything is allowed before anything ends; sessions end while they can still be named.
  for (const [compId, ids] of byComp)
    await database.tenant(compId, async (trx) => {
      for (const id of ids) await check(trx, compId, id);
    });
  for (const id of wanted) await auth.endSessions({ accountId: id }, "ended");
  for (const [compId, ids] of byComp) {
    await database.tenant(compId, async (trx) => {
      for (const id of ids) {
        const before = await check(trx, compId, id);
        await deleteAccount(trx, compId, id);
        await audit.write(trx, context, {
          compId,
          action: "delete",
          object: "account",
          id,
          name: before.account,
          before: {
            account: before.account,
            nickName: before.nickName,
            roleType: before.roleType,
            isSys: before.isSys,
            agentId: before.agentId,
          },
        });
        count += 1;
      }
    });
  }
  return { count };
}

/**
 * Operators mark accounts of several enterprises in one list; each is decided by its own. Their sessions end first,
 * while they can be named.
 */
export async function groupByCompany(
  deps: CompanyAccountDeps,
  ids: readonly string[],
  named: string | undefined,
  context: RequestContext,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const {
    ports: { database },
  } = deps;
  const { caller } = context;
  const groups = new Map<string, string[]>();
  if (!isOperator(caller) || named) groups.set(compOf(caller, named), [...ids]);
  else {
    // system: which enterprise an account belongs to is what is being found out; compOf decides on each.
    const rows = await database.system((trx) => listCompanies(trx, ids));
    if (rows.length < ids.length) throw new AppError("notFound", "账号不存在");
    for (const row of rows) {
      if (row.compId === installation) throw new AppError("notFound", "账号不存在");
      groups.set(compOf(caller, row.compId), [...(groups.get(row.compId) ?? []), row.id]);
    }
  }
  return groups;
}

export async function removeMany(
  deps: CompanyAccountDeps,
  body: BodyOf<typeof companyAccountApi.deleteComp>,
  context: RequestContext,
) {
  return remove(deps, body, context);
}
