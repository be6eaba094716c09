/** A seat is added with its account, in one transaction. */
import { insertAccounts } from "../../auth/index.ts";
import { formUserName, type ReplyOf } from "@liantai/api/contract";
import { seatIdSizeText, type agentApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import { checkLifted } from "../../../http/hidden-number.ts";
import { fieldRefusal, unique } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { assertSeatRoom } from "../../enterprises/index.ts";
import { hashPassword, randomPassword } from "../../system/index.ts";
import { initialPasswordLength, type SeatsDeps } from "../deps.ts";
import { bind } from "../extensions/repository.ts";
import { fault } from "../faults.ts";
import { auditedAgent } from "./present.ts";
import { existingAccounts, findAgent, insertSeats } from "./repository.ts";
import { seatColumns, newAccount, type Body } from "./columns.ts";
import { checked, changed, settingsOf } from "./checks.ts";

export async function add(
  deps: SeatsDeps,
  body: Body<"add">,
  context: RequestContext,
): Promise<ReplyOf<typeof agentApi.add>> {
  const compId = compOf(context.caller, body.compId);
  const { agentId } = body;
  const { ports, audit } = deps;
  checkLifted(context.caller, body.isHiddenNum, undefined);
  const password = randomPassword(ports.random, initialPasswordLength);
  const hash = await hashPassword(password);
  const adding = ports.database.tenant(compId, async (trx) => {
    const { idDigits: digits } = await settingsOf(trx, compId);
    if (agentId.length !== digits) fault("agentId", "坐席工号", seatIdSizeText(digits));
    await assertSeatRoom(trx, compId, 1);
    if (
      (await findAgent(trx, compId, agentId)) ||
      (await existingAccounts(trx, compId)).has(formUserName(compId, body.roleType, agentId))
    )
      fault("agentId", "坐席工号", "坐席工号已存在");
    const roleId = await checked(trx, compId, agentId, body);
    await insertSeats(trx, [{ compId, agentId, ...seatColumns(body) }]);
    await insertAccounts(trx, [
      { ...newAccount(compId, agentId, body, roleId, hash, new Date(ports.clock.now())), id: ports.random.id() },
    ]);
    if (body.extension) await bind(trx, compId, body.extension, agentId);
    const made = (await findAgent(trx, compId, agentId))!;
    await audit.write(trx, context, {
      compId,
      object: "seat",
      action: "add",
      id: agentId,
      name: body.name,
      after: auditedAgent(made),
    });
  });
  await unique(fieldRefusal("agentId", "坐席工号", "坐席工号已存在"), () => adding);
  await changed(deps, compId, agentId);
  return { agentId, password };
}
