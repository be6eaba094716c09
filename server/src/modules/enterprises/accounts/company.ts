/** 企业管理员 for operators, 用户账号 for the enterprise itself. */
import { AppError, type BodyOf, type ReplyOf, isAdministrator, isOperator } from "@liantai/api/contract";
import type { companyAccountApi } from "@liantai/api/contract/admin";
import { compListOf, compOf, installation } from "../../../http/company.ts";
import { fieldRefusal, unique } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { exceeds, rightsChanged } from "../../organisation/index.ts";
import type { NewPasswords } from "./passwords.ts";
import { isOfSeat, presentAccount } from "./present.ts";
import {
  addAccount,
  deleteAccount,
  findAccount,
  findRole,
  findSystemAccount,
  listAccounts,
  listCompanies,
  lockAccount,
  lockSystemAccounts,
  updateAccount,
  type AccountRow,
  type ListedAccount,
} from "./repository.ts";

type Fields = Pick<
  BodyOf<typeof companyAccountApi.addComp>,
  "nickName" | "roleId" | "enabled" | "isSys" | "isHiddenNum" | "isTabs" | "remark"
>;
const taken = (account: string) => fieldRefusal("account", "账号", `账号${account}已存在`);

export function createCompanyAccounts({
  ports,
  audit,
  auth,
  passwords,
}: Pick<AdministrationDeps, "ports" | "audit" | "auth"> & { readonly passwords: NewPasswords }) {
  const { database, clock, random, broker } = ports;
  const now = () => new Date(clock.now());

  /** Administrators' roles for administrators, seats' for seats: a role carries its role type (4 is treated like 1). */
  async function checkRole(
    trx: Trx,
    context: RequestContext,
    compId: string,
    roleId: string,
    roleType: number,
  ): Promise<void> {
    const role = await findRole(trx, compId, roleId);
    const kind = (type: number) => (type === 4 ? 1 : type);
    if (!role) throw fieldRefusal("roleId", "角色", "角色不存在");
    if (kind(role.roleType) !== kind(roleType)) throw fieldRefusal("roleId", "角色", "角色与账号类型不符");
    if (await isBeyond(trx, context, { roleId, roleType }))
      throw fieldRefusal("roleId", "角色", "该角色的权限超出您自己的权限，不能授予");
  }

  /** A restricted administrator neither makes an account that may more, nor takes one over; the system administrator may all. */
  const isBeyond = async (
    trx: Trx,
    { caller }: RequestContext,
    row: { readonly roleId: string; readonly roleType: number },
  ): Promise<boolean> =>
    !isOperator(caller) &&
    caller.entered !== true &&
    caller.isSys !== true &&
    isAdministrator(row) &&
    row.roleId !== caller.roleId &&
    (await exceeds(trx, row.roleId, caller.roleId));

  function checkSys({ caller }: RequestContext, isSys: number | undefined, roleType: number, before: number): void {
    if (isSys !== 1 || before === 1) return;
    if (!isAdministrator({ roleType })) throw fieldRefusal("isSys", "系统管理员", "只有管理员账号可以设为系统管理员");
    if (!isOperator(caller) && caller.isSys !== true)
      throw fieldRefusal("isSys", "系统管理员", "只有系统管理员可以授予该权限");
  }

  async function keepsSystem(trx: Trx, compId: string, id: string): Promise<void> {
    const others = (await lockSystemAccounts(trx, compId)).filter((row) => row.id !== id && row.enabled === 1);
    if (others.length === 0) throw new AppError("refused", "企业至少保留一个启用的系统管理员");
  }

  async function mine(trx: Trx, compId: string, id: string): Promise<AccountRow> {
    const row = await lockAccount(trx, compId, id);
    if (!row) throw new AppError("notFound", "账号不存在");
    return row;
  }

  /** Whoever sets the password of the system administrator can become him. */
  async function checkAbove(trx: Trx, context: RequestContext, row: AccountRow): Promise<void> {
    const { caller } = context;
    if (row.isSys === 1 && !isOperator(caller) && caller.isSys !== true)
      throw new AppError("forbidden", "只有系统管理员可以操作系统管理员账号");
    if (await isBeyond(trx, context, row)) throw new AppError("forbidden", "该账号的权限超出您自己的权限，不能操作");
  }

  async function insert(
    trx: Trx,
    context: RequestContext,
    compId: string,
    id: string,
    account: string,
    roleType: number,
    fields: Fields,
    hash: string,
  ): Promise<void> {
    await checkRole(trx, context, compId, fields.roleId, roleType);
    checkSys(context, fields.isSys, roleType, 0);
    const row = {
      id,
      compId,
      account,
      nickName: fields.nickName,
      roleType,
      roleId: fields.roleId,
      enabled: fields.enabled,
      isSys: fields.isSys,
      isHiddenNum: fields.isHiddenNum,
      isTabs: fields.isTabs,
      remark: fields.remark,
    };
    await unique(taken(account), () => addAccount(trx, ports, { ...row, hash, mustChange: true }));
    await audit.write(trx, context, { compId, action: "add", object: "account", id, name: account, after: row });
  }

  async function remove(
    body: { readonly compId?: string | undefined; readonly ids: readonly string[] },
    context: RequestContext,
  ): Promise<{ count: number }> {
    const { caller } = context;
    const wanted = [...new Set(body.ids)];
    if (wanted.includes(caller.userId)) throw new AppError("refused", "不能删除自己的账号");
    const byComp = await groupByCompany(wanted, body.compId, context);
    let count = 0;
    const check = async (trx: Trx, compId: string, id: string): Promise<AccountRow> => {
      const before = await mine(trx, compId, id);
      await checkAbove(trx, context, before);
      if (isOfSeat(before)) throw new AppError("refused", `账号${before.account}属于坐席，请在坐席管理中删除`);
      if (before.isSys === 1) await keepsSystem(trx, compId, id);
      return before;
    };
    // Everything is allowed before anything ends; sessions end while they can still be named.
    for (const [compId, ids] of byComp)
      await database.tenant(compId, async (trx) => {
        for (const id of ids) await check(trx, compId, id);
      });
    for (const id of wanted) await auth.endSessions({ accountId: id }, "ended");
    for (const [compId, ids] of byComp) {
      await database.tenant(compId, async (trx) => {
        for (const id of ids) {
          const before = await check(trx, compId, id);
          await deleteAccount(trx, compId, id);
          await audit.write(trx, context, {
            compId,
            action: "delete",
            object: "account",
            id,
            name: before.account,
            before: {
              account: before.account,
              nickName: before.nickName,
              roleType: before.roleType,
              isSys: before.isSys,
              agentId: before.agentId,
            },
          });
          count += 1;
        }
      });
    }
    return { count };
  }

  /** Operators mark accounts of several enterprises in one list; each is decided by its own. Their sessions end first, while they can be named. */
  async function groupByCompany(
    ids: readonly string[],
    named: string | undefined,
    context: RequestContext,
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const { caller } = context;
    const groups = new Map<string, string[]>();
    if (!isOperator(caller) || named) groups.set(compOf(caller, named), [...ids]);
    else {
      // system: which enterprise an account belongs to is what is being found out; compOf decides on each.
      const rows = await database.system((trx) => listCompanies(trx, ids));
      if (rows.length < ids.length) throw new AppError("notFound", "账号不存在");
      for (const row of rows) {
        if (row.compId === installation) throw new AppError("notFound", "账号不存在");
        groups.set(compOf(caller, row.compId), [...(groups.get(row.compId) ?? []), row.id]);
      }
    }
    return groups;
  }

  return {
    async list(
      body: BodyOf<typeof companyAccountApi.listComp>,
      { caller }: RequestContext,
    ): Promise<ReplyOf<typeof companyAccountApi.listComp>> {
      const query = {
        ...body,
        compIds: compListOf(caller, body.compId),
        roleTypes: body.roleTypes ? body.roleTypes.split(",").map(Number) : undefined,
      };
      const read = (trx: Trx) => listAccounts(trx, installation, query, now());
      // system: operators read over all enterprises they look after; compListOf has decided which.
      const { rows, total } = await (isOperator(caller) ? database.system(read) : database.tenant(caller.compId, read));
      return {
        list: rows.map((row) => presentAccount(row as ListedAccount, clock.now())),
        total,
        pageNo: body.pageNo,
        pageSize: body.pageSize,
      };
    },
    async query(
      { compId: named, id }: BodyOf<typeof companyAccountApi.queryComp>,
      { caller }: RequestContext,
    ): Promise<ReplyOf<typeof companyAccountApi.queryComp>> {
      const compId = compOf(caller, named);
      const row = await database.tenant(compId, (trx) => findAccount(trx, compId, id, now()));
      if (!row) throw new AppError("notFound", "账号不存在");
      return presentAccount(row, clock.now());
    },
    async system(
      { compId: named }: BodyOf<typeof companyAccountApi.queryCompSys>,
      { caller }: RequestContext,
    ): Promise<ReplyOf<typeof companyAccountApi.queryCompSys>> {
      const compId = compOf(caller, named);
      const row = await database.tenant(compId, (trx) => findSystemAccount(trx, compId, now()));
      return row ? presentAccount(row, clock.now()) : null;
    },
    async add(
      body: BodyOf<typeof companyAccountApi.addComp>,
      context: RequestContext,
    ): Promise<ReplyOf<typeof companyAccountApi.addComp>> {
      const { compId: named, account, roleType, kid, password: sealed, ...fields } = body;
      const compId = compOf(context.caller, named);
      const { hash, shown } = await passwords.take(kid, sealed);
      const id = random.id();
      await database.tenant(compId, (trx) => insert(trx, context, compId, id, account, roleType, fields, hash));
      return { id, password: shown };
    },
    async addBatch(
      body: BodyOf<typeof companyAccountApi.addUserCompBatch>,
      context: RequestContext,
    ): Promise<ReplyOf<typeof companyAccountApi.addUserCompBatch>> {
      const compId = compOf(context.caller, body.compId);
      const names = body.accounts.map(({ account }) => account);
      const twice = names.findIndex((name, i) => names.indexOf(name) !== i);
      if (twice >= 0) throw fieldRefusal(`accounts[${twice}].account`, "账号", `账号${names[twice]}重复`);
      const made = await Promise.all(
        body.accounts.map(async (one) => ({
          ...one,
          id: random.id(),
          ...(await passwords.take(undefined, undefined)),
        })),
      );
      await database.tenant(compId, async (trx) => {
        for (const { id, account, nickName, hash } of made)
          await insert(
            trx,
            context,
            compId,
            id,
            account,
            body.roleType,
            { nickName, roleId: body.roleId } as Fields,
            hash,
          );
      });
      return made.map(({ id, account, shown }) => ({ id, account, password: shown }));
    },
    async update(body: BodyOf<typeof companyAccountApi.updateComp>, context: RequestContext): Promise<null> {
      const { compId: named, id, ...fields } = body;
      const compId = compOf(context.caller, named);
      const disabled = await database.tenant(compId, async (trx) => {
        const before = await mine(trx, compId, id);
        await checkAbove(trx, context, before);
        if (fields.roleId !== before.roleId) await checkRole(trx, context, compId, fields.roleId, before.roleType);
        checkSys(context, fields.isSys, before.roleType, before.isSys);
        if (id === context.caller.userId && fields.enabled === 0) throw new AppError("refused", "不能停用自己的账号");
        if (isOfSeat(before) && fields.enabled !== undefined && (fields.enabled === 1) !== (before.enabled === 1))
          throw new AppError("refused", `账号${before.account}属于坐席，请在坐席管理中启用或停用`);
        if ((fields.isSys === 0 || fields.enabled === 0) && before.isSys === 1 && before.enabled === 1)
          await keepsSystem(trx, compId, id);
        const changes = {
          nickName: fields.nickName,
          roleId: fields.roleId,
          enabled: isOfSeat(before) ? before.enabled : (fields.enabled ?? before.enabled),
          isSys: fields.isSys ?? before.isSys,
          isHiddenNum: fields.isHiddenNum ?? before.isHiddenNum,
          isTabs: fields.isTabs ?? before.isTabs,
          remark: fields.remark ?? before.remark,
        };
        await updateAccount(trx, compId, id, changes);
        await audit.write(trx, context, {
          compId,
          action: "update",
          object: "account",
          id,
          name: before.account,
          before: Object.fromEntries(Object.keys(changes).map((key) => [key, before[key as keyof typeof changes]])),
          after: changes,
        });
        return changes.enabled === 0 && before.enabled !== 0;
      });
      if (disabled) await auth.endSessions({ accountId: id }, "disabled");
      else await rightsChanged(broker, { accountIds: [id] });
      return null;
    },
    async reload(
      body: BodyOf<typeof companyAccountApi.reloadPasswordComp>,
      context: RequestContext,
    ): Promise<ReplyOf<typeof companyAccountApi.reloadPasswordComp>> {
      const compId = compOf(context.caller, body.compId);
      const { hash, shown } = await passwords.take(body.kid, body.password);
      await database.tenant(compId, async (trx) => {
        const before = await mine(trx, compId, body.id);
        await checkAbove(trx, context, before);
        await updateAccount(trx, compId, body.id, {
          passwordHash: hash,
          passwordChangedAt: now(),
          passwordDeferredAt: null,
          failedCount: 0,
          lockedUntil: null,
          mustChange: body.id === context.caller.userId ? 0 : 1,
        });
        await audit.write(trx, context, {
          compId,
          action: "resetPassword",
          object: "account",
          id: body.id,
          name: before.account,
          after: { password: "new" },
        });
      });
      await auth.endSessions({ accountId: body.id }, "password");
      return { id: body.id, password: shown };
    },
    async remove(body: BodyOf<typeof companyAccountApi.deleteComp>, context: RequestContext) {
      return remove(body, context);
    },
  };
}
