/** 技能组 and the seats in them. Changes count from the next call on: the engine reads rows, and is told for agents signed in. */
import { AppError, type BodyOf, type ReplyOf } from '@liantai/api/contract';
import type { skillGroupApi, skillGroupMemberApi } from '@liantai/api/contract/admin';
import { compOf } from '../../http/company.ts';
import { fieldRefusal, unique } from '../../http/refusals.ts';
import type { Caller, RequestContext } from '../../http/routes.ts';
import type { Trx } from '../../ports/database.ts';
import type { AdministrationDeps } from '../administration.ts';
import { publish } from '../topics.ts';
import { checkOverflow, toColumns } from './overflow.ts';
import { presentMember, presentSeat, presentSkillGroup } from './present.ts';
import { addMembers, changeMembers, deleteSkillGroups, findSkillGroup, findSkillGroups, insertSkillGroup, knownSeats, listMembers, listOthers, listSkillGroups, removeMembers, updateSkillGroup, type MemberFilters, type SkillGroupRow } from './repository.ts';
import { exists } from './uses-repository.ts';
import { refuseUsed } from './uses.ts';

type Group<K extends keyof typeof skillGroupApi> = BodyOf<(typeof skillGroupApi)[K]>;
type Member<K extends keyof typeof skillGroupMemberApi> = BodyOf<(typeof skillGroupMemberApi)[K]>;

const object = 'skillGroup';
const sameName = () => fieldRefusal('name', '技能组名称', '技能组名称已存在');
const gone = () => new AppError('notFound', '技能组不存在或已被删除');

const toRow = (body: Group<'add'>): Omit<SkillGroupRow, 'comp_id' | 'id'> => ({
  name: body.name, enabled: body.enabled, strategy: body.strategy, queue_limit: body.queueLimit, max_wait_s: body.maxWaitS, ring_s: body.ringS, wrap_up_s: body.wrapUpS, service_level_s: body.serviceLevelS,
  music_id: body.musicId, position_on: body.positionOn, announce_every_s: body.positionEveryS, wait_every_s: body.waitEveryS, wait_text: body.waitText, wait_voice_id: body.waitVoiceId, remark: body.remark, ...toColumns(body),
});

/** Role type 2 sees agents alone in lists of seats (agentRole 2, console.md section 6). */
const roleOf = (caller: Pick<Caller, 'roleType'>, asked: number | undefined): number | undefined => (caller.roleType === 2 ? 2 : asked);

export class SkillGroupsService {
  readonly #d: AdministrationDeps;

  constructor(deps: AdministrationDeps) {
    this.#d = deps;
  }

  async list(body: Group<'list'>, { caller }: RequestContext): Promise<ReplyOf<typeof skillGroupApi.list>> {
    const compId = compOf(caller, body.compId);
    // Role types 2 and 3 see their own groups (console.md section 6).
    const own = caller.roleType === 2 || caller.roleType === 3 ? (caller.agentId ?? '-') : body.agentId;
    const { rows, total } = await this.#d.ports.database.tenant(compId, (trx) => listSkillGroups(trx, compId, { ...body, agentId: own }));
    return { list: rows.map(presentSkillGroup), total, pageNo: body.pageNo, pageSize: body.pageSize };
  }

  async add(body: Group<'add'>, context: RequestContext): Promise<{ id: string }> {
    const compId = compOf(context.caller, body.compId);
    const { ports, audit } = this.#d;
    const id = ports.random.id();
    await unique(sameName(), () => ports.database.tenant(compId, async (trx) => {
      await this.#check(trx, compId, id, body);
      const row = toRow(body);
      await insertSkillGroup(trx, { comp_id: compId, id, ...row });
      await audit.write(trx, context, { compId, object, action: 'add', id, name: body.name, after: row });
    }));
    return { id };
  }

  async update(body: Group<'update'>, context: RequestContext): Promise<null> {
    const compId = compOf(context.caller, body.compId);
    const { ports, audit } = this.#d;
    await unique(sameName(), () => ports.database.tenant(compId, async (trx) => {
      const before = await findSkillGroup(trx, compId, body.id);
      if (!before) throw gone();
      await this.#check(trx, compId, body.id, body);
      const row = toRow(body);
      await updateSkillGroup(trx, compId, body.id, row);
      await audit.write(trx, context, { compId, object, action: 'update', id: body.id, name: body.name, before, after: { ...before, ...row } });
    }));
    await this.#changed(compId);
    return null;
  }

  async delete(body: Group<'delete'>, context: RequestContext): Promise<{ count: number }> {
    const compId = compOf(context.caller, body.compId);
    const { ports, audit } = this.#d;
    const count = await ports.database.tenant(compId, async (trx) => {
      const rows = await findSkillGroups(trx, compId, body.ids);
      if (rows.length === 0) throw gone();
      const names = new Map(rows.map((r) => [r.id, r.name]));
      await refuseUsed(trx, compId, 'skillGroup', [...names.keys()], (id) => names.get(id) ?? id);
      await deleteSkillGroups(trx, compId, [...names.keys()]);
      for (const row of rows) await audit.write(trx, context, { compId, object, action: 'delete', id: row.id, name: row.name, before: row });
      return rows.length;
    });
    await this.#changed(compId);
    return { count };
  }

  members(body: Member<'list'>, context: RequestContext): Promise<ReplyOf<typeof skillGroupMemberApi.list>> {
    return this.#seats(body, context, async (trx, compId, filters) => {
      const { rows, total } = await listMembers(trx, compId, filters);
      return { list: rows.map(presentMember), total };
    });
  }

  others(body: Member<'findNotExist'>, context: RequestContext): Promise<ReplyOf<typeof skillGroupMemberApi.findNotExist>> {
    return this.#seats(body, context, async (trx, compId, filters) => {
      const { rows, total } = await listOthers(trx, compId, filters);
      return { list: rows.map(presentSeat), total };
    });
  }

  async #seats<T>(body: Member<'findNotExist'>, { caller }: RequestContext, run: (trx: Trx, compId: string, filters: MemberFilters) => Promise<{ list: T[]; total: number }>): Promise<{ list: T[]; total: number; pageNo: number; pageSize: number }> {
    const compId = compOf(caller, body.compId);
    const found = await this.#d.ports.database.tenant(compId, (trx) => run(trx, compId, { ...body, agentRole: roleOf(caller, body.agentRole) }));
    return { ...found, pageNo: body.pageNo, pageSize: body.pageSize };
  }

  addMembers({ level, priority, ...body }: Member<'add'>, context: RequestContext): Promise<{ count: number }> {
    return this.#change(body, context, 'addMembers', async (trx, compId, agentIds) => {
      const known = new Set(await knownSeats(trx, compId, agentIds));
      const missing = agentIds.find((id) => !known.has(id));
      if (missing !== undefined) throw fieldRefusal('agentIds', '坐席', `坐席${missing}不存在`);
      return addMembers(trx, compId, body.skillGroupId, agentIds, level, priority);
    }, { level, priority });
  }

  updateMembers({ level, priority, ...body }: Member<'update'>, context: RequestContext): Promise<{ count: number }> {
    const changes = { ...(level === undefined ? {} : { level }), ...(priority === undefined ? {} : { priority }) };
    if (Object.keys(changes).length === 0) throw fieldRefusal('level', '级别', '请输入级别或优先级');
    return this.#change(body, context, 'updateMembers', async (trx, compId, agentIds) => {
      const changed = await changeMembers(trx, compId, body.skillGroupId, agentIds, changes);
      // Somebody took a seat out while this one was typing.
      if (changed.length < agentIds.length) throw new AppError('conflict');
      return changed;
    }, changes);
  }

  deleteMembers(body: Member<'delete'>, context: RequestContext): Promise<{ count: number }> {
    return this.#change(body, context, 'deleteMembers', (trx, compId, agentIds) => removeMembers(trx, compId, body.skillGroupId, agentIds), {});
  }

  /** One change to the seats of a group; `run` gives those it concerned. */
  async #change(body: Member<'delete'>, context: RequestContext, action: string, run: (trx: Trx, compId: string, agentIds: readonly string[]) => Promise<readonly string[]>, values: Readonly<Record<string, number>>): Promise<{ count: number }> {
    const compId = compOf(context.caller, body.compId);
    const { ports, audit } = this.#d;
    const count = await ports.database.tenant(compId, async (trx) => {
      const group = await findSkillGroup(trx, compId, body.skillGroupId);
      if (!group) throw gone();
      const agents = await run(trx, compId, [...new Set(body.agentIds)]);
      if (agents.length > 0) await audit.write(trx, context, { compId, object, action, id: group.id, name: group.name, after: { agentIds: agents.join(','), ...values } });
      return agents.length;
    });
    await this.#changed(compId);
    return { count };
  }

  async #check(trx: Trx, compId: string, id: string, body: Group<'add'>): Promise<void> {
    await checkOverflow(trx, compId, body, { kind: 'skillGroup', id });
    for (const [path, label] of [['musicId', '等待音乐'], ['waitVoiceId', '等待提示语音']] as const) if (body[path] !== '' && !(await exists(trx, compId, 'voice', body[path]))) throw fieldRefusal(path, label, `${label}不存在`);
    if (body.waitEveryS > 0 && body.waitText === '' && body.waitVoiceId === '') throw fieldRefusal('waitText', '等待提示内容', '请输入等待提示内容或选择语音');
  }

  #changed(compId: string): Promise<void> {
    return publish(this.#d.ports.broker, 'groups.changed', { compId });
  }
}
