/** An operator's account is changed, or given a new password. */
import { valuesBefore } from "../../../audit/index.ts";
import { updateAccount } from "../../../auth/index.ts";
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { operatorAccountApi } from "@liantai/api/contract/admin";
import type { RequestContext } from "../../../../http/routes.ts";
import { rightsChanged } from "../../../organisation/index.ts";
import { publish } from "../../../topics.ts";

import {
  type OperatorAccountDeps,
  compId,
  system,
  now,
  checkGiven,
  checkTakeOver,
  mine,
  keepsSystem,
} from "./checks.ts";
import { onlyKnown } from "./keys.ts";

const notifyChanged = (deps: OperatorAccountDeps) => publish(deps.ports.broker, "operators.changed", {});

export async function update(
  deps: OperatorAccountDeps,
  { id, ...fields }: BodyOf<typeof operatorAccountApi.updateOpt>,
  context: RequestContext,
): Promise<null> {
  const {
    audit,
    auth,
    ports: { broker },
  } = deps;
  const disabled = await system(deps, async (trx) => {
    const before = await mine(trx, context, id);
    const unitId = await checkGiven(trx, context, fields, before);
    const loses = (fields.isSys === 0 || fields.enabled === 0) && before.isSys === 1 && before.enabled === 1;
    if (id === context.caller.userId && fields.enabled === 0) throw new AppError("refused", "不能停用自己的账号");
    if (loses) await keepsSystem(trx, id);
    const changes = {
      nickName: fields.nickName,
      roleId: fields.roleId,
      enabled: fields.enabled ?? before.enabled,
      isSys: fields.isSys ?? before.isSys,
      isSuper: fields.isSuper ?? before.isSuper,
      operator: fields.operator ?? before.operator,
      isHiddenNum: fields.isHiddenNum ?? before.isHiddenNum,
      remark: fields.remark ?? before.remark,
      unitId: unitId === undefined ? before.unitId : unitId,
    };
    const empower = fields.empowerJson ? onlyKnown(fields.empowerJson) : (before.empower ?? {});
    await updateAccount(trx, compId, id, { ...changes, empower: JSON.stringify(empower) });
    const kept = valuesBefore(before, changes);
    await audit.write(trx, context, {
      compId,
      action: "update",
      object: "operatorAccount",
      id,
      name: before.account,
      before: { ...kept, empower: before.empower ?? {} },
      after: { ...changes, empower },
    });
    return changes.enabled === 0 && before.enabled !== 0;
  });
  if (disabled) await auth.endSessions({ accountId: id }, "disabled");
  await notifyChanged(deps);
  if (!disabled) await rightsChanged(broker, { accountIds: [id] });
  return null;
}

export async function reload(
  deps: OperatorAccountDeps,
  { id, kid, password: sealed }: BodyOf<typeof operatorAccountApi.reloadPasswordOpt>,
  context: RequestContext,
): Promise<ReplyOf<typeof operatorAccountApi.reloadPasswordOpt>> {
  const { passwords, audit, auth } = deps;
  const { hash, shown } = await passwords.take(kid, sealed);
  await system(deps, async (trx) => {
    const before = await mine(trx, context, id);
    checkTakeOver(context, before);
    await updateAccount(trx, compId, id, {
      passwordHash: hash,
      passwordChangedAt: now(deps),
      passwordDeferredAt: null,
      failedCount: 0,
      lockedUntil: null,
    });
    await audit.write(trx, context, {
      compId,
      action: "resetPassword",
      object: "operatorAccount",
      id,
      name: before.account,
      after: { password: "new" },
    });
  });
  await auth.endSessions({ accountId: id }, "password");
  return { id, password: shown };
}
