/** 技能组 and the seats in them. Changes count from the next call on: the engine reads rows, and is told for agents signed in. */
import { AppError, type BodyOf, type ReplyOf, isAgent, isSeat, RoleType } from "@liantai/api/contract";
import type { skillGroupApi, skillGroupMemberApi } from "@liantai/api/contract/admin";
import { compOf } from "../../http/company.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import type { Caller, RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import { serviceOf } from "../service.ts";
import { publish } from "../topics.ts";
import { groupChanges, type GroupsDeps } from "./changes.ts";
import { checkOverflow, toColumns } from "./overflow.ts";
import { presentMember, presentSeat, presentSkillGroup } from "./present.ts";
import {
  addMembers,
  changeMembers,
  deleteSkillGroups,
  findSkillGroups,
  insertSkillGroup,
  knownSeats,
  listMembers,
  listOthers,
  listSkillGroups,
  removeMembers,
  updateSkillGroup,
  type MemberFilters,
  type SkillGroupRow,
} from "./repository.ts";
import { targetState } from "./uses-repository.ts";

type Group<K extends keyof typeof skillGroupApi> = BodyOf<(typeof skillGroupApi)[K]>;
type Member<K extends keyof typeof skillGroupMemberApi> = BodyOf<(typeof skillGroupMemberApi)[K]>;

const object = "skillGroup";
const toRow = (body: Group<"add">): Omit<SkillGroupRow, "compId" | "id"> => ({
  name: body.name,
  enabled: body.enabled,
  strategy: body.strategy,
  queueLimit: body.queueLimit,
  maxWaitS: body.maxWaitS,
  ringS: body.ringS,
  wrapUpS: body.wrapUpS,
  serviceLevelS: body.serviceLevelS,
  shortAbandonS: body.shortAbandonS ?? null,
  musicId: body.musicId,
  positionOn: body.positionOn,
  announceEveryS: body.positionEveryS,
  waitEveryS: body.waitEveryS,
  waitText: body.waitText,
  waitVoiceId: body.waitVoiceId,
  recordMode: body.recordMode,
  remark: body.remark,
  priorityMin: body.priorityMin,
  transferPriorityMin: body.transferPriorityMin,
  callbackPriorityMin: body.callbackPriorityMin,
  stickyDays: body.stickyDays,
  stickyWaitS: body.stickyWaitS,
  rings: body.rings,
  missLimit: body.missLimit,
  wrapUpMode: body.wrapUpMode,
  wrapUpExtendS: body.wrapUpExtendS,
  estimateOn: body.estimateOn,
  estimateErrorPct: body.estimateErrorPct,
  menuEveryS: body.menuEveryS,
  menuCallback: body.menuCallback,
  menuVoicemail: body.menuVoicemail,
  menuVoiceId: body.menuVoiceId,
  voicemailMaxS: body.voicemailMaxS,
  voicemailOffer: body.voicemailOffer,
  voicemailOfferS: body.voicemailOfferS,
  voicemailWorkS: body.voicemailWorkS,
  ...toColumns(body),
});

/** Role type 2 sees agents alone in lists of seats (agentRole 2, console.md section 6). */
const roleOf = (caller: Pick<Caller, "roleType">, asked: number | undefined): number | undefined =>
  isAgent(caller) ? RoleType.agent : asked;

async function check(
  trx: Trx,
  compId: string,
  id: string,
  body: Group<"add">,
  before: SkillGroupRow | undefined,
): Promise<void> {
  await checkOverflow(trx, compId, body, { kind: "skillGroup", id }, before);
  for (const [path, label] of [
    ["musicId", "等待音乐"],
    ["waitVoiceId", "等待提示语音"],
    ["menuVoiceId", "排队菜单语音"],
  ] as const)
    if (body[path] !== "" && (await targetState(trx, compId, "voice", body[path])) === "gone")
      throw fieldRefusal(path, label, `${label}不存在`);
  for (const [i, { kind, groupId }] of body.rings.entries()) {
    if (kind !== "group") continue;
    const path = `rings[${i}].groupId`;
    if (groupId === id) throw fieldRefusal(path, "技能组", "扩展步骤不能增加本技能组");
    const state = await targetState(trx, compId, "skillGroup", groupId);
    if (state === "gone") throw fieldRefusal(path, "技能组", "技能组不存在");
    const kept = before?.rings.some((ring) => ring.kind === "group" && ring.groupId === groupId);
    if (state === "off" && !kept) throw fieldRefusal(path, "技能组", "技能组已停用");
  }
  if (body.waitEveryS > 0 && body.waitText === "" && body.waitVoiceId === "")
    throw fieldRefusal("waitText", "等待提示内容", "请输入等待提示内容或选择语音");
}

const changesOf = (deps: GroupsDeps) =>
  groupChanges<SkillGroupRow, Group<"add">>(deps, {
    kind: "skillGroup",
    object,
    toRow,
    check,
    find: findSkillGroups,
    insert: insertSkillGroup,
    update: updateSkillGroup,
    remove: deleteSkillGroups,
  });

interface Deps extends GroupsDeps {
  readonly groups: ReturnType<typeof changesOf>;
}

async function list(
  deps: Deps,
  body: Group<"list">,
  { caller }: RequestContext,
): Promise<ReplyOf<typeof skillGroupApi.list>> {
  const compId = compOf(caller, body.compId);
  // Role types 2 and 3 see their own groups (console.md section 6).
  const own = isSeat(caller) ? (caller.agentId ?? "-") : body.agentId;
  const { rows, total } = await deps.ports.database.tenant(compId, (trx) =>
    listSkillGroups(trx, compId, { ...body, agentId: own }),
  );
  return { list: rows.map(presentSkillGroup), total, pageNo: body.pageNo, pageSize: body.pageSize };
}

async function update(deps: Deps, body: Group<"update">, context: RequestContext): Promise<null> {
  await deps.groups.update(body, context);
  await changed(deps, compOf(context.caller, body.compId));
  return null;
}

async function remove(deps: Deps, body: Group<"delete">, context: RequestContext): Promise<{ count: number }> {
  const deleted = await deps.groups.delete(body, context);
  await changed(deps, compOf(context.caller, body.compId));
  return deleted;
}

function members(
  deps: Deps,
  body: Member<"list">,
  context: RequestContext,
): Promise<ReplyOf<typeof skillGroupMemberApi.list>> {
  return seatsOf(deps, body, context, async (trx, compId, filters) => {
    const { rows, total } = await listMembers(trx, compId, filters);
    return { list: rows.map(presentMember), total };
  });
}

function others(
  deps: Deps,
  body: Member<"findNotExist">,
  context: RequestContext,
): Promise<ReplyOf<typeof skillGroupMemberApi.findNotExist>> {
  return seatsOf(deps, body, context, async (trx, compId, filters) => {
    const { rows, total } = await listOthers(trx, compId, filters);
    return { list: rows.map(presentSeat), total };
  });
}

async function seatsOf<T>(
  deps: Deps,
  body: Member<"findNotExist">,
  { caller }: RequestContext,
  run: (trx: Trx, compId: string, filters: MemberFilters) => Promise<{ list: T[]; total: number }>,
): Promise<{ list: T[]; total: number; pageNo: number; pageSize: number }> {
  const compId = compOf(caller, body.compId);
  const found = await deps.ports.database.tenant(compId, (trx) =>
    run(trx, compId, { ...body, agentRole: roleOf(caller, body.agentRole) }),
  );
  return { ...found, pageNo: body.pageNo, pageSize: body.pageSize };
}

function addSeats(
  deps: Deps,
  { level, priority, ...body }: Member<"add">,
  context: RequestContext,
): Promise<{ count: number }> {
  return change(
    deps,
    body,
    context,
    "addMembers",
    async (trx, compId, agentIds) => {
      const known = new Set(await knownSeats(trx, compId, agentIds));
      const missing = agentIds.find((id) => !known.has(id));
      if (missing !== undefined) throw fieldRefusal("agentIds", "坐席", `坐席${missing}不存在`);
      return addMembers(trx, compId, body.skillGroupId, agentIds, level, priority);
    },
    { level, priority },
  );
}

function updateSeats(
  deps: Deps,
  { level, priority, ...body }: Member<"update">,
  context: RequestContext,
): Promise<{ count: number }> {
  const changes = { ...(level === undefined ? {} : { level }), ...(priority === undefined ? {} : { priority }) };
  if (Object.keys(changes).length === 0) throw fieldRefusal("level", "级别", "请输入级别或优先级");
  return change(
    deps,
    body,
    context,
    "updateMembers",
    async (trx, compId, agentIds) => {
      const changed = await changeMembers(trx, compId, body.skillGroupId, agentIds, changes);
      // Somebody took a seat out while this one was typing.
      if (changed.length < agentIds.length) throw new AppError("conflict");
      return changed;
    },
    changes,
  );
}

function removeSeats(deps: Deps, body: Member<"delete">, context: RequestContext): Promise<{ count: number }> {
  return change(
    deps,
    body,
    context,
    "deleteMembers",
    (trx, compId, agentIds) => removeMembers(trx, compId, body.skillGroupId, agentIds),
    {},
  );
}

/** One change to the seats of a group; `run` gives those it concerned. */
async function change(
  deps: Deps,
  body: Member<"delete">,
  context: RequestContext,
  action: string,
  run: (trx: Trx, compId: string, agentIds: readonly string[]) => Promise<readonly string[]>,
  values: Readonly<Record<string, number>>,
): Promise<{ count: number }> {
  const compId = compOf(context.caller, body.compId);
  const { ports, audit } = deps;
  const count = await ports.database.tenant(compId, async (trx) => {
    const [group] = await findSkillGroups(trx, compId, [body.skillGroupId]);
    if (!group) throw deps.groups.gone();
    const agents = await run(trx, compId, [...new Set(body.agentIds)]);
    if (agents.length > 0)
      await audit.write(trx, context, {
        compId,
        object,
        action,
        id: group.id,
        name: group.name,
        after: { agentIds: agents.join(","), ...values },
      });
    return agents.length;
  });
  await changed(deps, compId);
  return { count };
}

function changed(deps: Deps, compId: string): Promise<void> {
  return publish(deps.ports.broker, "groups.changed", { compId });
}

export type SkillGroupsService = ReturnType<typeof createSkillGroupsService>;

export function createSkillGroupsService(deps: GroupsDeps) {
  const groups = changesOf(deps);
  return {
    add: groups.add,
    ...serviceOf(
      { ...deps, groups },
      {
        list,
        update,
        delete: remove,
        members,
        others,
        addMembers: addSeats,
        updateMembers: updateSeats,
        deleteMembers: removeSeats,
      },
    ),
  };
}
