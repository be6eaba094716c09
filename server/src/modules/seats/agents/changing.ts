/** A seat changes with its account, in one transaction. */
import { updateSeatAccounts } from "../../auth/index.ts";
import { AppError, formUserName } from "@liantai/api/contract";
import { compOf } from "../../../http/company.ts";
import { checkLifted } from "../../../http/hidden-number.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { rightsChanged } from "../../organisation/index.ts";
import type { SeatsDeps } from "../deps.ts";
import { releaseExtensions } from "../extensions/release.ts";
import { bind } from "../extensions/repository.ts";
import { fault } from "../faults.ts";
import { notifyReload } from "../notify.ts";
import { auditedAgent } from "./present.ts";
import { existingAccounts, findAgent, updateSeat } from "./repository.ts";
import { seatColumns, type Body } from "./columns.ts";
import { checked, changed } from "./checks.ts";

export async function update(deps: SeatsDeps, body: Body<"update">, context: RequestContext): Promise<null> {
  const compId = compOf(context.caller, body.compId);
  const { agentId } = body;
  const { ports, audit, auth, leaving } = deps;
  const { before, accountId } = await ports.database.tenant(compId, async (trx) => {
    const before = await findAgent(trx, compId, agentId);
    if (!before) throw new AppError("notFound", "坐席不存在");
    checkLifted(context.caller, body.isHiddenNum, before.isHiddenNum);
    const roleId = await checked(trx, compId, agentId, body);
    const userName = formUserName(compId, body.roleType, agentId);
    if (body.roleType !== before.roleType && (await existingAccounts(trx, compId)).has(userName))
      fault("roleType", "角色", "该角色下已有同名账号");
    const disabling = before.enabled === 1 && body.enable === 0;
    await updateSeat(trx, compId, [agentId], seatColumns(body));
    await updateSeatAccounts(trx, compId, [agentId], {
      roleType: body.roleType,
      userName,
      nickName: body.name,
      roleId,
      groupId: body.groupId || null,
      isHiddenNum: body.isHiddenNum,
      isTabs: body.isTabs,
      ...(disabling ? { enabled: 2 } : body.enable === 1 ? { enabled: 1 } : {}),
    });
    if ((before.extension ?? "") !== body.extension) {
      await releaseExtensions(trx, deps, compId, [agentId]);
      if (body.extension) await bind(trx, compId, body.extension, agentId);
    }
    const after = (await findAgent(trx, compId, agentId))!;
    await audit.write(trx, context, {
      compId,
      object: "seat",
      action: "update",
      id: agentId,
      name: body.name,
      before: auditedAgent(before),
      after: auditedAgent(after),
    });
    return { before, accountId: before.accountId };
  });
  await changed(deps, compId, agentId);
  const signedIn =
    (before.extension ?? "") !== body.extension ||
    before.terminalType !== body.terminalType ||
    before.isAutoAnswer !== body.isAutoAnswer ||
    before.isPopup !== body.isPopup ||
    before.isTabs !== body.isTabs ||
    before.callStyle !== body.callStyle;
  if (signedIn) await notifyReload(ports, compId, agentId);
  if (before.enabled === 1 && body.enable === 0) await leaving.begin(compId, agentId);
  // Another role type is another user name: who is signed in signs in anew.
  else if (before.roleType !== body.roleType) await auth.endSessions({ accountId }, "ended");
  else await rightsChanged(ports.broker, { accountIds: [accountId] });
  return null;
}
