/** 菜单同步: new menus and buttons reach existing roles when an operator has seen what comes to whom. */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { menuApi } from "@liantai/api/contract/admin";
import { installation } from "../../http/company.ts";
import type { Caller, RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { AdministrationDeps } from "../deps.ts";
import { grantMenus, listMenus, markDecided, newestRevision, withdrawMenus } from "../organisation/index.ts";
import { withdrawFromCustom } from "./grants/withdraw.ts";
import { listAdditions, listEnterpriseNames, listRemovals, listRolesByIds, lockRoles } from "./menu-repository.ts";
import { planSync, sameSet, type RolePlan } from "./plan.ts";
import { trailOf } from "./present.ts";

type Preview = ReplyOf<typeof menuApi.syncPreview>;

/** Operators who look after some enterprises see those; the operators' own roles belong to those who look after all. */
const mayTouch = (caller: Caller, compId: string): boolean => !caller.companies || caller.companies.has(compId);

async function plans(
  trx: Trx,
  caller: Caller,
): Promise<{ readonly plan: readonly RolePlan[]; readonly roles: Awaited<ReturnType<typeof listRolesByIds>> }> {
  const additions = (await listAdditions(trx)).filter((each) => mayTouch(caller, each.compId));
  const removals = (await listRemovals(trx)).filter((each) => mayTouch(caller, each.compId));
  const ids = [...new Set([...additions, ...removals].map((each) => each.roleId))];
  const roles = ids.length > 0 ? await listRolesByIds(trx, ids) : [];
  return { plan: planSync(roles, additions, removals), roles };
}

export function createMenuSync({
  ports,
  audit,
  organisation,
}: Pick<AdministrationDeps, "ports" | "audit" | "organisation">) {
  const { database } = ports;
  return {
    async preview({ name = "" }: BodyOf<typeof menuApi.syncPreview>, { caller }: RequestContext): Promise<Preview> {
      // system: it compares roles of all enterprises with a tree that belongs to none.
      return database.system(async (trx) => {
        const { plan, roles } = await plans(trx, caller);
        if (plan.length === 0) return [];
        const rows = new Map((await listMenus(trx)).map((row) => [row.id, row]));
        const names = await listEnterpriseNames(trx, [...new Set(plan.map((each) => each.compId))]);
        const roleOf = new Map(roles.map((role) => [role.id, role]));
        const items = (ids: readonly string[]) =>
          ids.map((id) => ({ id, name: trailOf(rows, id), category: rows.get(id)?.category ?? 2 }));
        const found = new Map<string, Preview[number]>();
        for (const { compId, roleId, added, removed } of plan) {
          const title = compId === installation ? "运营平台" : (names.get(compId) ?? compId);
          if (name && !title.includes(name) && !compId.includes(name)) continue;
          const role = roleOf.get(roleId)!;
          const comp = found.get(compId) ?? { compId, name: title, roles: [] };
          comp.roles.push({
            roleId,
            name: role.name,
            kind: role.kind,
            roleType: role.roleType,
            added: items(added),
            removed: items(removed),
          });
          found.set(compId, comp);
        }
        return [...found.values()];
      });
    },

    async sync({ expected }: BodyOf<typeof menuApi.sync>, context: RequestContext) {
      // system: as above; all of it or nothing.
      const done = await database.system(async (trx) => {
        await lockRoles(
          trx,
          expected.map((each) => each.roleId),
        );
        const { plan, roles } = await plans(trx, context.caller);
        const planned = new Map(plan.map((each) => [each.roleId, each]));
        const roleOf = new Map(roles.map((role) => [role.id, role]));
        const chosen = expected.map((each) => {
          const now = planned.get(each.roleId);
          if (!now || !sameSet(now.added, each.added) || !sameSet(now.removed, each.removed))
            throw new AppError("conflict", "菜单或角色在预览之后有变化，请重新预览");
          return now;
        });
        const coming = new Map<string, Set<string>>();
        for (const each of chosen)
          if (roleOf.get(each.roleId)!.kind === "enterprise")
            coming.set(each.compId, new Set([...(coming.get(each.compId) ?? []), ...each.added]));
        const rows = new Map((await listMenus(trx)).map((row) => [row.id, row]));
        const revision = await newestRevision(trx);
        const touched = new Set<string>();
        for (const each of chosen) {
          const role = roleOf.get(each.roleId)!;
          if (each.unauthorised.some((id) => !coming.get(each.compId)?.has(id)))
            throw new AppError("refused", `自定义角色“${role.name}”的新菜单须先授权给企业，请同时选择该企业的默认角色`);
          await withdrawMenus(trx, each.compId, each.roleId, each.removed);
          await grantMenus(trx, each.compId, each.roleId, each.added);
          await markDecided(trx, each.compId, each.roleId, revision);
          touched.add(each.roleId);
          await audit.write(trx, context, {
            compId: each.compId,
            action: "sync",
            object: "role",
            id: each.roleId,
            name: role.name,
            before: { removed: each.removed.map((id) => trailOf(rows, id)), added: [] },
            after: { removed: [], added: each.added.map((id) => trailOf(rows, id)) },
          });
        }
        for (const compId of new Set(chosen.filter((each) => each.removed.length > 0).map((each) => each.compId)))
          for (const roleId of (await withdrawFromCustom(trx, audit, context, compId)).keys()) touched.add(roleId);
        return { chosen, touched: [...touched] };
      });
      await organisation.menus.changed({ roleIds: done.touched });
      const sum = (count: (plan: RolePlan) => number) => done.chosen.reduce((total, each) => total + count(each), 0);
      return {
        roles: done.chosen.length,
        added: sum((each) => each.added.length),
        removed: sum((each) => each.removed.length),
      };
    },
  };
}
