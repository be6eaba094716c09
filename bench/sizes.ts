/**
 * What a browser loads before the sign-in page and the workspace can be used, Brotli KB over the wire (issue 7: 200 and 380).
 * Beside each a page of React, React DOM and a form of two fields, built as ours are. Counted from dist/: the page's own files and
 * every bundle that the entries import, each once; chunks that a screen loads later are not first load. The workspace is
 * counted as a browser without a cache would load it.
 */
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { buildPlainPage } from "./lib/plain-page.ts";
import { compare, type Measured } from "./lib/result.ts";

const distDir = process.env.LIANTAI_DIST ?? join(dirname(fileURLToPath(import.meta.url)), "..", "dist");
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

export async function run(): Promise<Measured> {
  const { script, page } = await buildPlainPage();
  const theirs = (script.length + page.length) / 1_000;
  const pages = {
    "sign-in": load(["@liantai/root-config", "@liantai/signin"]),
    workspace: load(["@liantai/root-config", "@liantai/shell-nav", "@liantai/workstation"]),
    customer: load(["@liantai/root-config", "@liantai/customer"]),
  };
  for (const [name, { heaviest }] of Object.entries(pages))
    console.error(`${name}: ${heaviest.map(([file, kb]) => `${file} ${kb}`).join(", ")}`);
  const over = (name: keyof typeof pages) =>
    compare(
      { what: `${name}, first load`, reference: "React, React DOM and a form", unit: "KB" },
      pages[name].kb,
      theirs,
    );
  return {
    name: "sizes",
    compared: [over("sign-in"), over("workspace"), over("customer")],
    unit: "",
    goal: "sign-in 200 KB, workspace 380",
    values: {
      signInFiles: pages["sign-in"].files,
      workspaceFiles: pages.workspace.files,
      customerFiles: pages.customer.files,
    },
  };
}
