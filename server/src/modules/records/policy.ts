import type { Caller } from '../../http/routes.ts';

/** Which calls somebody may see: agents their own, monitors their agent group's, administrators the enterprise's. */
export type Scope = { readonly kind: 'all' } | { readonly kind: 'own'; readonly agentId: string } | { readonly kind: 'group'; readonly groupId: string; readonly agentId: string };

/** Undefined: none. */
export function scopeOf(caller: Pick<Caller, 'roleType' | 'agentId' | 'groupId'>): Scope | undefined {
  if (caller.roleType === 1 || caller.roleType === 4) return { kind: 'all' };
  if (caller.agentId === null) return undefined;
  if (caller.roleType === 3 && caller.groupId !== null) return { kind: 'group', groupId: caller.groupId, agentId: caller.agentId };
  return caller.roleType === 2 || caller.roleType === 3 ? { kind: 'own', agentId: caller.agentId } : undefined;
}

/** Keys pressed in a call may be a card number or a PIN (docs/protocol.md K8): administrators only. */
export const hidesDigits = (caller: Pick<Caller, 'roleType'>): boolean => caller.roleType !== 1 && caller.roleType !== 4;
