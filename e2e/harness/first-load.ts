/** What a browser without a cache loads first, Brotli over the wire: counted from dist/, the bench sizes and the check of E27 alike. */
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

const distDir = process.env.LIANTAI_DIST ?? join(dirname(fileURLToPath(import.meta.url)), "../..", "dist");
const json = <T>(path: string): T => JSON.parse(readFileSync(join(distDir, path), "utf8")) as T;

const wire = (path: string): number =>
  existsSync(`${path}.br`) ? statSync(`${path}.br`).size : brotliCompressSync(readFileSync(path)).length;

interface Loaded {
  /** Brotli KB, 1,000 bytes each. */
  readonly kb: number;
  readonly files: number;
  /** The heaviest bundles, name to KB. */
  readonly heaviest: readonly (readonly [name: string, kb: number])[];
}

/** Of these entries of the import map: the page's own files, and every bundle that they import, each once. */
function load(entries: readonly string[]): Loaded {
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
  const heaviest = [...sizes].sort((a, b) => b[1] - a[1]).slice(0, 8);
  return {
    kb: (own + [...sizes.values()].reduce((a, b) => a + b, 0)) / 1_000,
    files: sizes.size + page.length + 2,
    heaviest: heaviest.map(([name, bytes]) => [name, Math.round(bytes / 100) / 10]),
  };
}

export const firstLoads = () => ({
  "sign-in": load(["@liantai/root-config", "@liantai/signin"]),
  workspace: load(["@liantai/root-config", "@liantai/shell-nav", "@liantai/workstation"]),
  customer: load(["@liantai/root-config", "@liantai/customer"]),
});

/**
 * What the flow editor alone brings, over the desk and what other apps share: its app's entry, its part of the contract, and the chunks
 * that the screen and the side that it opens with wait for. KB of Brotli.
 */
export function flowEditorLoad(): number {
  const { imports } = json<{ imports: Record<string, string> }>("import-map.json");
  const entry = join(distDir, imports["@liantai/flow-editor"]!);
  const folder = dirname(entry);
  const named = /"\.\/knownnav\/screen\.tsx":\[\d+,\[([\d,]+)\]\]/.exec(readFileSync(entry, "utf8"))?.[1];
  if (named === undefined) throw new Error("the flow editor's entry does not say which chunks its screen has");
  const side = readdirSync(folder)
    .filter((file) => /^c-\d+\.js\.map$/.test(file))
    .filter((file) => readFileSync(join(folder, file), "utf8").includes("flows/knownnav/sides/properties.tsx"))
    .map((file) => file.slice(2, -".js.map".length));
  if (side.length === 0) throw new Error("no chunk has the properties of a node");
  const chunks = [...new Set([...named.split(","), ...side])].map((id) => join(folder, `c-${id}.js`));
  const contract = join(distDir, imports["@liantai/api/contract/flow-editor"]!);
  return [entry, contract, ...chunks].reduce((sum, path) => sum + wire(path), 0) / 1_000;
}
