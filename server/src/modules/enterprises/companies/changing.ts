/** An enterprise is changed. */
import { valuesBefore } from "../../audit/index.ts";
import { AppError, type BodyOf } from "@liantai/api/contract";
import { parseMoney, type companyApi, formatMoney } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { publish } from "../../topics.ts";
import { rightsChanged } from "../../organisation/index.ts";
import { announceArrears, judgeArrears } from "../ledger/ledger.ts";
import { setCreditLimit } from "../ledger/repository.ts";
import { columnsOf } from "./changes.ts";
import { findListed, lockEnterpriseRow, updateEnterprise } from "./repository.ts";
import { type CompanyDeps, system } from "./deps.ts";
import { query } from "./reading.ts";
import { unitOf } from "./units.ts";

/** Menus of a module appear and go with it; the rest is what pages know of their enterprise (getUser). */
const told = [
  ...["moduleIm", "moduleKnowledge", "moduleHelp"],
  ...["name", "isShowForm", "hiddenGlobalPhone", "forcePasswordChange", "reminderCycle"],
];

export async function update(
  deps: CompanyDeps,
  body: BodyOf<typeof companyApi.update>,
  context: RequestContext,
): Promise<null> {
  const { audit, ports, lifecycle } = deps;
  const { broker } = ports;
  const { compId: named, creditLimit, ...fields } = body;
  const compId = compOf(context.caller, named);
  const { turned, moved, tells } = await system(deps, async (trx) => {
    const before = await lockEnterpriseRow(trx, compId);
    if (!before) throw new AppError("notFound", "企业不存在");
    const columns = columnsOf(fields);
    const unitId = await unitOf(trx, context, columns.unitId, false);
    const changes = { ...columns, ...(unitId === undefined ? {} : { unitId }) };
    await updateEnterprise(trx, compId, changes);
    const credit = creditLimit === undefined ? undefined : (parseMoney(creditLimit || "0") ?? 0n);
    const creditBefore = formatMoney((await findListed(trx, compId, true))?.creditLimit ?? "0");
    if (credit !== undefined) await setCreditLimit(trx, compId, credit);
    const kept = valuesBefore(before, changes);
    await audit.write(trx, context, {
      compId,
      action: "update",
      object: "enterprise",
      id: compId,
      name: before.name,
      before: { ...kept, creditLimit: creditBefore },
      after: { ...changes, creditLimit: credit === undefined ? creditBefore : formatMoney(credit) },
    });
    return {
      turned: await judgeArrears(trx, compId),
      moved: (changes.unitId ?? null) !== before.unitId,
      tells: Object.entries(changes).some(([name, value]) => told.includes(name) && value !== kept[name]),
    };
  });
  if (moved) await publish(broker, "operators.changed", {});
  if (turned) await announceArrears(ports, compId, (await query(deps, { compId }, context)).forbidden as 0 | 1);
  else await lifecycle.changed(compId);
  if (tells) await rightsChanged(broker, { compId });
  return null;
}
