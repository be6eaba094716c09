/** From the caller's arrival to an agent's answer. */
import type { OfferEnd } from '../agent-machine.ts';
import type { Draft } from './draft.ts';
import { farewell } from './ending.ts';
import { limits, sentences } from './limits.ts';
import { startTalking } from './talking.ts';
import type { CallInput } from './types.ts';

export function welcome(d: Draft): void {
  const { plan, far } = d.call;
  d.do({ do: 'clearTimer', name: 'arrive' });
  if (!plan || !far.leg) return;
  if (!plan.served) return farewell(d, 'nobodyServes');
  if (plan.greeting === '') return enqueue(d, false);
  const tag = d.next();
  d.phase({ kind: 'greeting' });
  d.set({ playing: { tag, what: 'greeting' } });
  d.note({ type: 'greetingStarted' });
  d.do({ do: 'say', leg: far.leg, text: plan.greeting, tag });
}

export function enqueue(d: Draft, firstInLine: boolean): void {
  const { plan } = d.call;
  if (!plan) return;
  d.phase({ kind: 'waiting', expired: false });
  d.set({ playing: undefined, ahead: undefined });
  if (plan.maxWaitMs > 0) d.do({ do: 'timer', name: 'maxWait', ms: plan.maxWaitMs });
  d.do({ do: 'enqueue', firstInLine, limit: plan.queueLimit });
}

export function queued(d: Draft, { ahead, offered }: Extract<CallInput, { type: 'queued' }>): void {
  const { plan, phase } = d.call;
  if (!plan || phase.kind !== 'waiting') return;
  // Told only when it lasts.
  d.set({ ahead: offered ? undefined : ahead });
  d.note({ type: 'queued', skillGroupId: plan.groupId, position: ahead });
  if (!offered && plan.announceEveryMs > 0) announce(d, ahead);
  else music(d);
}

/** The hold music of the queue. */
export function music(d: Draft): void {
  if (d.call.far.leg && !d.call.far.lost) d.do({ do: 'waitingMusic', leg: d.call.far.leg });
}

export function announce(d: Draft, ahead: number): void {
  const { plan, far } = d.call;
  if (!plan) return;
  d.do({ do: 'timer', name: 'announce', ms: plan.announceEveryMs });
  if (!far.leg || far.lost) return;
  const tag = d.next();
  d.set({ playing: { tag, what: 'position' } });
  d.note({ type: 'positionAnnounced', position: ahead });
  d.do({ do: 'say', leg: far.leg, text: sentences.position(ahead), tag });
}

export function offer(d: Draft, input: Extract<CallInput, { type: 'offer' }>): void {
  const { phase, plan } = d.call;
  if (phase.kind !== 'waiting' || !plan) {
    // The agent was reserved for a call that has moved on meanwhile.
    d.do({ do: 'agent', agentId: input.agentId, input: { type: 'offerEnded', reason: 'customerGone', restore: false } });
    return;
  }
  d.do({ do: 'clearTimer', name: 'announce' });
  d.phase({ kind: 'offering', expired: phase.expired, since: d.now });
  d.set({ ringingAt: d.now, wrapUpMs: input.wrapUpMs, near: { number: input.number, user: input.user, agentId: input.agentId, up: false, lost: false, moving: false } });
  d.note({ type: 'offered', agentId: input.agentId, ringMs: plan.ringMs, idleMs: input.idleMs }, 'engine', input.firstInLine ? 'firstInLine' : 'longestIdle');
  d.originate('near', plan.ringMs, input.autoAnswer);
}

/** The offer failed: the agent is told why and the caller goes to the next one. */
export function offerOver(d: Draft, reason: OfferEnd, actor = 'engine'): void {
  const { near, phase, plan } = d.call;
  if (!near?.agentId || phase.kind !== 'offering') return;
  if (near.leg) d.do({ do: 'hangup', leg: near.leg, cause: reason === 'noAnswer' ? 'no-answer' : 'cancelled' });
  d.do({ do: 'clearTimer', name: 'connect' });
  d.note({ type: 'offerEnded', agentId: near.agentId }, actor, reason);
  d.set({ near: undefined });
  d.phase({ kind: 'waiting', expired: phase.expired });
  // Both before the agent is free again: the machine must know that this offer is over.
  d.do({ do: phase.expired ? 'leaveQueue' : 'offerFailed' });
  d.do({ do: 'agent', agentId: near.agentId, input: { type: 'offerEnded', reason, restore: false } });
  if (phase.expired) return farewell(d, 'queueTimeout');
  if (plan && plan.announceEveryMs > 0) d.do({ do: 'timer', name: 'announce', ms: plan.announceEveryMs });
}

/** The ringing page is gone or hands over: it gets a moment to come back, then the call rings there again. */
export function awaitDevice(d: Draft): void {
  d.patch('near', { leg: undefined, attempt: undefined, moving: true });
  d.do({ do: 'timer', name: 'connect', ms: limits.ownerGone });
}

export function ringAgain(d: Draft): void {
  const { near, phase, plan } = d.call;
  if (!near || !plan || phase.kind !== 'offering') return;
  if (near.leg) d.do({ do: 'hangup', leg: near.leg, cause: 'cancelled' });
  d.do({ do: 'clearTimer', name: 'connect' });
  d.patch('near', { leg: undefined, moving: false });
  const left = plan.ringMs - (d.now - phase.since);
  if (left <= 0) return offerOver(d, 'noAnswer');
  d.originate('near', left, false);
}

export function agentAnswered(d: Draft): void {
  d.do({ do: 'offerAccepted' });
  startTalking(d);
}
