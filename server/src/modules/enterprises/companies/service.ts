/** 企业管理: enterprises, their limits, their service and what they are given to begin with. */
import { AppError, operatorCode, type BodyOf, type ReplyOf, isOperator } from "@liantai/api/contract";
import { parseMoney, type companyApi, type companyWhiteApi, formatMoney } from "@liantai/api/contract/admin";
import { compListOf, compOf } from "../../../http/company.ts";
import { fieldRefusal, unique } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { publish } from "../../topics.ts";
import { grantDefaultMenus, rightsChanged } from "../../organisation/index.ts";
import { announceArrears, judgeArrears } from "../ledger/ledger.ts";
import { setCreditLimit } from "../ledger/repository.ts";
import type { NewPasswords } from "../accounts/passwords.ts";
import { addAccount } from "../accounts/repository.ts";
import { findUnit } from "../operators/repository.ts";
import { unitScope } from "../operators/scope.ts";
import { columnsOf } from "./changes.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { presentEnterprise } from "./present.ts";
import {
  countEnterprises,
  deleteEnterprise,
  findListed,
  findSms,
  insertEnterprise,
  insertRole,
  listEnterprises,
  listSms,
  lockEnterpriseRow,
  nextCode,
  updateEnterprise,
  usedFor,
  type ListedEnterprise,
} from "./repository.ts";

const defaultRoles = [
  { roleType: 1, name: "企业管理员" },
  { roleType: 2, name: "坐席" },
  { roleType: 3, name: "班长" },
] as const;
const taken = ["compId", "企业编号", "企业编号已被使用，请换一个"] as const;
const mainDatabase = "main";
const modules = ["moduleIm", "moduleKnowledge", "moduleHelp"] as const;

export interface CompanyDeps extends Pick<AdministrationDeps, "ports" | "audit" | "sealer"> {
  readonly lifecycle: Lifecycle;
  readonly passwords: NewPasswords;
}

export function createCompanyService({ ports, audit, lifecycle, passwords }: CompanyDeps) {
  const { database, random, broker } = ports;
  // system, throughout: operators act on enterprises that are not theirs; compOf decides on which.
  const system = database.system.bind(database);

  /** The unit must be one that the operator may give; operators who do not look after all give their own by default. */
  async function unitOf(
    trx: Trx,
    { caller }: RequestContext,
    unitId: string | null | undefined,
    isNew: boolean,
  ): Promise<string | null | undefined> {
    const scope = await unitScope(trx, caller);
    if (!scope) {
      if (unitId && !(await findUnit(trx, unitId)))
        throw fieldRefusal("unitId", "运营单位", "运营单位不存在或已被删除");
      return unitId;
    }
    if (unitId && !scope.ids.has(unitId)) throw fieldRefusal("unitId", "运营单位", "请选择本单位或下级单位");
    if (unitId === null || unitId === "" || (unitId === undefined && isNew)) return scope.own;
    return unitId;
  }

  async function flip(
    compIds: readonly string[],
    context: RequestContext,
    action: string,
    changes: { enabled?: number; isShowForm?: number },
  ): Promise<string[]> {
    const codes = [...new Set(compIds)].map((compId) => compOf(context.caller, compId));
    return system(async (trx) => {
      const changed: string[] = [];
      for (const compId of codes.sort()) {
        const before = await lockEnterpriseRow(trx, compId);
        if (!before) throw new AppError("notFound", `企业${compId}不存在`);
        const differs = Object.entries(changes).some(([key, value]) => before[key as keyof typeof changes] !== value);
        if (!differs) continue;
        await updateEnterprise(trx, compId, changes);
        await audit.write(trx, context, {
          compId,
          action,
          object: "enterprise",
          id: compId,
          name: before.name,
          before: Object.fromEntries(Object.keys(changes).map((key) => [key, before[key as keyof typeof changes]])),
          after: changes,
        });
        changed.push(compId);
      }
      return changed;
    });
  }

  const service = {
    async list(
      body: BodyOf<typeof companyApi.list>,
      { caller }: RequestContext,
    ): Promise<ReplyOf<typeof companyApi.list>> {
      return system(async (trx) => {
        const unitIds = body.unitId ? [body.unitId] : undefined;
        const { rows, total } = await listEnterprises(trx, {
          ...body,
          unitIds,
          compIds: compListOf(caller, body.compId),
        });
        const sms = new Map(
          (
            await listSms(
              trx,
              rows.map((row) => row.compId),
            )
          ).map((row) => [row.compId, row]),
        );
        return {
          list: rows.map((row) => presentEnterprise(row as ListedEnterprise, sms.get(row.compId))),
          total,
          pageNo: body.pageNo,
          pageSize: body.pageSize,
        };
      });
    },

    async query(
      { compId: named }: BodyOf<typeof companyApi.query>,
      { caller }: RequestContext,
    ): Promise<ReplyOf<typeof companyApi.query>> {
      const compId = compOf(caller, named);
      const read = async (trx: Trx) => {
        const row = await findListed(trx, compId, isOperator(caller));
        if (!row) throw new AppError("notFound", "企业不存在");
        return presentEnterprise(row, await findSms(trx, compId));
      };
      return isOperator(caller) ? system(read) : database.tenant(compId, read);
    },

    async add(body: BodyOf<typeof companyApi.add>, context: RequestContext): Promise<ReplyOf<typeof companyApi.add>> {
      const { compId, creditLimit, adminAccount, adminName, kid, password: sealed, ...fields } = body;
      if (compId === operatorCode) throw fieldRefusal(taken[0], taken[1], "该企业编号已保留，请换一个");
      if (!adminAccount && (adminName || sealed)) throw fieldRefusal("adminAccount", "管理员账号", "请输入管理员账号");
      const first = adminAccount ? await passwords.take(kid, sealed) : undefined;
      const adminId = first ? random.id() : null;
      await system(async (trx) => {
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
          if (roleType === 1) adminRole = role.id;
        }
        if (first && adminId)
          await addAccount(trx, ports, {
            id: adminId,
            compId,
            account: adminAccount!,
            nickName: adminName || "管理员",
            roleType: 1,
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
    },

    async update(body: BodyOf<typeof companyApi.update>, context: RequestContext): Promise<null> {
      const { compId: named, creditLimit, ...fields } = body;
      const compId = compOf(context.caller, named);
      const { turned, moved, switched } = await system(async (trx) => {
        const before = await lockEnterpriseRow(trx, compId);
        if (!before) throw new AppError("notFound", "企业不存在");
        const columns = columnsOf(fields);
        const unitId = await unitOf(trx, context, columns.unitId, false);
        const changes = { ...columns, ...(unitId === undefined ? {} : { unitId }) };
        await updateEnterprise(trx, compId, changes);
        const credit = creditLimit === undefined ? undefined : (parseMoney(creditLimit || "0") ?? 0n);
        const creditBefore = formatMoney((await findListed(trx, compId, true))?.creditLimit ?? "0");
        if (credit !== undefined) await setCreditLimit(trx, compId, credit);
        const kept = Object.fromEntries(Object.keys(changes).map((key) => [key, before[key as keyof typeof before]]));
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
          switched: modules.some((module) => changes[module] !== undefined && changes[module] !== before[module]),
        };
      });
      if (moved) await publish(broker, "operators.changed", {});
      if (turned) await announceArrears(ports, compId, (await service.query({ compId }, context)).forbidden as 0 | 1);
      else await lifecycle.changed(compId);
      // Menus of a module appear and go with it.
      if (switched) await rightsChanged(broker, { compId });
      return null;
    },

    async delete({ compId: named }: BodyOf<typeof companyApi.delete>, context: RequestContext): Promise<null> {
      const compId = compOf(context.caller, named);
      await system(async (trx) => {
        const before = await lockEnterpriseRow(trx, compId);
        if (!before) throw new AppError("notFound", "企业不存在");
        if (before.enabled === 1) throw new AppError("refused", "请先停用企业，再删除");
        const used = await usedFor(trx, compId);
        if (used.money) throw new AppError("refused", "该企业已有充值或消费记录，不能删除，只能停用");
        if (used.calls) throw new AppError("refused", "该企业已有通话记录，不能删除，只能停用");
        if (used.seats) throw new AppError("refused", "该企业还有坐席，请先删除坐席");
        await deleteEnterprise(trx, compId).catch((error: { code?: string }) => {
          throw error.code === "23503"
            ? new AppError("refused", "该企业下还有数据（技能组、接入号等），不能删除，只能停用")
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
    },

    async enable({ compIds }: BodyOf<typeof companyApi.enable>, context: RequestContext) {
      const changed = await flip(compIds, context, "enable", { enabled: 1 });
      for (const compId of changed) {
        await lifecycle.resume(compId);
        await lifecycle.changed(compId);
      }
      return { count: changed.length };
    },
    async disEnable({ compIds }: BodyOf<typeof companyApi.disEnable>, context: RequestContext) {
      const changed = await flip(compIds, context, "disable", { enabled: 0 });
      for (const compId of changed) {
        await lifecycle.stop(compId);
        await lifecycle.changed(compId);
      }
      return { count: changed.length };
    },
    showForm: async ({ compIds }: BodyOf<typeof companyApi.showForm>, context: RequestContext) => ({
      count: (await flip(compIds, context, "showForm", { isShowForm: 1 })).length,
    }),
    disShowForm: async ({ compIds }: BodyOf<typeof companyApi.disShowForm>, context: RequestContext) => ({
      count: (await flip(compIds, context, "hideForm", { isShowForm: 0 })).length,
    }),
    nextCode: async () => ({ compId: await system(nextCode) }),

    databases: async () => [
      { id: mainDatabase, name: "主数据库", kind: database.kind, enterprises: await system(countEnterprises) },
    ],

    async white(
      body: BodyOf<typeof companyWhiteApi.list>,
      { caller }: RequestContext,
    ): Promise<ReplyOf<typeof companyWhiteApi.list>> {
      const { rows, total } = await system((trx) =>
        listEnterprises(trx, { ...body, compIds: compListOf(caller, body.compId), white: true }),
      );
      return {
        list: rows.map((row) => ({
          compId: row.compId,
          name: row.name,
          balance: formatMoney(row.balance ?? "0"),
          creditLimit: formatMoney(row.creditLimit ?? "0"),
        })),
        total,
        pageNo: body.pageNo,
        pageSize: body.pageSize,
      };
    },
  };
  return service;
}

export type CompanyService = ReturnType<typeof createCompanyService>;
