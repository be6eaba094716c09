// Two vendors are too big to ship whole. Their bundle holds what the sources import, found by scanning them, plus the
// few names below that every console needs, so a bundle never hands out an undefined component.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "./modules.mjs";

/** @type {Readonly<Record<string, readonly string[]>>} */
const always = {
  "@chakra-ui/react": [
    "Box",
    "Button",
    "ChakraProvider",
    "Flex",
    "HStack",
    "Spinner",
    "Stack",
    "Text",
    "VStack",
    "chakra",
    "createSystem",
    "defineConfig",
    "mergeConfigs",
  ],
  "react-router-dom": ["Link", "MemoryRouter", "Route", "Routes", "useLocation", "useNavigate", "useParams"],
};

export const curatedSpecifiers = Object.keys(always);

const source = /\.tsx?$/;
const ignored = /\.(test|contract)\.tsx?$|\.d\.ts$/;

/**
 * @param {string} dir
 * @returns {Generator<string, void>}
 */
function* walk(dir) {
  for (const e of readdirSync(dir, { withFileTypes: true })) {
    if (e.name === "node_modules" || e.name === "dist") continue;
    const path = join(dir, e.name);
    if (e.isDirectory()) yield* walk(path);
    else if (source.test(e.name) && !ignored.test(e.name)) yield path;
  }
}

/** Sources that are bundled into the page: root-config, apps, shared. */
export function* pageSources() {
  for (const top of ["root-config", "apps", "shared"]) yield* walk(join(root, top));
}

const statement = /(?:^|[\n;])\s*(import|export)\s+(type\s+)?([^'";]*?)\s*from\s*['"]([^'"]+)['"]/g;

/**
 * Value names that one source text imports (or re-exports) from a curated package, by specifier.
 * @param {string} text
 * @param {string} where
 * @returns {Map<string, Set<string>>}
 */
export function curatedImports(text, where) {
  /** @type {Map<string, Set<string>>} */
  const found = new Map();
  if (!curatedSpecifiers.some((s) => text.includes(s))) return found;
  for (const [, , typeOnly, clause = "", from = ""] of text.matchAll(statement)) {
    if (typeOnly || !(from in always)) continue;
    const braces = /\{([^}]*)\}/.exec(clause);
    if (!braces) throw new Error(`${where}: import names from ${from}, not the whole of it (its bundle is curated)`);
    const names = (braces[1] ?? "")
      .split(",")
      .map((n) => n.trim())
      .filter((n) => n && !n.startsWith("type "));
    const set = found.get(from) ?? new Set();
    for (const n of names) set.add(n.replace(/\s+as\s.*/, ""));
    found.set(from, set);
  }
  return found;
}

/** @type {Record<string, readonly string[]> | undefined} */
let memo;
/** @type {Map<string, { readonly key: string; readonly found: ReadonlyMap<string, ReadonlySet<string>> }>} */
const perFile = new Map();

/** Sorted export lists of the curated packages over all sources, by specifier. */
export function curatedExports({ fresh = false } = {}) {
  if (memo && !fresh) return memo;
  const all = new Map(curatedSpecifiers.map((s) => [s, new Set(always[s])]));
  for (const path of pageSources()) {
    const { mtimeMs, size } = statSync(path);
    const key = `${mtimeMs}:${size}`;
    let hit = perFile.get(path);
    if (hit?.key !== key) {
      hit = { key, found: curatedImports(readFileSync(path, "utf8"), relative(root, path)) };
      perFile.set(path, hit);
    }
    for (const [from, names] of hit.found) for (const n of names) all.get(from)?.add(n);
  }
  memo = Object.fromEntries([...all].map(([s, set]) => [s, [...set].sort()]));
  return memo;
}

/**
 * The same of one package.
 * @param {string} specifier
 */
export const curatedNames = (specifier) => curatedExports()[specifier] ?? [];
