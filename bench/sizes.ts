/**
 * What a browser loads before the sign-in page and the workspace can be used, Brotli KB over the wire (issue 7: 200 and 380).
 * Counted from dist/: the page's own files and every bundle that the entries import, each once; chunks that a screen
 * loads later are not first load. The workspace is counted as a browser without a cache would load it.
 */
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

const distDir = process.env.LIANTAI_DIST ?? join(dirname(fileURLToPath(import.meta.url)), "..", "dist");
const json = <T>(path: string): T => JSON.parse(readFileSync(join(distDir, path), "utf8")) as T;

const wire = (path: string): number =>
  existsSync(`${path}.br`) ? statSync(`${path}.br`).size : brotliCompressSync(readFileSync(path)).length;

export interface Load {
  readonly name: string;
  /** Brotli KB, 1,000 bytes each. */
  readonly kb: number;
  readonly target: number;
  /** target divided by kb: 1 or more meets it. */
  readonly ratio: number;
  readonly files: number;
  /** The heaviest bundles, name to KB. */
  readonly heaviest: Readonly<Record<string, number>>;
}

function load(name: string, entries: readonly string[], target: number): Load {
  const { imports } = json<{ imports: Record<string, string> }>("import-map.json");
  const graph = json<Record<string, { deps: string[] }>>("graph.json");
  const sizes = new Map<string, number>();
  const visit = (specifier: string) => {
    const url = imports[specifier];
    if (!url) throw new Error(`${specifier} is not in the import map`);
    if (sizes.has(specifier)) return;
    sizes.set(specifier, wire(join(distDir, url)));
    for (const dep of graph[url]?.deps ?? []) visit(dep);
  };
  for (const entry of entries) visit(entry);
  const html = readFileSync(join(distDir, "page/index.html"), "utf8");
  const folder = /\/assets\/page\/[0-9a-f]+/.exec(html)?.[0] ?? "";
  const page = readdirSync(join(distDir, folder)).filter((f) => /^(system|boot)\.js$|\.css$/.test(f));
  const own = page.reduce(
    (sum, f) => sum + wire(join(distDir, folder, f)),
    brotliCompressSync(html).length + wire(join(distDir, "import-map.json")),
  );
  const bytes = own + [...sizes.values()].reduce((a, b) => a + b, 0);
  const heaviest = Object.fromEntries(
    [...sizes]
      .sort((a, b) => b[1] - a[1])
      .slice(0, 8)
      .map(([n, b]) => [n, Math.round(b / 100) / 10]),
  );
  const kb = Math.round(bytes / 100) / 10;
  return {
    name,
    kb,
    target,
    ratio: Math.round((target / kb) * 100) / 100,
    files: sizes.size + page.length + 2,
    heaviest,
  };
}

export function run(): { scenario: "sizes"; loads: readonly Load[] } {
  const result = {
    scenario: "sizes" as const,
    loads: [
      load("sign-in", ["@liantai/root-config", "@liantai/signin"], 200),
      load("workspace", ["@liantai/root-config", "@liantai/shell-nav", "@liantai/workstation"], 380),
      load("customer", ["@liantai/root-config", "@liantai/customer"], 380),
    ],
  };
  console.log(JSON.stringify(result));
  console.log(
    result.loads
      .map(
        (l) =>
          `${l.name}: ${l.kb} KB brotli in ${l.files} files, target ${l.target} (${l.ratio >= 1 ? "met" : "missed"})`,
      )
      .join("; "),
  );
  return result;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) run();
