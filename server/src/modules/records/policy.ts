import { isAdministrator, isMonitor, isSeat } from "@liantai/api/contract";
import { hidesNumbers } from "../../http/privacy.ts";
import type { Caller } from "../../http/routes.ts";

/** Which calls somebody may see: agents their own, monitors those of the seat groups they monitor, administrators the enterprise's. */
export type Scope =
  | { readonly kind: "all" }
  | { readonly kind: "own"; readonly agentId: string }
  | { readonly kind: "groups"; readonly groupIds: readonly string[]; readonly agentId: string };

/** Undefined: none. `groups`: what a monitor monitors, groups below included (modules/seats). */
export function scopeOf(caller: Pick<Caller, "roleType" | "agentId">, groups: readonly string[]): Scope | undefined {
  if (isAdministrator(caller)) return { kind: "all" };
  if (caller.agentId === null) return undefined;
  if (isMonitor(caller) && groups.length > 0) return { kind: "groups", groupIds: groups, agentId: caller.agentId };
  return isSeat(caller) ? { kind: "own", agentId: caller.agentId } : undefined;
}

type Who = Pick<Caller, "roleType" | "isHiddenNum" | "hiddenGlobalPhone">;

/**
 * Whose numbers somebody sees masked: all, where he sees none; else those of dialling tasks that hide theirs (隐藏号码), which only
 * administrators see.
 */
export function maskingFor(caller: Who): (row: { readonly ofHidingTask: boolean }) => boolean {
  const [all, ofTasks] = [hidesNumbers(caller), !isAdministrator(caller)];
  return ({ ofHidingTask }) => all || (ofTasks && ofHidingTask);
}

/** Who sees all numbers masked, or none, need not know whose the calls are. */
export const masksByTask = (caller: Who): boolean => !hidesNumbers(caller) && !isAdministrator(caller);

/** Keys pressed in a call may be a card number or a PIN (docs/protocol.md K8): administrators only. */
export const hidesDigits = (caller: Pick<Caller, "roleType">): boolean => !isAdministrator(caller);
