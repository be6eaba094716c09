/** Seats: list, add, change, delete. A seat and its account change in one transaction. */
import { AppError, formUserName, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { chatMaxDefault, seatIdDigits, seatIdSizeText, type agentApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal, unique } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { assertSeatRoom } from "../../enterprises/index.ts";
import { rightsChanged } from "../../organisation/index.ts";
import { hashPassword, randomPassword } from "../../system/index.ts";
import { refuseUsed } from "../../groups/index.ts";
import { publish } from "../../topics.ts";
import { initialPasswordLength, type SeatsDeps } from "../deps.ts";
import { releaseExtensions } from "../extensions/release.ts";
import { bind, extensionOwners } from "../extensions/repository.ts";
import { fault } from "../faults.ts";
import { findGroup, groupsBelow, monitoredGroups } from "../groups/repository.ts";
import { notifyReload } from "../notify.ts";
import { visibleSeats } from "./policy.ts";
import { auditedAgent, presentAgent } from "./present.ts";
import {
  deleteSeats,
  existingAccounts,
  findAgent,
  findAgents,
  findSetting,
  insertAccounts,
  insertSeats,
  listAgents,
  seatRoles,
  skillGroupsOf,
  updateAccounts,
  updateSeat,
  type AgentFilter,
  type AgentRow,
} from "./repository.ts";

type Body<K extends keyof typeof agentApi> = BodyOf<(typeof agentApi)[K]>;
type Fields = Omit<Body<"add">, "compId" | "agentId">;

export const idDigitsOf = async (trx: Trx, compId: string): Promise<number> =>
  (await findSetting(trx, compId))?.idDigits ?? seatIdDigits.default;
export const chatMaxOf = async (trx: Trx, compId: string): Promise<number> =>
  (await findSetting(trx, compId))?.chatMax ?? chatMaxDefault;

const number = (text: string | null | undefined): number | undefined => (text ? Number(text) : undefined);

export class AgentsService {
  readonly #d: SeatsDeps;

  constructor(deps: SeatsDeps) {
    this.#d = deps;
  }

  list(body: Body<"list">, { caller }: RequestContext): Promise<ReplyOf<typeof agentApi.list>> {
    const compId = compOf(caller, body.compId);
    return this.#d.ports.database.tenant(compId, async (trx) => {
      const within = await visibleSeats(trx, compId, caller);
      const { rows, total } = await listAgents(
        trx,
        compId,
        { ...(await this.#filter(trx, compId, body)), ...within },
        body,
      );
      const groups = await skillGroupsOf(
        trx,
        compId,
        rows.map((row) => row.agentId),
      );
      return {
        list: rows.map((row) => presentAgent(row, groups.get(row.agentId) ?? [])),
        total,
        pageNo: body.pageNo,
        pageSize: body.pageSize,
      };
    });
  }

  query(body: Body<"query">, { caller }: RequestContext): Promise<ReplyOf<typeof agentApi.query>> {
    const compId = compOf(caller, body.compId);
    return this.#d.ports.database.tenant(compId, async (trx) => {
      const row = await findAgent(
        trx,
        compId,
        body.agentId,
        caller.agentId === body.agentId ? {} : await visibleSeats(trx, compId, caller),
      );
      if (!row) throw new AppError("notFound", "坐席不存在");
      return presentAgent(row, (await skillGroupsOf(trx, compId, [row.agentId])).get(row.agentId) ?? []);
    });
  }

  async add(body: Body<"add">, context: RequestContext): Promise<ReplyOf<typeof agentApi.add>> {
    const compId = compOf(context.caller, body.compId);
    const { agentId } = body;
    const { ports, audit } = this.#d;
    const password = randomPassword(ports.random, initialPasswordLength);
    const hash = await hashPassword(password);
    const adding = ports.database.tenant(compId, async (trx) => {
      const digits = await idDigitsOf(trx, compId);
      if (agentId.length !== digits) fault("agentId", "坐席工号", seatIdSizeText(digits));
      await assertSeatRoom(trx, compId, 1);
      if (
        (await findAgent(trx, compId, agentId)) ||
        (await existingAccounts(trx, compId)).has(formUserName(compId, body.roleType, agentId))
      )
        fault("agentId", "坐席工号", "坐席工号已存在");
      const roleId = await this.#check(trx, compId, agentId, body);
      await insertSeats(trx, [{ compId, agentId, ...seatColumns(body) }]);
      await insertAccounts(trx, [
        { ...newAccount(compId, agentId, body, roleId, hash, new Date(ports.clock.now())), id: ports.random.id() },
      ]);
      if (body.extension) await bind(trx, compId, body.extension, agentId);
      const made = (await findAgent(trx, compId, agentId))!;
      await audit.write(trx, context, {
        compId,
        object: "seat",
        action: "add",
        id: agentId,
        name: body.name,
        after: auditedAgent(made),
      });
    });
    await unique(fieldRefusal("agentId", "坐席工号", "坐席工号已存在"), () => adding);
    await this.#changed(compId, agentId);
    return { agentId, password };
  }

  async update(body: Body<"update">, context: RequestContext): Promise<null> {
    const compId = compOf(context.caller, body.compId);
    const { agentId } = body;
    const { ports, audit, auth, leaving } = this.#d;
    const { before, accountId } = await ports.database.tenant(compId, async (trx) => {
      const before = await findAgent(trx, compId, agentId);
      if (!before) throw new AppError("notFound", "坐席不存在");
      const roleId = await this.#check(trx, compId, agentId, body);
      const userName = formUserName(compId, body.roleType, agentId);
      if (body.roleType !== before.roleType && (await existingAccounts(trx, compId)).has(userName))
        fault("roleType", "角色", "该角色下已有同名账号");
      const disabling = before.enabled === 1 && body.enable === 0;
      await updateSeat(trx, compId, [agentId], seatColumns(body));
      await updateAccounts(trx, compId, [agentId], {
        roleType: body.roleType,
        userName,
        nickName: body.name,
        roleId,
        groupId: body.groupId || null,
        isHiddenNum: body.isHiddenNum,
        isTabs: body.isTabs,
        ...(disabling ? { enabled: 2 } : body.enable === 1 ? { enabled: 1 } : {}),
      });
      if ((before.extension ?? "") !== body.extension) {
        await releaseExtensions(trx, this.#d, compId, [agentId]);
        if (body.extension) await bind(trx, compId, body.extension, agentId);
      }
      const after = (await findAgent(trx, compId, agentId))!;
      await audit.write(trx, context, {
        compId,
        object: "seat",
        action: "update",
        id: agentId,
        name: body.name,
        before: auditedAgent(before),
        after: auditedAgent(after),
      });
      return { before, accountId: before.accountId };
    });
    await this.#changed(compId, agentId);
    const signedIn =
      (before.extension ?? "") !== body.extension ||
      before.terminalType !== body.terminalType ||
      before.isAutoAnswer !== body.isAutoAnswer ||
      before.isPopup !== body.isPopup ||
      before.isTabs !== body.isTabs ||
      before.callStyle !== body.callStyle;
    if (signedIn) await notifyReload(ports, compId, agentId);
    if (before.enabled === 1 && body.enable === 0) await leaving.begin(compId, agentId);
    // Another role type is another user name: who is signed in signs in anew.
    else if (before.roleType !== body.roleType) await auth.endSessions({ accountId }, "ended");
    else await rightsChanged(ports.broker, { accountIds: [accountId] });
    return null;
  }

  async delete(body: Body<"delete">, context: RequestContext): Promise<{ count: number }> {
    const compId = compOf(context.caller, body.compId);
    const { ports, audit, auth } = this.#d;
    const rows = await ports.database.tenant(compId, async (trx) => {
      await refuseUsed(trx, compId, "seat", body.ids, (id) => id);
      return findAgents(trx, compId, body.ids);
    });
    if (rows.length === 0) throw new AppError("notFound", "坐席不存在");
    for (const row of rows) await this.refuseInCall(compId, row, "不能删除");
    for (const { accountId } of rows) await auth.endSessions({ accountId }, "disabled");
    await ports.database.tenant(compId, async (trx) => {
      const ids = rows.map((row) => row.agentId);
      await releaseExtensions(trx, this.#d, compId, ids);
      await deleteSeats(trx, compId, ids);
      for (const row of rows)
        await audit.write(trx, context, {
          compId,
          object: "seat",
          action: "delete",
          id: row.agentId,
          name: row.name,
          before: auditedAgent(row),
        });
    });
    for (const { agentId } of rows) await this.#changed(compId, agentId);
    return { count: rows.length };
  }

  /** Throws while the seat is in a call. */
  async refuseInCall(
    compId: string,
    { agentId, name }: Pick<AgentRow, "agentId" | "name">,
    what: string,
  ): Promise<void> {
    if (await this.#d.engine.inCall(compId, agentId))
      throw new AppError("refused", `坐席 ${name}（${agentId}）正在通话，${what}`);
  }

  /** What is typed against what is there; the role the account gets. */
  async #check(trx: Trx, compId: string, agentId: string, fields: Fields): Promise<string> {
    if (fields.groupId && !(await findGroup(trx, compId, fields.groupId))) fault("groupId", "坐席组", "坐席组不存在");
    if (fields.extension) {
      const owners = await extensionOwners(trx, compId);
      if (!owners.has(fields.extension)) fault("extension", "分机", "分机不存在，请先在分机管理中添加");
      const owner = owners.get(fields.extension);
      if (owner && owner !== agentId) fault("extension", "分机", `分机已绑定坐席${owner}`);
    }
    const roles = (await seatRoles(trx, compId)).filter((role) => role.roleType === fields.roleType);
    const role = fields.roleId ? roles.find(({ id }) => id === fields.roleId) : roles[0];
    if (!role)
      return fields.roleId
        ? fault("roleId", "权限角色", "权限角色不存在或不适用于该角色")
        : fault("roleType", "角色", "企业还没有该角色的权限角色，请先添加");
    return role.id;
  }

  async #filter(trx: Trx, compId: string, body: Body<"list">): Promise<AgentFilter> {
    const enable = number(body.enable);
    const status = number(body.status);
    const terminalType = number(body.terminalType);
    const roleTypes = body.roleTypes
      ? body.roleTypes.split(",").map(Number)
      : body.roleType
        ? [Number(body.roleType)]
        : undefined;
    let groupIds = body.agentGroupId
      ? [body.agentGroupId]
      : body.groupId
        ? await groupsBelow(trx, compId, [body.groupId])
        : undefined;
    if (body.monitorAgentId) {
      const seen = await monitoredGroups(trx, compId, body.monitorAgentId);
      groupIds = groupIds ? groupIds.filter((id) => seen.includes(id)) : seen;
    }
    return {
      ...(body.agentId ? { agentId: body.agentId } : {}),
      ...(body.name ? { name: body.name } : {}),
      ...(body.extension ? { extension: body.extension } : {}),
      ...(body.skillGroupId ? { skillGroupId: body.skillGroupId } : {}),
      ...(enable === undefined ? {} : { enable }),
      ...(status === undefined ? {} : { status }),
      ...(terminalType === undefined ? {} : { terminalType }),
      ...(groupIds ? { groupIds } : {}),
      ...(roleTypes ? { roleTypes } : {}),
    };
  }

  #changed(compId: string, agentId: string): Promise<void> {
    return publish(this.#d.ports.broker, "seat.changed", { compId, agentId });
  }
}

/** Columns of the seat row; the extension is bound by extensions/repository.ts. */
export const seatColumns = (fields: Fields) => ({
  name: fields.name,
  terminalType: fields.terminalType,
  isPopup: fields.isPopup,
  isAutoAnswer: fields.isAutoAnswer,
  callStyle: fields.callStyle,
  loginAgentState: fields.loginAgentState,
  groupId: fields.groupId || null,
  enabled: fields.enable,
});

/** The account of a new seat: the initial password is changed at the first sign-in. */
export const newAccount = (
  compId: string,
  agentId: string,
  fields: Fields,
  roleId: string,
  hash: string,
  at: Date,
) => ({
  compId,
  roleType: fields.roleType,
  account: agentId,
  userName: formUserName(compId, fields.roleType, agentId),
  nickName: fields.name,
  passwordHash: hash,
  passwordChangedAt: at,
  mustChange: 1,
  roleId,
  agentId,
  groupId: fields.groupId || null,
  enabled: fields.enable,
  isHiddenNum: fields.isHiddenNum,
  isTabs: fields.isTabs,
  empower: "null",
});
