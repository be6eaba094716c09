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
  readonly comp_id: string;
  readonly kind: string;
}

const byRole = (candidates: readonly Candidate[]): Map<string, Candidate[]> => {
  const found = new Map<string, Candidate[]>();
  for (const each of candidates) {
    const list = found.get(each.role_id);
    if (list) list.push(each);
    else found.set(each.role_id, [each]);
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
    const pages = new Set(fitting.filter((each) => each.category !== 1).map((each) => each.menu_id));
    return fitting.filter((each) => each.category !== 1 || each.page_granted || pages.has(each.parent_id ?? ""));
  };
  const defaults = new Map<string, Set<string>>();
  for (const role of roles) {
    if (role.kind !== "enterprise") continue;
    const coming = defaults.get(role.comp_id) ?? new Set();
    for (const each of pagesFirst(role, () => true)) coming.add(each.menu_id);
    defaults.set(role.comp_id, coming);
  }
  return roles.flatMap((role): RolePlan[] => {
    const custom = role.kind === "custom";
    const added = pagesFirst(
      role,
      (each) => !custom || each.authorised || defaults.get(role.comp_id)?.has(each.menu_id) === true,
    );
    const removed = (less.get(role.id) ?? []).map((each) => each.menu_id);
    if (added.length === 0 && removed.length === 0) return [];
    return [
      {
        compId: role.comp_id,
        roleId: role.id,
        added: added.map((each) => each.menu_id),
        removed,
        unauthorised: custom ? added.filter((each) => !each.authorised).map((each) => each.menu_id) : [],
      },
    ];
  });
}

/** The same rows, in whatever order. */
export const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && new Set([...a, ...b]).size === new Set(a).size;
