/** An enterprise goes that was never used. */
import { AppError, operatorCode, type BodyOf } from "@liantai/api/contract";
import type { companyApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { publish } from "../../topics.ts";
import { deleteEnterprise, lockEnterpriseRow, usedFor } from "./repository.ts";
import { type CompanyDeps, system } from "./deps.ts";

export async function remove(
  deps: CompanyDeps,
  { compId: named }: BodyOf<typeof companyApi.delete>,
  context: RequestContext,
): Promise<null> {
  const {
    audit,
    ports: { broker },
    lifecycle,
  } = deps;
  const compId = compOf(context.caller, named);
  await system(deps, async (trx) => {
    const before = await lockEnterpriseRow(trx, compId);
    if (!before) throw new AppError("notFound", "企业不存在");
    if (before.enabled === 1) throw new AppError("refused", "请先停用企业，再删除");
    const used = await usedFor(trx, compId);
    if (used.money) throw new AppError("refused", "该企业已有充值或消费记录，不能删除，只能停用");
    if (used.calls) throw new AppError("refused", "该企业已有通话记录，不能删除，只能停用");
    if (used.seats) throw new AppError("refused", "该企业还有坐席，请先删除坐席");
    await deleteEnterprise(trx, compId).catch((error: { code?: string }) => {
      throw error.code === "23503"
        ? new AppError("refused", "该企业下还有数据（技能组、接入号码等），不能删除，只能停用")
        : error;
    });
    // The enterprise is gone: its log entry stands with the operators'.
    await audit.write(trx, context, {
      compId: operatorCode,
      action: "delete",
      object: "enterprise",
      id: compId,
      name: before.name,
      before,
    });
  });
  await publish(broker, "operators.changed", {});
  await lifecycle.changed(compId);
  return null;
}
