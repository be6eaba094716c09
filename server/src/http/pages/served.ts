/**
 * What the build left in dist/, read again whenever it changes: the template, the import map, the graph. The version of
 * the page is a hash over its template and every bundle of the shell; apps that are swapped alone do not count.
 */
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { swappableNames } from "@liantai/api/contract/admin";

export type Imports = Readonly<Record<string, string>>;

export interface Served {
  readonly template: string;
  /** Bytes of /import-map.json, and their ETag. */
  readonly mapText: string;
  readonly etag: string;
  readonly imports: Imports;
  readonly version: string;
  /** Apps of which some enterprises have another version than this map says. */
  readonly trials: readonly string[];
  /** Addresses of a bundle and all it imports, itself last. */
  closure(specifier: string): readonly string[];
}

/** Swapped without a reload of the page; every other entry of the map is the shell. */
const swappable: ReadonlySet<string> = new Set(swappableNames.map((name) => `@liantai/${name}`));

const sum = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);

export function versionOf(template: string, imports: Imports): string {
  const shell = Object.entries(imports)
    .filter(([name]) => !swappable.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return sum(JSON.stringify([template, shell]));
}

export type Graph = Readonly<Record<string, { readonly deps: readonly string[] }>>;

function closureOf(imports: Imports, graph: Graph, specifier: string): readonly string[] {
  const urls = new Set<string>();
  const visit = (name: string) => {
    const url = imports[name];
    if (!url || urls.has(url)) return;
    for (const dep of graph[url]?.deps ?? []) visit(dep);
    urls.add(url);
  };
  visit(specifier);
  return [...urls];
}

/** A reader of dist/. Throws a plain sentence when there is no build. */
export function createServed(distDir: string): () => Served {
  const files = ["page/index.html", "import-map.json", "graph.json"].map((f) => join(distDir, f));
  let seen = "";
  let served: Served | undefined;
  return () => {
    let fingerprint: string;
    try {
      fingerprint = files
        .map((f) => statSync(f, { bigint: true }))
        .map((s) => `${s.mtimeNs}:${s.size}:${s.ino}`)
        .join();
    } catch (error) {
      throw new Error(`the page is not built: no ${distDir}/import-map.json; run npm run build`, { cause: error });
    }
    if (served && fingerprint === seen) return served;
    const [template, mapText, graphText] = files.map((f) => readFileSync(f, "utf8")) as [string, string, string];
    const { imports } = JSON.parse(mapText) as { imports: Imports };
    const graph = JSON.parse(graphText) as Graph;
    seen = fingerprint;
    served = {
      template,
      mapText,
      etag: `"${sum(mapText)}"`,
      imports,
      version: versionOf(template, imports),
      trials: [],
      closure: (s) => closureOf(imports, graph, s),
    };
    graphs.set(served, graph);
    return served;
  };
}

const graphs = new WeakMap<Served, Graph>();

/** The same with other versions of some apps: their entries of the map, and what those import. */
export function withPublished(
  base: Served,
  {
    imports: other,
    deps,
    trials,
  }: {
    readonly imports: Imports;
    readonly deps: Readonly<Record<string, readonly string[]>>;
    readonly trials: readonly string[];
  },
): Served {
  if (Object.keys(other).length === 0) return { ...base, trials };
  const imports = { ...base.imports, ...other };
  const mapText = JSON.stringify({ imports }, null, 1);
  const graph = {
    ...graphs.get(base),
    ...Object.fromEntries(Object.entries(deps).map(([url, names]) => [url, { deps: names }])),
  };
  return {
    ...base,
    imports,
    mapText,
    etag: `"${sum(mapText)}"`,
    trials,
    closure: (s) => closureOf(imports, graph, s),
  };
}

/** The import map that the build left; empty without a build. */
export function builtInImports(distDir: string): () => Imports {
  const served = createServed(distDir);
  return () => {
    try {
      return served().imports;
    } catch {
      return {};
    }
  };
}
