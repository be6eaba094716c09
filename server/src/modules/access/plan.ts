/** What 菜单同步 would do to each role. Pure. */
import type { Candidate } from "./menu-repository.ts";

export interface RolePlan {
  readonly compId: string;
  readonly roleId: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Of `added`: what no default role of the enterprise holds yet; an own role gets it only along with one that does. */
  readonly unauthorised: readonly string[];
}

interface PlannedRole {
  readonly id: string;
  readonly compId: string;
  readonly kind: string;
}

const byRole = (candidates: readonly Candidate[]): Map<string, Candidate[]> => {
  const found = new Map<string, Candidate[]>();
  for (const each of candidates) {
    const list = found.get(each.roleId);
    if (list) list.push(each);
    else found.set(each.roleId, [each]);
  }
  return found;
};

/**
 * A button comes only with its page: one that the role has, or that comes too. An enterprise's own role gets what the
 * enterprise is authorised for, or will be when its default roles are synchronised.
 */
export function planSync(
  roles: readonly PlannedRole[],
  additions: readonly Candidate[],
  removals: readonly Candidate[],
): RolePlan[] {
  const [more, less] = [byRole(additions), byRole(removals)];
  const pagesFirst = (role: PlannedRole, may: (each: Candidate) => boolean): Candidate[] => {
    const fitting = (more.get(role.id) ?? []).filter(may);
    const pages = new Set(fitting.filter((each) => each.category !== 1).map((each) => each.menuId));
    return fitting.filter((each) => each.category !== 1 || each.pageGranted || pages.has(each.parentId ?? ""));
  };
  const defaults = new Map<string, Set<string>>();
  for (const role of roles) {
    if (role.kind !== "enterprise") continue;
    const coming = defaults.get(role.compId) ?? new Set();
    for (const each of pagesFirst(role, () => true)) coming.add(each.menuId);
    defaults.set(role.compId, coming);
  }
  return roles.flatMap((role): RolePlan[] => {
    const custom = role.kind === "custom";
    const added = pagesFirst(
      role,
      (each) => !custom || each.authorised || defaults.get(role.compId)?.has(each.menuId) === true,
    );
    const removed = (less.get(role.id) ?? []).map((each) => each.menuId);
    if (added.length === 0 && removed.length === 0) return [];
    return [
      {
        compId: role.compId,
        roleId: role.id,
        added: added.map((each) => each.menuId),
        removed,
        unauthorised: custom ? added.filter((each) => !each.authorised).map((each) => each.menuId) : [],
      },
    ];
  });
}

/** The same rows, in whatever order. */
export const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && new Set([...a, ...b]).size === new Set(a).size;
