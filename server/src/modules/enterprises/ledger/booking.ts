/** Money is booked: a recharge, or an adjustment. */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { formatMoney, parseMoney, type LedgerKind, type rechargeApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { findEnterpriseRow } from "../companies/repository.ts";
import { announceArrears, post } from "./ledger.ts";
import type { LedgerDeps } from "./reading.ts";

async function book(
  deps: LedgerDeps,
  kind: LedgerKind,
  { compId: named, amount: text, remark, key }: BodyOf<typeof rechargeApi.add>,
  context: RequestContext,
): Promise<ReplyOf<typeof rechargeApi.add>> {
  const { ports, audit } = deps;
  const { database } = ports;
  const { caller } = context;
  const compId = compOf(caller, named);
  const amount = parseMoney(text) ?? 0n;
  // system: tenants may not write to the ledger.
  const posted = await database.system(async (trx) => {
    const enterprise = await findEnterpriseRow(trx, compId);
    if (!enterprise) throw new AppError("notFound", "企业不存在");
    const done = await post(trx, ports, {
      compId,
      kind,
      amount,
      key,
      operatorId: caller.userId,
      operatorName: caller.nickName,
      remark,
    });
    if (!done.repeated)
      await audit.write(trx, context, {
        compId,
        action: kind === "recharge" ? "recharge" : "adjust",
        object: "ledger",
        id: done.id,
        name: enterprise.name,
        after: { amount: formatMoney(amount), balance: formatMoney(done.balance), remark: remark ?? "" },
      });
    return done;
  });
  if (posted.turned) await announceArrears(ports, compId, posted.forbidden);
  return {
    id: posted.id,
    balance: formatMoney(posted.balance),
    forbidden: posted.forbidden,
    repeated: posted.repeated,
  };
}

export const recharge = (deps: LedgerDeps, body: BodyOf<typeof rechargeApi.add>, context: RequestContext) =>
  book(deps, "recharge", body, context);

export const adjust = (deps: LedgerDeps, body: BodyOf<typeof rechargeApi.adjust>, context: RequestContext) =>
  book(deps, "adjustment", body, context);
