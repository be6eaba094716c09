/** 调度队列: skill groups tried in order. Changes count from the next call on. */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { dispatchGroupApi, dispatchGroupMemberApi } from "@liantai/api/contract/admin";
import { compOf } from "../../http/company.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import { serviceOf } from "../service.ts";
import { groupChanges, type GroupsDeps } from "./changes.ts";
import { checkOverflow, toColumns } from "./overflow.ts";
import { presentDispatchGroup } from "./present.ts";
import {
  deleteDispatchGroups,
  dispatchMembers,
  findDispatchGroups,
  findSkillGroups,
  insertDispatchGroup,
  listDispatchGroups,
  replaceDispatchMembers,
  updateDispatchGroup,
  type DispatchGroupRow,
} from "./repository.ts";

type Group<K extends keyof typeof dispatchGroupApi> = BodyOf<(typeof dispatchGroupApi)[K]>;
type Member<K extends keyof typeof dispatchGroupMemberApi> = BodyOf<(typeof dispatchGroupMemberApi)[K]>;

const object = "dispatchGroup";
const maxGroups = 50;
const toRow = (body: Group<"add">): Omit<DispatchGroupRow, "compId" | "id"> => ({
  name: body.name,
  enabled: body.enabled,
  maxWaitS: body.maxWaitS,
  remark: body.remark,
  ...toColumns(body),
});

interface Placed {
  readonly id: string;
  readonly nextAfterS: number;
}

const changesOf = (deps: GroupsDeps) =>
  groupChanges<DispatchGroupRow, Group<"add">>(deps, {
    kind: "dispatchQueue",
    object,
    toRow,
    check: (trx, compId, id, body, before) => checkOverflow(trx, compId, body, { kind: "dispatchQueue", id }, before),
    find: findDispatchGroups,
    insert: insertDispatchGroup,
    update: updateDispatchGroup,
    remove: deleteDispatchGroups,
  });

interface Deps extends GroupsDeps {
  /** The refusal of a queue that was deleted meanwhile. */
  readonly gone: () => AppError;
}

async function list(
  deps: Deps,
  body: Group<"list">,
  { caller }: RequestContext,
): Promise<ReplyOf<typeof dispatchGroupApi.list>> {
  const compId = compOf(caller, body.compId);
  const { rows, total } = await deps.ports.database.tenant(compId, (trx) => listDispatchGroups(trx, compId, body));
  return { list: rows.map(presentDispatchGroup), total, pageNo: body.pageNo, pageSize: body.pageSize };
}

async function members(
  deps: Deps,
  body: Member<"list">,
  { caller }: RequestContext,
): Promise<ReplyOf<typeof dispatchGroupMemberApi.list>> {
  const compId = compOf(caller, body.compId);
  const { pageNo, pageSize } = body;
  const rows = await deps.ports.database.tenant(compId, (trx) => dispatchMembers(trx, compId, body.dispatchGroupId));
  const list = rows.map((r) => ({
    skillGroupId: r.id,
    name: r.name,
    enabled: r.enabled,
    members: r.members,
    sort: r.sort,
    nextAfterS: r.nextAfterS,
  }));
  return { list: list.slice((pageNo - 1) * pageSize, pageNo * pageSize), total: list.length, pageNo, pageSize };
}

/** Those in it already keep their place. */
function addMembers(deps: Deps, body: Member<"add">, context: RequestContext): Promise<{ count: number }> {
  return place(deps, body, context, "addMembers", async (trx, compId, present) => {
    const added = [...new Set(body.skillGroupIds)].filter((id) => !present.some((p) => p.id === id));
    const known = added.length === 0 ? [] : await findSkillGroups(trx, compId, added);
    if (known.length < added.length) throw fieldRefusal("skillGroupIds", "技能组", "技能组不存在或已被删除");
    const off = known.find(({ enabled }) => enabled === 0);
    if (off) throw fieldRefusal("skillGroupIds", "技能组", `技能组「${off.name}」已停用`);
    if (present.length + added.length > maxGroups)
      throw fieldRefusal("skillGroupIds", "技能组", `调度队列最多${maxGroups}个技能组`);
    return {
      members: [...present, ...added.map((id) => ({ id, nextAfterS: body.nextAfterS }))],
      count: added.length,
    };
  });
}

/** As a whole, so that two who sort at once do not mix their orders. */
function updateMembers(deps: Deps, body: Member<"update">, context: RequestContext): Promise<{ count: number }> {
  return place(deps, body, context, "updateMembers", async (_trx, _compId, present) => {
    const members = body.members.map((m) => ({ id: m.skillGroupId, nextAfterS: m.nextAfterS }));
    const ids = new Set(members.map((m) => m.id));
    if (ids.size < members.length) throw fieldRefusal("members", "技能组", "同一技能组不能重复");
    // Somebody else took a group out meanwhile: what was sorted here is not what there is.
    if (members.some((m) => !present.some((p) => p.id === m.id))) throw new AppError("conflict");
    return { members, count: members.length };
  });
}

function deleteMembers(deps: Deps, body: Member<"delete">, context: RequestContext): Promise<{ count: number }> {
  return place(deps, body, context, "deleteMembers", async (_trx, _compId, present) => {
    const members = present.filter((p) => !body.skillGroupIds.includes(p.id));
    return { members, count: present.length - members.length };
  });
}

/** What is in the queue, changed under the queue's row lock. */
async function place(
  deps: Deps,
  body: { readonly compId?: string | undefined; readonly dispatchGroupId: string },
  context: RequestContext,
  action: string,
  run: (trx: Trx, compId: string, present: readonly Placed[]) => Promise<{ members: readonly Placed[]; count: number }>,
): Promise<{ count: number }> {
  const compId = compOf(context.caller, body.compId);
  const { ports, audit } = deps;
  return ports.database.tenant(compId, async (trx) => {
    const [queue] = await findDispatchGroups(trx, compId, [body.dispatchGroupId]);
    if (!queue) throw deps.gone();
    const before = await dispatchMembers(trx, compId, queue.id);
    const present = before.map(({ id, nextAfterS }) => ({ id, nextAfterS }));
    const { members, count } = await run(trx, compId, present);
    await replaceDispatchMembers(trx, compId, queue.id, members);
    const after = await dispatchMembers(trx, compId, queue.id);
    await audit.write(trx, context, {
      compId,
      object,
      action,
      id: queue.id,
      name: queue.name,
      before: logged(before),
      after: logged(after),
    });
    return { count };
  });
}

const logged = (members: Awaited<ReturnType<typeof dispatchMembers>>) => ({
  members: members.map(({ name, nextAfterS }) => `${name}（${nextAfterS}秒）`).join("、"),
});

export type DispatchGroupsService = ReturnType<typeof createDispatchGroupsService>;

export function createDispatchGroupsService(deps: GroupsDeps) {
  const { gone, ...changes } = changesOf(deps);
  return {
    ...changes,
    ...serviceOf({ ...deps, gone }, { list, members, addMembers, updateMembers, deleteMembers }),
  };
}
