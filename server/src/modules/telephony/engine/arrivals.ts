/** New calls: an INVITE from a SIP user, or a number dialled in the bar. Looks up who and where, then hands over to Calls. */
import type { CallDirection, EndCause } from '@liantai/api/contract';
import type { LegId, SwitchEvent } from '../../../ports/switch.ts';
import { callOf, isFree } from '../agent-machine.ts';
import type { Call, Plan, Side } from '../call/types.ts';
import type { CommandReply } from '../topics.ts';
import type { LineInfo } from '../../numbers/index.ts';
import type { Calls } from './calls.ts';
import type { EngineDeps } from './deps.ts';
import type { Desks } from './desks.ts';
import type { Desk } from './roster.ts';

interface Target {
  readonly far: Side;
  readonly direction: CallDirection;
  readonly refuse?: EndCause;
}

const side = (number: string, user: string, more: Partial<Side> = {}): Side => ({ number, user, up: false, lost: false, moving: false, ...more });

export class Arrivals {
  readonly #d: EngineDeps;
  readonly #calls: Calls;
  readonly #desks: Desks;

  constructor(deps: EngineDeps, calls: Calls, desks: Desks) {
    this.#d = deps;
    this.#calls = calls;
    this.#desks = desks;
  }

  async incoming(event: Extract<SwitchEvent, { type: 'incoming' }>): Promise<void> {
    // Back-pressure: a call whose record cannot be written is better not taken.
    if (this.#d.journal.overloaded()) return this.#d.switch.hangup(event.leg, 'failed');
    this.#calls.expect();
    try {
      const who = await this.#d.numbers.identify(event.from);
      if (!who) await this.#d.switch.hangup(event.leg, 'rejected');
      else if (who.kind === 'guest') await this.#fromCustomer(event.leg, who.guest, event.to);
      else await this.#fromExtension(event.leg, who.extension, event.to);
    } catch (error) {
      this.#d.logger.error({ error }, 'an incoming call could not be looked up');
      await this.#d.switch.hangup(event.leg, 'failed').catch(() => undefined);
    } finally {
      this.#calls.expected();
    }
  }

  async #fromCustomer(leg: LegId, guest: { user: string; compId: string; number: string; phone: string }, to: string): Promise<void> {
    const far = side(guest.phone, guest.user, { leg });
    const line = to === guest.number ? await this.#d.numbers.line(to) : undefined;
    if (line?.compId === guest.compId) return this.#inbound(line, far);
    this.#begin({ compId: guest.compId, direction: 'inbound', caller: guest.phone, callee: to, far, wrapUpMs: 0 }, to === guest.number ? 'numberUnknown' : 'barred');
  }

  async #fromExtension(leg: LegId, own: { compId: string; extension: string; user: string }, dialled: string): Promise<void> {
    const to = dialled.startsWith(own.compId) && dialled.length > own.compId.length ? dialled.slice(own.compId.length) : dialled;
    const line = await this.#d.numbers.line(to);
    const target = line?.compId === own.compId ? undefined : await this.#target(own.compId, own.extension, to);
    const desk = this.#desks.byUser(own.user);
    // The device is its agent's: an agent has one call.
    if (desk && callOf(desk.agent) !== undefined) return this.#d.switch.hangup(leg, 'busy');
    const seated = desk && isFree(desk.agent) ? desk : undefined;
    const me = side(own.extension, own.user, { leg, ...(seated ? { agentId: seated.agentId } : {}) });
    if (line && !target) return this.#inbound(line, me, seated);
    if (target) this.#dial(own.compId, me, to, target, seated);
  }

  #inbound(line: LineInfo, far: Side, seated?: Desk): void {
    const { group } = line;
    const plan: Plan = { groupId: group.id, groupName: group.name, greeting: line.greeting, queueLimit: group.queueLimit, maxWaitMs: group.maxWaitMs, ringMs: group.ringMs, announceEveryMs: group.announceEveryMs, served: this.#desks.signedIn(line.compId, group.id) };
    this.#begin({ compId: line.compId, direction: 'inbound', caller: far.number, callee: line.number, accessNumber: line.number, plan, far, wrapUpMs: 0 }, undefined, seated);
  }

  /** From the bar: the agent's own browser is called first. */
  async makeCall(desk: Desk, number: string): Promise<CommandReply> {
    const refusal = () => (!isFree(desk.agent) ? { code: -403 } : !desk.registered ? { code: -403, msg: '话机未注册，无法呼叫' } : number === desk.seat.extension ? { code: -403, msg: '不能呼叫自己的分机' } : undefined);
    const early = refusal();
    if (early) return early;
    if (this.#d.journal.overloaded()) return { code: -403, msg: '系统繁忙，请稍后再试' };
    const target = await this.#target(desk.compId, desk.seat.extension, number);
    // The agent may have been offered a call meanwhile.
    const late = refusal();
    if (late) return late;
    const callId = this.#dial(desk.compId, side(desk.seat.extension, desk.seat.user, { agentId: desk.agentId }), number, target, desk);
    return { code: 1, fields: { callId } };
  }

  async #target(compId: string, from: string, number: string): Promise<Target> {
    const unknown: Target = { far: side(number, ''), direction: 'outbound', refuse: 'numberUnknown' };
    if (number === from) return { ...unknown, refuse: 'barred' };
    const extension = await this.#d.numbers.extension(compId, number);
    if (extension) {
      const desk = this.#desks.byUser(extension.user);
      const busy = desk !== undefined && callOf(desk.agent) !== undefined;
      return { far: side(number, extension.user), direction: 'internal', ...(busy ? { refuse: 'busy' as const } : {}) };
    }
    const guest = await this.#d.numbers.guests.findByPhone(compId, number);
    if (!guest) return unknown;
    return { far: side(number, guest.user), direction: 'outbound', ...(this.#calls.byUser(guest.user) ? { refuse: 'busy' as const } : {}) };
  }

  #dial(compId: string, near: Side, number: string, target: Target, desk: Desk | undefined): string {
    const colleague = target.direction === 'internal' ? this.#desks.byUser(target.far.user) : undefined;
    const wrapUpMs = target.direction === 'outbound' ? (desk?.seat.groups[0]?.wrapUpMs ?? 0) : 0;
    return this.#begin({ compId, direction: target.direction, caller: near.number, callee: number, near, far: target.far, wrapUpMs }, target.refuse, desk, colleague);
  }

  /** Reserves the agents in one turn with the call's beginning, so that nothing can come between. */
  #begin(start: Pick<Call, 'compId' | 'direction' | 'caller' | 'callee' | 'accessNumber' | 'plan' | 'near' | 'far' | 'wrapUpMs'>, refuse?: EndCause, dialler?: Desk, colleague?: Desk): string {
    const callId = this.#d.random.id();
    const now = this.#d.clock.now();
    let { far } = start;
    let cause = refuse;
    if (dialler) this.#desks.apply(dialler, { type: 'dial', callId }, dialler.agentId);
    if (!cause && colleague && colleague.agent.state.kind !== 'offline') {
      if (this.#desks.apply(colleague, { type: 'offer', callId })) far = { ...far, agentId: colleague.agentId };
      else cause = 'busy';
    }
    this.#calls.begin({ ...start, far, callId, startedAt: now, ringingAt: now, phase: start.direction === 'inbound' ? { kind: 'arriving' } : { kind: 'preparing' }, recorded: false, counter: 0 }, { type: 'begin', ...(cause ? { refuse: cause } : {}) });
    return callId;
  }
}
