/**
 * What the build left in dist/, read again whenever it changes: the template, the import map, the graph. The version of
 * the page is a hash over its template and every bundle of the shell; apps that are swapped alone do not count.
 */
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

export type Imports = Readonly<Record<string, string>>;

export interface Served {
  readonly template: string;
  /** Bytes of /import-map.json, and their ETag. */
  readonly mapText: string;
  readonly etag: string;
  readonly imports: Imports;
  readonly version: string;
  /** Addresses of a bundle and all it imports, itself last. */
  closure(specifier: string): readonly string[];
}

/** Swapped without a reload of the page; every other entry of the map is the shell. */
export const swappable: ReadonlySet<string> = new Set(
  ["signin", "customer", "admin", "workorder", "flow-editor", "knowledge", "im"].map((n) => `@liantai/${n}`),
);

const sum = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);

export function versionOf(template: string, imports: Imports): string {
  const shell = Object.entries(imports)
    .filter(([name]) => !swappable.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return sum(JSON.stringify([template, shell]));
}

type Graph = Readonly<Record<string, { readonly deps: readonly string[] }>>;

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
      closure: (s) => closureOf(imports, graph, s),
    };
    return served;
  };
}
