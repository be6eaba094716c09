/** Roles of operators, default roles of enterprises, and the roles that enterprises make themselves. */
import { AppError, type BodyOf } from "@liantai/api/contract";
import type { roleApi } from "@liantai/api/contract/admin";
import { compListOf, compOf, installation, ownInstallation, ownerToWrite } from "../../http/company.ts";
import { fieldRefusal, unique } from "../../http/refusals.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { AdministrationDeps } from "../deps.ts";
import { newestRevision } from "../organisation/index.ts";
import { withdrawFromCustom } from "./grants.ts";
import { checkMayEdit, scopeOf } from "./policy.ts";
import { presentRole } from "./present.ts";
import {
  countAccounts,
  deleteRole,
  enterpriseStands,
  findListedRole,
  findRoleByName,
  insertRole,
  lockRole,
  pageOfRoles,
  updateRole,
  type RoleRow,
} from "./repository.ts";

type Api = typeof roleApi;
type ListBody = BodyOf<Api["listOpt"]>;
type Kind = "operator" | "enterprise" | "custom";

const nameTaken = () => fieldRefusal("name", "角色名称", "角色名称已存在");

/** Throws notFound for what the enterprise does not have. */
async function lockExisting(trx: Trx, compId: string, id: string): Promise<RoleRow> {
  const role = await lockRole(trx, compId, id);
  if (!role) throw new AppError("notFound", "角色不存在或已被删除");
  return role;
}

export function createRoles({
  ports,
  audit,
  organisation,
}: Pick<AdministrationDeps, "ports" | "audit" | "organisation">) {
  const { database, random, clock } = ports;

  async function list(kind: Kind, comps: readonly string[] | undefined, body: ListBody) {
    const read = async (trx: Trx) => {
      const { rows, total } = await pageOfRoles(
        trx,
        { kind, comps, name: body.name ?? "", roleType: body.roleType ?? "" },
        body,
      );
      return { list: rows.map(presentRole), total, pageNo: body.pageNo, pageSize: body.pageSize };
    };
    // system: an operator looks at the roles of several enterprises at once.
    return comps?.length === 1 ? database.tenant(comps[0]!, read) : database.system(read);
  }

  async function add(
    context: RequestContext,
    compId: string,
    role: {
      readonly kind: Kind;
      readonly roleType: number;
      readonly name: string;
      readonly remark?: string | undefined;
    },
  ) {
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

  return {
    listOpt: (body: ListBody) => list("operator", [installation], body),
    listComp: (body: ListBody, { caller }: RequestContext) => list("enterprise", compListOf(caller, body.compId), body),
    listDef: (body: ListBody, { caller }: RequestContext) => list("custom", compListOf(caller, body.compId), body),
    async query({ compId: named, id }: BodyOf<Api["query"]>, { caller }: RequestContext) {
      const compId = scopeOf(caller, named);
      const row = await database.tenant(compId, (trx) => findListedRole(trx, compId, id));
      if (!row) throw new AppError("notFound", "角色不存在或已被删除");
      return presentRole(row);
    },
    addOpt: (body: BodyOf<Api["addOpt"]>, context: RequestContext) =>
      add(context, ownInstallation(context.caller), { kind: "operator", roleType: 0, ...body }),
    addComp: (body: BodyOf<Api["addComp"]>, context: RequestContext) =>
      add(context, compOf(context.caller, body.compId), { kind: "enterprise", ...body }),
    addDef: (body: BodyOf<Api["addDef"]>, context: RequestContext) =>
      add(context, compOf(context.caller, body.compId), { kind: "custom", ...body }),
    async update({ compId: named, id, name, remark = "" }: BodyOf<Api["update"]>, context: RequestContext) {
      const compId = ownerToWrite(context.caller, named);
      await unique(nameTaken(), () =>
        database.tenant(compId, async (trx) => {
          const role = await lockExisting(trx, compId, id);
          checkMayEdit(context.caller, role);
          if (await findRoleByName(trx, compId, name, id)) throw nameTaken();
          await updateRole(trx, compId, id, { name, remark });
          await audit.write(trx, context, {
            compId,
            action: "update",
            object: "role",
            id,
            name,
            before: { name: role.name, remark: role.remark },
            after: { name, remark },
          });
        }),
      );
      return null;
    },
    async delete({ compId: named, ids }: BodyOf<Api["delete"]>, context: RequestContext) {
      const compId = ownerToWrite(context.caller, named);
      const trimmed = await database.tenant(compId, async (trx) => {
        for (const id of ids) {
          const role = await lockExisting(trx, compId, id);
          checkMayEdit(context.caller, role);
          if (role.builtin === 1) throw new AppError("refused", `默认角色“${role.name}”不能删除`);
          const used = await countAccounts(trx, compId, id);
          if (used > 0) throw new AppError("refused", `角色“${role.name}”正被${used}个账号使用，不能删除`);
          await deleteRole(trx, compId, id);
          await audit.write(trx, context, {
            compId,
            action: "delete",
            object: "role",
            id,
            name: role.name,
            before: { name: role.name, kind: role.kind, roleType: role.roleType },
          });
        }
        return withdrawFromCustom(trx, audit, context, compId);
      });
      await organisation.menus.changed({ roleIds: [...ids, ...trimmed.keys()] });
      return { count: ids.length };
    },
  };
}
