/** A role is added. */
import { AppError, type BodyOf, RoleType } from "@liantai/api/contract";
import type { roleApi } from "@liantai/api/contract/admin";
import { compOf, installation, ownInstallation } from "../../../http/company.ts";
import { fieldRefusal, unique } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { newestRevision, insertRole } from "../../organisation/index.ts";
import { enterpriseStands, findRoleByName } from "../repository.ts";

export type RoleDeps = Pick<AdministrationDeps, "ports" | "audit" | "organisation">;

export type Api = typeof roleApi;

export type Kind = "operator" | "enterprise" | "custom";

export const nameTaken = () => fieldRefusal("name", "角色名称", "角色名称已存在");

async function add(
  deps: RoleDeps,
  context: RequestContext,
  compId: string,
  role: {
    readonly kind: Kind;
    readonly roleType: number;
    readonly name: string;
    readonly remark?: string | undefined;
  },
) {
  const {
    ports: { random, database, clock },
    audit,
  } = deps;
  const id = random.id();
  const row = {
    id,
    compId,
    name: role.name,
    kind: role.kind,
    roleType: role.roleType,
    remark: role.remark ?? "",
  };
  await unique(nameTaken(), () =>
    database.tenant(compId, async (trx) => {
      if (compId !== installation && !(await enterpriseStands(trx, compId)))
        throw new AppError("notFound", "企业不存在");
      if (await findRoleByName(trx, compId, role.name)) throw nameTaken();
      await insertRole(trx, { ...row, createdAt: new Date(clock.now()), menusRevision: await newestRevision(trx) });
      await audit.write(trx, context, { compId, action: "add", object: "role", id, name: role.name, after: row });
    }),
  );
  return { id };
}

export const addOpt = (deps: RoleDeps, body: BodyOf<Api["addOpt"]>, context: RequestContext) =>
  add(deps, context, ownInstallation(context.caller), { kind: "operator", roleType: RoleType.operator, ...body });

export const addComp = (deps: RoleDeps, body: BodyOf<Api["addComp"]>, context: RequestContext) =>
  add(deps, context, compOf(context.caller, body.compId), { kind: "enterprise", ...body });

export const addDef = (deps: RoleDeps, body: BodyOf<Api["addDef"]>, context: RequestContext) =>
  add(deps, context, compOf(context.caller, body.compId), { kind: "custom", ...body });
