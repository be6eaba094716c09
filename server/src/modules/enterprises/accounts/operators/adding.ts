/** An operator's account is added. */
import { type BodyOf, type ReplyOf, RoleType } from "@liantai/api/contract";
import type { operatorAccountApi } from "@liantai/api/contract/admin";
import { fieldRefusal, unique } from "../../../../http/refusals.ts";
import type { RequestContext } from "../../../../http/routes.ts";
import { addAccount } from "../repository.ts";
import { type OperatorAccountDeps, compId, system, checkGiven } from "./checks.ts";
import { onlyKnown } from "./keys.ts";

const taken = ["account", "账号", "账号已存在"] as const;

export async function add(
  deps: OperatorAccountDeps,
  body: BodyOf<typeof operatorAccountApi.addOpt>,
  context: RequestContext,
): Promise<ReplyOf<typeof operatorAccountApi.addOpt>> {
  const { passwords, ports, audit } = deps;
  const { random } = ports;
  const { account, kid, password: sealed, ...fields } = body;
  const { hash, shown } = await passwords.take(kid, sealed);
  const id = random.id();
  await system(deps, async (trx) => {
    const unitId = await checkGiven(trx, context, fields, undefined);
    const row = {
      id,
      compId,
      account,
      nickName: fields.nickName,
      roleType: RoleType.operator,
      roleId: fields.roleId,
      enabled: fields.enabled,
      isSys: fields.isSys,
      isSuper: fields.isSuper,
      operator: fields.operator,
      isHiddenNum: fields.isHiddenNum,
      unitId,
      empower: onlyKnown(fields.empowerJson),
      remark: fields.remark,
    };
    await unique(fieldRefusal(...taken), () => addAccount(trx, ports, { ...row, hash, mustChange: false }));
    await audit.write(trx, context, {
      compId,
      action: "add",
      object: "operatorAccount",
      id,
      name: account,
      after: row,
    });
  });
  return { id, password: shown };
}
