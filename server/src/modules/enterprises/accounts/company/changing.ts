/** An account is changed, or given a new password. */
import { valuesBefore } from "../../../audit/index.ts";
import { updateAccount } from "../../../auth/index.ts";
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { companyAccountApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../../http/company.ts";
import type { RequestContext } from "../../../../http/routes.ts";
import { rightsChanged } from "../../../organisation/index.ts";
import { checkLifted, checkTakeOver } from "../../../../http/hidden-number.ts";
import { isOfSeat } from "../present.ts";

import { type CompanyAccountDeps, checkRole, checkSys, keepsSystem, mine, checkAbove, now } from "./checks.ts";

export async function update(
  deps: CompanyAccountDeps,
  body: BodyOf<typeof companyAccountApi.updateComp>,
  context: RequestContext,
): Promise<null> {
  const {
    ports: { database, broker },
    audit,
    auth,
  } = deps;
  const { compId: named, id, ...fields } = body;
  const compId = compOf(context.caller, named);
  const disabled = await database.tenant(compId, async (trx) => {
    const before = await mine(trx, compId, id);
    await checkAbove(trx, context, before);
    if (fields.roleId !== before.roleId) await checkRole(trx, context, compId, fields.roleId, before.roleType);
    checkSys(context, fields.isSys, before.roleType, before.isSys);
    checkLifted(context.caller, fields.isHiddenNum, before.isHiddenNum);
    if (id === context.caller.userId && fields.enabled === 0) throw new AppError("refused", "不能停用自己的账号");
    if (isOfSeat(before) && fields.enabled !== undefined && (fields.enabled === 1) !== (before.enabled === 1))
      throw new AppError("refused", `账号${before.account}属于坐席，请在坐席管理中启用或停用`);
    if ((fields.isSys === 0 || fields.enabled === 0) && before.isSys === 1 && before.enabled === 1)
      await keepsSystem(trx, compId, id);
    const changes = {
      nickName: fields.nickName,
      roleId: fields.roleId,
      enabled: isOfSeat(before) ? before.enabled : (fields.enabled ?? before.enabled),
      isSys: fields.isSys ?? before.isSys,
      isHiddenNum: fields.isHiddenNum ?? before.isHiddenNum,
      isTabs: fields.isTabs ?? before.isTabs,
      remark: fields.remark ?? before.remark,
    };
    await updateAccount(trx, compId, id, changes);
    await audit.write(trx, context, {
      compId,
      action: "update",
      object: "account",
      id,
      name: before.account,
      before: valuesBefore(before, changes),
      after: changes,
    });
    return changes.enabled === 0 && before.enabled !== 0;
  });
  if (disabled) await auth.endSessions({ accountId: id }, "disabled");
  else await rightsChanged(broker, { accountIds: [id] });
  return null;
}

export async function reload(
  deps: CompanyAccountDeps,
  body: BodyOf<typeof companyAccountApi.reloadPasswordComp>,
  context: RequestContext,
): Promise<ReplyOf<typeof companyAccountApi.reloadPasswordComp>> {
  const {
    passwords,
    ports: { database },
    audit,
    auth,
  } = deps;
  const compId = compOf(context.caller, body.compId);
  const { hash, shown } = await passwords.take(body.kid, body.password);
  await database.tenant(compId, async (trx) => {
    const before = await mine(trx, compId, body.id);
    await checkAbove(trx, context, before);
    if (before.id !== context.caller.userId) checkTakeOver(context.caller, before);
    await updateAccount(trx, compId, body.id, {
      passwordHash: hash,
      passwordChangedAt: now(deps),
      passwordDeferredAt: null,
      failedCount: 0,
      lockedUntil: null,
      mustChange: body.id === context.caller.userId ? 0 : 1,
    });
    await audit.write(trx, context, {
      compId,
      action: "resetPassword",
      object: "account",
      id: body.id,
      name: before.account,
      after: { password: "new" },
    });
  });
  await auth.endSessions({ accountId: body.id }, "password");
  return { id: body.id, password: shown };
}
