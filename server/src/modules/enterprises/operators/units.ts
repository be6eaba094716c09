/** 运营单位: a tree, and the enterprises each unit looks after. */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { unitApi } from "@liantai/api/contract/admin";
import { compListOf, compOf, installation } from "../../../http/company.ts";
import { fieldRefusal, unique } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { publish } from "../../topics.ts";
import { listEnterprises } from "../companies/repository.ts";
import {
  assignUnit,
  deleteUnit,
  findUnit,
  insertUnit,
  listBelow,
  listUnits,
  lockUnits,
  updateUnit,
} from "./repository.ts";
import { unitScope } from "./scope.ts";

const taken = ["name", "单位名称", "同一上级下已有同名单位"] as const;

export function createUnits({ ports, audit }: Pick<AdministrationDeps, "ports" | "audit">) {
  const { database, random, broker } = ports;
  // system, throughout: units belong to the installation.
  const system = database.system.bind(database);
  const notifyChanged = async () => publish(broker, "operators.changed", {});

  async function scopedParent(
    trx: Trx,
    context: RequestContext,
    parentId: string | null | undefined,
  ): Promise<string | null> {
    const scope = await unitScope(trx, context.caller);
    const parent = parentId || null;
    if (scope && (parent === null || !scope.ids.has(parent)))
      throw fieldRefusal("parentId", "上级单位", "请选择本单位或下级单位");
    if (parent !== null && !(await findUnit(trx, parent))) throw fieldRefusal("parentId", "上级单位", "上级单位不存在");
    return parent;
  }

  async function mine(trx: Trx, context: RequestContext, id: string, ownToo = true) {
    const scope = await unitScope(trx, context.caller);
    const unit = await findUnit(trx, id);
    if (!unit || (scope && (!scope.ids.has(id) || (!ownToo && id === scope.own))))
      throw new AppError("notFound", "运营单位不存在");
    return unit;
  }

  return {
    list: (context: RequestContext): Promise<ReplyOf<typeof unitApi.list>> =>
      system(async (trx) => {
        const scope = await unitScope(trx, context.caller);
        const rows = (await listUnits(trx)).filter((row) => !scope || scope.ids.has(row.id));
        return rows.map((row) => ({
          id: row.id,
          parentId: scope?.own === row.id ? null : row.parentId,
          name: row.name,
          remark: row.remark,
          sort: row.sort,
          enterprises: Number(row.enterprises ?? 0),
          accounts: Number(row.accounts ?? 0),
        }));
      }),
    async add(body: BodyOf<typeof unitApi.add>, context: RequestContext): Promise<{ id: string }> {
      const id = random.id();
      await system(async (trx) => {
        const row = {
          id,
          parentId: await scopedParent(trx, context, body.parentId),
          name: body.name,
          remark: body.remark ?? "",
          sort: body.sort ?? 0,
        };
        await unique(fieldRefusal(...taken), () => insertUnit(trx, row));
        await audit.write(trx, context, {
          compId: installation,
          action: "add",
          object: "operatorUnit",
          id,
          name: body.name,
          after: row,
        });
      });
      await notifyChanged();
      return { id };
    },
    async update(body: BodyOf<typeof unitApi.update>, context: RequestContext): Promise<null> {
      await system(async (trx) => {
        await lockUnits(trx);
        const before = await mine(trx, context, body.id);
        const scope = await unitScope(trx, context.caller);
        // Whoever looks after a part of the tree keeps the top of it where it is.
        const parentId = scope?.own === body.id ? before.parentId : await scopedParent(trx, context, body.parentId);
        if (parentId !== null && (await listBelow(trx, body.id)).includes(parentId))
          throw fieldRefusal("parentId", "上级单位", "上级单位不能是本单位或其下级");
        const changes = {
          parentId,
          name: body.name,
          remark: body.remark ?? before.remark,
          sort: body.sort ?? before.sort,
        };
        await unique(fieldRefusal(...taken), () => updateUnit(trx, body.id, changes));
        await audit.write(trx, context, {
          compId: installation,
          action: "update",
          object: "operatorUnit",
          id: body.id,
          name: body.name,
          before,
          after: { ...before, ...changes },
        });
      });
      await notifyChanged();
      return null;
    },
    async delete({ ids }: BodyOf<typeof unitApi.delete>, context: RequestContext): Promise<{ count: number }> {
      await system(async (trx) => {
        for (const id of new Set(ids)) {
          const before = await mine(trx, context, id, false);
          await deleteUnit(trx, id).catch((error: { code?: string }) => {
            throw error.code === "23503"
              ? new AppError("refused", `“${before.name}”还有下级单位、企业或账号，请先移走`)
              : error;
          });
          await audit.write(trx, context, {
            compId: installation,
            action: "delete",
            object: "operatorUnit",
            id,
            name: before.name,
            before,
          });
        }
      });
      await notifyChanged();
      return { count: new Set(ids).size };
    },
    async companies(
      body: BodyOf<typeof unitApi.organizCompanyList>,
      { caller }: RequestContext,
    ): Promise<ReplyOf<typeof unitApi.organizCompanyList>> {
      return system(async (trx) => {
        const unitIds = body.unitId ? (body.below ? await listBelow(trx, body.unitId) : [body.unitId]) : undefined;
        const { rows, total } = await listEnterprises(trx, {
          ...body,
          compIds: compListOf(caller, body.compId),
          unitIds,
          unitless: !body.unitId,
        });
        return {
          list: rows.map((row) => ({
            compId: row.compId,
            name: row.name,
            enabled: row.enabled,
            unitId: row.unitId,
            unitName: row.unitName ?? "",
          })),
          total,
          pageNo: body.pageNo,
          pageSize: body.pageSize,
        };
      });
    },
    async assign(
      { unitId, compIds }: BodyOf<typeof unitApi.assign>,
      context: RequestContext,
    ): Promise<{ count: number }> {
      const codes = [...new Set(compIds)].map((compId) => compOf(context.caller, compId));
      const moved = await system(async (trx) => {
        const unit = unitId ? await mine(trx, context, unitId) : undefined;
        if (!unit && (await unitScope(trx, context.caller)))
          throw fieldRefusal("unitId", "运营单位", "请选择本单位或下级单位");
        const rows = await assignUnit(trx, codes, unit?.id ?? null);
        for (const row of rows)
          await audit.write(trx, context, {
            compId: row.compId,
            action: "assign",
            object: "enterprise",
            id: row.compId,
            name: row.name,
            before: { unitId: row.unitId },
            after: { unitId: unit?.id ?? null },
          });
        return rows;
      });
      await notifyChanged();
      return { count: moved.length };
    },
  };
}
