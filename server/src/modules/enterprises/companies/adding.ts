/** An enterprise is added with its default roles and its first administrator. */
import { operatorCode, type BodyOf, type ReplyOf, RoleType } from "@liantai/api/contract";
import { parseMoney, type companyApi } from "@liantai/api/contract/admin";
import { fieldRefusal, unique } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { publish } from "../../topics.ts";
import { grantDefaultMenus, insertRole } from "../../organisation/index.ts";
import { setCreditLimit } from "../ledger/repository.ts";
import { addAccount } from "../accounts/repository.ts";
import { columnsOf } from "./changes.ts";
import { insertEnterprise } from "./repository.ts";
import { type CompanyDeps, system } from "./deps.ts";
import { unitOf } from "./units.ts";

const defaultRoles = [
  { roleType: RoleType.administrator, name: "企业管理员" },
  { roleType: RoleType.agent, name: "坐席" },
  { roleType: RoleType.monitor, name: "班长" },
] as const;

const taken = ["compId", "企业编号", "企业编号已被使用，请换一个"] as const;

export async function add(
  deps: CompanyDeps,
  body: BodyOf<typeof companyApi.add>,
  context: RequestContext,
): Promise<ReplyOf<typeof companyApi.add>> {
  const { passwords, ports, audit, lifecycle } = deps;
  const { random, broker } = ports;
  const { compId, creditLimit, adminAccount, adminName, kid, password: sealed, ...fields } = body;
  if (compId === operatorCode) throw fieldRefusal(taken[0], taken[1], "该企业编号已保留，请换一个");
  if (!adminAccount && (adminName || sealed)) throw fieldRefusal("adminAccount", "管理员账号", "请输入管理员账号");
  const first = adminAccount ? await passwords.take(kid, sealed) : undefined;
  const adminId = first ? random.id() : null;
  await system(deps, async (trx) => {
    const columns = columnsOf(fields);
    const unitId = await unitOf(trx, context, columns.unitId, true);
    const row = { ...columns, ...(unitId === undefined ? {} : { unitId }), compId, name: fields.name };
    await unique(fieldRefusal(...taken), () => insertEnterprise(trx, row));
    if (creditLimit) await setCreditLimit(trx, compId, parseMoney(creditLimit) ?? 0n);
    let adminRole = "";
    for (const { roleType, name } of defaultRoles) {
      const role = { id: random.id(), compId, name, kind: "enterprise", roleType };
      await insertRole(trx, role);
      await grantDefaultMenus(trx, role);
      if (roleType === RoleType.administrator) adminRole = role.id;
    }
    if (first && adminId)
      await addAccount(trx, ports, {
        id: adminId,
        compId,
        account: adminAccount!,
        nickName: adminName || "管理员",
        roleType: RoleType.administrator,
        roleId: adminRole,
        hash: first.hash,
        isSys: 1,
        mustChange: true,
      });
    await audit.write(trx, context, {
      compId,
      action: "add",
      object: "enterprise",
      id: compId,
      name: fields.name,
      after: { ...row, admin: adminAccount ?? null },
    });
  });
  await publish(broker, "operators.changed", {});
  await lifecycle.changed(compId);
  return { compId, adminId, password: first?.shown ?? "" };
}
