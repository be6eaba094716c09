import type { Caller } from "../../http/routes.ts";

/** Which calls somebody may see: agents their own, monitors those of the seat groups they monitor, administrators the enterprise's. */
export type Scope =
  | { readonly kind: "all" }
  | { readonly kind: "own"; readonly agentId: string }
  | { readonly kind: "groups"; readonly groupIds: readonly string[]; readonly agentId: string };

/** Undefined: none. `groups`: what a monitor monitors, groups below included (modules/seats). */
export function scopeOf(caller: Pick<Caller, "roleType" | "agentId">, groups: readonly string[]): Scope | undefined {
  if (caller.roleType === 1 || caller.roleType === 4) return { kind: "all" };
  if (caller.agentId === null) return undefined;
  if (caller.roleType === 3 && groups.length > 0) return { kind: "groups", groupIds: groups, agentId: caller.agentId };
  return caller.roleType === 2 || caller.roleType === 3 ? { kind: "own", agentId: caller.agentId } : undefined;
}

/** Keys pressed in a call may be a card number or a PIN (docs/protocol.md K8): administrators only. */
export const hidesDigits = (caller: Pick<Caller, "roleType">): boolean =>
  caller.roleType !== 1 && caller.roleType !== 4;
