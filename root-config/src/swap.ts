/**
 * Hot swap on a living page: what a changed import map means for it. An app that is not mounted takes its new version in
 * silence, a mounted one is offered a refresh; a changed shell (any other bundle) is the version check's to tell, and then
 * no app is swapped: it may have been built against a shared bundle that this page does not have.
 */

export type Imports = Readonly<Record<string, string>>;

export interface SwappableApp {
  readonly specifier: string;
  /** Address of the version on the page; null: not mounted. */
  runningUrl(): string | null;
}

export interface SwapPlan<A extends SwappableApp> {
  readonly shellChanged: boolean;
  /** Entries that differ from what the page knows. */
  readonly replace: readonly { readonly app: A; readonly from: string; readonly to: string }[];
  /** Mounted apps that run something else than the map names. */
  readonly offer: readonly { readonly app: A; readonly to: string }[];
  /** Mounted apps that run what the map names: an offer made before (then rolled back) is void. */
  readonly current: readonly A[];
}

export function planSwap<A extends SwappableApp>(known: Imports, served: Imports, apps: readonly A[]): SwapPlan<A> {
  const swappable = new Set(apps.map((a) => a.specifier));
  const names = new Set([...Object.keys(known), ...Object.keys(served)]);
  const shellChanged = [...names].some((n) => !swappable.has(n) && known[n] !== served[n]);
  if (shellChanged) return { shellChanged, replace: [], offer: [], current: [] };
  const served2 = apps.flatMap((app) => (served[app.specifier] ? [{ app, to: served[app.specifier]! }] : []));
  const mounted = served2.filter(({ app }) => app.runningUrl() !== null);
  return {
    shellChanged,
    replace: served2.flatMap(({ app, to }) =>
      known[app.specifier] && known[app.specifier] !== to ? [{ app, from: known[app.specifier]!, to }] : [],
    ),
    offer: mounted.filter(({ app, to }) => app.runningUrl() !== to),
    current: mounted.filter(({ app, to }) => app.runningUrl() === to).map(({ app }) => app),
  };
}

/** The content hash in a bundle's address; the address itself when it has none (a developer's override). */
export function versionOf(url: string): string {
  return /\/assets\/[^/]+\/([0-9a-f]+)\//.exec(url)?.[1] ?? url;
}

/** What a press of 刷新 does: nothing of the page is taken away in a call. */
export function refreshDecision(inCall: boolean): "refuse" | "refresh" {
  return inCall ? "refuse" : "refresh";
}
