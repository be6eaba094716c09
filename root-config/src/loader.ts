/** SystemJS as the root config uses it: import an app, forget what failed, replace an entry of the map. */
import type { AppModule, LoadedApp } from "./container.ts";
import type { Imports } from "./swap.ts";

export async function importApp(specifier: string): Promise<LoadedApp> {
  const url = System.resolve(specifier);
  return { app: await System.import<AppModule>(specifier), url: pathOf(url) };
}

/** Same-origin addresses as paths, the form of the served map. */
function pathOf(url: string): string {
  return url.startsWith(`${location.origin}/`) ? url.slice(location.origin.length) : url;
}

const pageMap = (): Imports => System.getImportMap().imports ?? {};

/** SystemJS remembers a failed load (of a bundle or of what it imports) for good: `get` is null exactly for those. */
export function forgetFailed(specifier: string): void {
  System.delete(System.resolve(specifier));
  for (const url of Object.values(pageMap())) {
    if (System.has(url) && System.get(url) === null) System.delete(url);
  }
}

/** From now on the specifier means the new address; the old bundle leaves the registry. */
export function replaceEntry(specifier: string, to: string): void {
  const old = System.resolve(specifier);
  System.addImportMap({ imports: { [specifier]: to } });
  System.delete(old);
}

/** The page's map with same-origin addresses as paths. */
export function knownImports(): Imports {
  return Object.fromEntries(Object.entries(pageMap()).map(([k, v]) => [k, pathOf(v)]));
}

interface Overrides {
  getOverrideMap(): { imports: Record<string, string> };
}

/** A map as the server has it, with the developer's own entries (import-map-overrides, development only) left standing. */
export function withOverrides(served: Imports): Imports {
  const tool = (globalThis as { importMapOverrides?: Overrides }).importMapOverrides;
  if (!tool) return served;
  const known = knownImports();
  const kept = Object.keys(tool.getOverrideMap().imports).flatMap((name) =>
    known[name] ? [[name, known[name]] as const] : [],
  );
  return { ...served, ...Object.fromEntries(kept) };
}
