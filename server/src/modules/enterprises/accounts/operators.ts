/** 运营账号. Nobody gives what he does not have: keys, flags, units; the own account and the last system account stay. */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { operateKeys, type operatorAccountApi } from "@liantai/api/contract/admin";
import { installation } from "../../../http/company.ts";
import { fieldRefusal, unique } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { rightsChanged } from "../../organisation/index.ts";
import { publish } from "../../topics.ts";
import { listBelow } from "../operators/repository.ts";
import { unitScope } from "../operators/scope.ts";
import type { NewPasswords } from "./passwords.ts";
import { presentOperator } from "./present.ts";
import {
  addAccount,
  deleteAccount,
  findOperator,
  findRole,
  listOperators,
  lockAccount,
  lockSystemAccounts,
  updateAccount,
  type AccountRow,
  type ListedOperator,
} from "./repository.ts";

const taken = ["account", "账号", "账号已存在"] as const;
type Fields = Omit<BodyOf<typeof operatorAccountApi.updateOpt>, "id">;

export function createOperatorAccounts({
  ports,
  audit,
  auth,
  passwords,
}: Pick<AdministrationDeps, "ports" | "audit" | "auth"> & { readonly passwords: NewPasswords }) {
  const { database, clock, random, broker } = ports;
  const compId = installation;
  const now = () => new Date(clock.now());
  // system, throughout: accounts of operators belong to the installation.
  const system = database.system.bind(database);
  const notifyChanged = () => publish(broker, "operators.changed", {});

  /** Flags and keys that are given anew must be the giver's own. */
  async function checkGiven(
    trx: Trx,
    { caller }: RequestContext,
    fields: Fields,
    before: AccountRow | undefined,
  ): Promise<string | null | undefined> {
    const scope = await unitScope(trx, caller);
    const all = caller.operator;
    if (fields.isSuper === 1 && before?.isSuper !== 1 && scope)
      throw fieldRefusal("isSuper", "超级账号", "只有超级账号可以授予该权限");
    if (fields.operator === 1 && before?.operator !== 1 && !all)
      throw fieldRefusal("operator", "全部操作权限", "您没有全部操作权限，不能授予");
    if (fields.isSys === 1 && before?.isSys !== 1 && caller.isSys !== true)
      throw fieldRefusal("isSys", "系统账号", "只有系统账号可以授予该权限");
    for (const [key, on] of Object.entries(fields.empowerJson ?? {})) {
      if (on && before?.empower?.[key] !== true && !all && caller.empower[key] !== true)
        throw fieldRefusal("empowerJson", "操作权限", "不能授予自己没有的操作权限");
    }
    if (!(await findRole(trx, compId, fields.roleId))) throw fieldRefusal("roleId", "角色", "角色不存在");
    if (fields.unitId === undefined) return before ? undefined : (scope?.own ?? null);
    if (scope && (!fields.unitId || !scope.ids.has(fields.unitId)))
      throw fieldRefusal("unitId", "运营单位", "请选择本单位或下级单位");
    return fields.unitId || null;
  }

  /** Of the caller's units; whoever stands above him (super, while he is not) he does not touch. */
  async function mine(trx: Trx, { caller }: RequestContext, id: string): Promise<AccountRow> {
    const row = await lockAccount(trx, compId, id);
    const scope = await unitScope(trx, caller);
    if (
      !row ||
      (scope && row.id !== caller.userId && (row.isSuper === 1 || row.unitId === null || !scope.ids.has(row.unitId)))
    )
      throw new AppError("notFound", "账号不存在");
    return row;
  }

  async function keepsSystem(trx: Trx, id: string): Promise<void> {
    const others = (await lockSystemAccounts(trx, compId)).filter((row) => row.id !== id && row.enabled === 1);
    if (others.length === 0) throw new AppError("refused", "至少保留一个启用的系统账号");
  }

  const onlyKnown = (empower: Readonly<Record<string, boolean>> | null | undefined) =>
    Object.fromEntries(operateKeys.flatMap((key) => (empower?.[key] === true ? [[key, true]] : [])));

  return {
    async list(
      body: BodyOf<typeof operatorAccountApi.listOpt>,
      { caller }: RequestContext,
    ): Promise<ReplyOf<typeof operatorAccountApi.listOpt>> {
      return system(async (trx) => {
        const scope = await unitScope(trx, caller);
        const asked = body.unitId ? await listBelow(trx, body.unitId) : undefined;
        const unitIds = scope ? (asked ?? [...scope.ids]).filter((id) => scope.ids.has(id)) : asked;
        const { rows, total } = await listOperators(trx, compId, { ...body, unitIds }, now());
        return {
          list: rows.map((row) => presentOperator(row as ListedOperator)),
          total,
          pageNo: body.pageNo,
          pageSize: body.pageSize,
        };
      });
    },
    query: (
      { id }: BodyOf<typeof operatorAccountApi.queryOpt>,
      context: RequestContext,
    ): Promise<ReplyOf<typeof operatorAccountApi.queryOpt>> =>
      system(async (trx) => {
        await mine(trx, context, id);
        return presentOperator((await findOperator(trx, compId, id, now()))!);
      }),
    async add(
      body: BodyOf<typeof operatorAccountApi.addOpt>,
      context: RequestContext,
    ): Promise<ReplyOf<typeof operatorAccountApi.addOpt>> {
      const { account, kid, password: sealed, ...fields } = body;
      const { hash, shown } = await passwords.take(kid, sealed);
      const id = random.id();
      await system(async (trx) => {
        const unitId = await checkGiven(trx, context, fields, undefined);
        const row = {
          id,
          compId,
          account,
          nickName: fields.nickName,
          roleType: 0,
          roleId: fields.roleId,
          enabled: fields.enabled,
          isSys: fields.isSys,
          isSuper: fields.isSuper,
          operator: fields.operator,
          isHiddenNum: fields.isHiddenNum,
          unitId,
          empower: onlyKnown(fields.empowerJson),
          remark: fields.remark,
        };
        await unique(fieldRefusal(...taken), () => addAccount(trx, ports, { ...row, hash, mustChange: false }));
        await audit.write(trx, context, {
          compId,
          action: "add",
          object: "operatorAccount",
          id,
          name: account,
          after: row,
        });
      });
      return { id, password: shown };
    },
    async update(
      { id, ...fields }: BodyOf<typeof operatorAccountApi.updateOpt>,
      context: RequestContext,
    ): Promise<null> {
      const disabled = await system(async (trx) => {
        const before = await mine(trx, context, id);
        const unitId = await checkGiven(trx, context, fields, before);
        const loses = (fields.isSys === 0 || fields.enabled === 0) && before.isSys === 1 && before.enabled === 1;
        if (id === context.caller.userId && fields.enabled === 0) throw new AppError("refused", "不能停用自己的账号");
        if (loses) await keepsSystem(trx, id);
        const changes = {
          nickName: fields.nickName,
          roleId: fields.roleId,
          enabled: fields.enabled ?? before.enabled,
          isSys: fields.isSys ?? before.isSys,
          isSuper: fields.isSuper ?? before.isSuper,
          operator: fields.operator ?? before.operator,
          isHiddenNum: fields.isHiddenNum ?? before.isHiddenNum,
          remark: fields.remark ?? before.remark,
          unitId: unitId === undefined ? before.unitId : unitId,
        };
        const empower = fields.empowerJson ? onlyKnown(fields.empowerJson) : (before.empower ?? {});
        await updateAccount(trx, compId, id, { ...changes, empower: JSON.stringify(empower) });
        const kept = Object.fromEntries(Object.keys(changes).map((key) => [key, before[key as keyof typeof changes]]));
        await audit.write(trx, context, {
          compId,
          action: "update",
          object: "operatorAccount",
          id,
          name: before.account,
          before: { ...kept, empower: before.empower ?? {} },
          after: { ...changes, empower },
        });
        return changes.enabled === 0 && before.enabled !== 0;
      });
      if (disabled) await auth.endSessions({ accountId: id }, "disabled");
      await notifyChanged();
      if (!disabled) await rightsChanged(broker, { accountIds: [id] });
      return null;
    },
    async reload(
      { id, kid, password: sealed }: BodyOf<typeof operatorAccountApi.reloadPasswordOpt>,
      context: RequestContext,
    ): Promise<ReplyOf<typeof operatorAccountApi.reloadPasswordOpt>> {
      const { hash, shown } = await passwords.take(kid, sealed);
      await system(async (trx) => {
        const before = await mine(trx, context, id);
        // Whoever sets the password of an account can become it.
        if (before.isSys === 1 && context.caller.isSys !== true)
          throw new AppError("forbidden", "只有系统账号可以重置系统账号的密码");
        if (before.operator === 1 && !context.caller.operator)
          throw new AppError("forbidden", "该账号的权限高于您，不能重置密码");
        await updateAccount(trx, compId, id, {
          passwordHash: hash,
          passwordChangedAt: now(),
          passwordDeferredAt: null,
          failedCount: 0,
          lockedUntil: null,
        });
        await audit.write(trx, context, {
          compId,
          action: "resetPassword",
          object: "operatorAccount",
          id,
          name: before.account,
          after: { password: "new" },
        });
      });
      await auth.endSessions({ accountId: id }, "password");
      return { id, password: shown };
    },
    async delete(
      { ids }: BodyOf<typeof operatorAccountApi.deleteOpt>,
      context: RequestContext,
    ): Promise<{ count: number }> {
      const wanted = [...new Set(ids)];
      if (wanted.includes(context.caller.userId)) throw new AppError("refused", "不能删除自己的账号");
      await system(async (trx) => {
        for (const id of wanted) if ((await mine(trx, context, id)).isSys === 1) await keepsSystem(trx, id);
      });
      for (const id of wanted) await auth.endSessions({ accountId: id }, "ended");
      await system(async (trx) => {
        for (const id of wanted) {
          const before = await mine(trx, context, id);
          if (before.isSys === 1) await keepsSystem(trx, id);
          await deleteAccount(trx, compId, id);
          await audit.write(trx, context, {
            compId,
            action: "delete",
            object: "operatorAccount",
            id,
            name: before.account,
            before: {
              account: before.account,
              nickName: before.nickName,
              isSys: before.isSys,
              isSuper: before.isSuper,
              operator: before.operator,
              empower: before.empower,
            },
          });
        }
      });
      return { count: wanted.length };
    },
  };
}
