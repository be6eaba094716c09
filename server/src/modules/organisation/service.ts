/** What roles see and may do, cached in each process until somebody changes it. */
import { whoOf, type MenuItem, isOperator } from "@liantai/api/contract";
import { businessPurviews } from "@liantai/api/contract/admin";
import type { Broker } from "../../ports/broker.ts";
import type { Ports } from "../../ports/index.ts";
import type { Trx } from "../../ports/database.ts";
import { publish, subscribe } from "../topics.ts";
import { allModules, withoutOff } from "./grantable.ts";
import { menuCategory } from "./menus.ts";
import { findModules, findRole, listMenusOfRole, listOperatorCodes, listPurviews } from "./menu-repository.ts";
import { presentMenuTree, type MenuRow } from "./present.ts";

/** A missed topic (the broker was away) is over by then. */
const cacheMs = 30_000;

export interface Rights {
  /** Codes of the category-1 rows the role was granted, with their pages. */
  readonly buttons: ReadonlySet<string>;
  /** Paths of the pages it was granted. */
  readonly pages: ReadonlySet<string>;
  /** Keys of businessPurviews. */
  readonly purviews: ReadonlySet<string>;
  /** Of operators: the codes that are granted to their roles one by one; other buttons are enterprises'. */
  readonly governed: ReadonlySet<string>;
}

/** Whose rights changed: of some roles, of accounts that got another role or flag, of an enterprise, or (menus themselves) of everybody. */
export type Changed =
  | { readonly roleIds: readonly string[] }
  | { readonly accountIds: readonly string[] }
  | { readonly compId: string }
  | { readonly everyone: true };

export interface Menus {
  /** The tree of an enterprise's role; empty for a role that it does not have. */
  tree(compId: string, roleId: string): Promise<MenuItem[]>;
  /** The tree of any enterprise's role, for operators. */
  treeOfAny(roleId: string): Promise<MenuItem[]>;
  /**
   * `within`: the transaction of who asks. What is not known is read with it, because the embedded database has one connection, and who
   * holds it would wait for another's reading that waits for him.
   */
  rights(compId: string, roleId: string, within?: Trx): Promise<Rights>;
  /** Codes of the category-1 rows a role was granted. */
  buttons(compId: string, roleId: string): Promise<ReadonlySet<string>>;
  /** rightsChanged of this process. */
  changed(whose: Changed): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Those of these rows that are of no module, or of one that the enterprise has on. */
export const ofModulesOn = async (trx: Trx, compId: string, rows: readonly MenuRow[]): Promise<MenuRow[]> =>
  withoutOff(rows, (await findModules(trx, compId)) ?? allModules);

const effective = async (trx: Trx, compId: string, roleId: string): Promise<MenuRow[]> =>
  ofModulesOn(trx, compId, await listMenusOfRole(trx, roleId));

const codesOf = (items: readonly MenuItem[]): string[] =>
  items.flatMap((item) => [
    ...(item.category === menuCategory.button && item.code ? [item.code] : []),
    ...codesOf(item.children),
  ]);

const pagesOf = (items: readonly MenuItem[]): string[] =>
  items.flatMap((item) => [
    ...(item.category === menuCategory.menu && item.url ? [item.url] : []),
    ...pagesOf(item.children),
  ]);

async function readRights(trx: Trx, compId: string, roleId: string): Promise<Rights> {
  const role = await findRole(trx, roleId);
  if (!role || role.compId !== compId)
    return { buttons: new Set(), pages: new Set(), purviews: new Set(), governed: new Set() };
  const tree = presentMenuTree(await effective(trx, compId, roleId));
  const chosen = new Map((await listPurviews(trx, roleId)).map(({ key, value }) => [key, value]));
  const who = whoOf(role.roleType);
  return {
    buttons: new Set(codesOf(tree)),
    pages: new Set(pagesOf(tree)),
    purviews: new Set(
      businessPurviews
        .filter(
          ({ key, who: whose }) => (chosen.get(key) ?? ((whose as readonly string[]).includes(who) ? 1 : 0)) === 1,
        )
        .map(({ key }) => key),
    ),
    governed: new Set(isOperator(role) ? await listOperatorCodes(trx) : []),
  };
}

/** After the change is committed: every process forgets what it knew, the users' pages read who they are and their menus again. */
export async function rightsChanged(broker: Broker, whose: Changed): Promise<void> {
  await publish(broker, "grants.changed", whose);
  const targets =
    "roleIds" in whose
      ? whose.roleIds.map((roleId) => ({ roleId }))
      : "accountIds" in whose
        ? whose.accountIds.map((accountId) => ({ accountId }))
        : [whose];
  for (const to of targets) await publish(broker, "message.send", { to, message: { type: "menuChanged" } });
}

interface Known {
  readonly at: number;
  readonly compId: string;
  readonly rights: Promise<Rights>;
  /** Once they are read. */
  settled?: Rights;
}

const knowing = (at: number, compId: string, rights: Promise<Rights>): Known => {
  const known: Known = { at, compId, rights };
  rights.then(
    (settled) => void (known.settled = settled),
    () => undefined,
  );
  return known;
};

export function createMenus({ database, clock, broker }: Pick<Ports, "database" | "clock" | "broker">): Menus {
  const cached = new Map<string, Known>();
  const renewing = new Set<string>();
  let unsubscribe: (() => Promise<void>) | undefined;
  const read = (compId: string, roleId: string) => database.tenant(compId, (trx) => readRights(trx, compId, roleId));

  /** Ahead of their end, and nobody waits for it. */
  function renew(compId: string, roleId: string): void {
    if (renewing.has(roleId)) return;
    renewing.add(roleId);
    const [at, known] = [clock.now(), cached.get(roleId)];
    const rights = read(compId, roleId);
    void rights
      .then(
        // What changed meanwhile may not be in it.
        () => void (cached.get(roleId) === known && cached.set(roleId, knowing(at, compId, rights))),
        () => undefined,
      )
      .finally(() => renewing.delete(roleId));
  }

  const menus: Menus = {
    tree: async (compId, roleId) =>
      presentMenuTree(await database.tenant(compId, (trx) => effective(trx, compId, roleId))),
    // system: an operator looks into roles of enterprises that are not the own.
    treeOfAny: (roleId) =>
      database.system(async (trx) => {
        const role = await findRole(trx, roleId);
        return role ? presentMenuTree(await effective(trx, role.compId, roleId)) : [];
      }),
    async rights(compId, roleId, within) {
      const known = cached.get(roleId);
      const age = known?.compId === compId ? clock.now() - known.at : Infinity;
      if (known && age < cacheMs && (known.settled || !within)) {
        if (age >= cacheMs / 2) renew(compId, roleId);
        return known.settled ?? known.rights;
      }
      // Not kept: a transaction may see what it has written and not committed.
      if (within) return readRights(within, compId, roleId);
      const rights = read(compId, roleId);
      cached.set(roleId, knowing(clock.now(), compId, rights));
      rights.catch(() => cached.delete(roleId));
      return rights;
    },
    buttons: async (compId, roleId) => (await menus.rights(compId, roleId)).buttons,
    changed: (whose) => rightsChanged(broker, whose),
    async start() {
      unsubscribe = await subscribe(broker, "grants.changed", (whose) => {
        // Of accounts the auth module forgets who they are; roles stay what they were.
        if ("accountIds" in whose) return;
        if ("everyone" in whose) cached.clear();
        else
          for (const [roleId, { compId }] of cached)
            if ("compId" in whose ? compId === whose.compId : whose.roleIds.includes(roleId)) cached.delete(roleId);
      });
    },
    async stop() {
      await unsubscribe?.();
    },
  };
  return menus;
}
