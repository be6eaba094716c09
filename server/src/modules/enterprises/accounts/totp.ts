/** The second step of somebody else's sign-in, off: the telephone is lost. Who may reset the password may do this. */
import { AppError, type BodyOf } from "@liantai/api/contract";
import type { companyAccountApi, operatorAccountApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { Audit } from "../../audit/index.ts";
import { noTotp, totpChange, updateAccount } from "../../auth/index.ts";
import * as company from "./company/checks.ts";
import * as operators from "./operators/checks.ts";
import { type AccountRow } from "./repository.ts";

async function switchOff(trx: Trx, audit: Audit, context: RequestContext, account: AccountRow): Promise<void> {
  // The own one is switched off with a code of it, which an open desk does not have.
  if (account.id === context.caller.userId)
    throw new AppError("refused", "不能重置自己的两步验证，请在安全设置中关闭或更换手机");
  if (account.totpSecret === null) throw new AppError("refused", `账号${account.account}没有开启两步验证`);
  await updateAccount(trx, account.compId, account.id, noTotp);
  await audit.write(trx, context, totpChange(account, "reset"));
}

export async function resetOperator(
  deps: operators.OperatorAccountDeps,
  { id }: BodyOf<typeof operatorAccountApi.resetTotpOpt>,
  context: RequestContext,
): Promise<null> {
  await operators.system(deps, async (trx) => {
    const account = await operators.mine(trx, context, id);
    operators.checkTakeOver(context, account);
    await switchOff(trx, deps.audit, context, account);
  });
  await deps.auth.endSessions({ accountId: id }, "ended");
  return null;
}

export async function resetAdministrator(
  { ports, audit, auth }: company.CompanyAccountDeps,
  { compId: named, id }: BodyOf<typeof companyAccountApi.resetTotpComp>,
  context: RequestContext,
): Promise<null> {
  const compId = compOf(context.caller, named);
  await ports.database.tenant(compId, async (trx) => {
    const account = await company.mine(trx, compId, id);
    await company.checkAbove(trx, context, account);
    await switchOff(trx, audit, context, account);
  });
  await auth.endSessions({ accountId: id }, "ended");
  return null;
}
