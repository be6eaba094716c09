// Two vendors are too big to ship whole. Their bundle holds what the sources import, found by scanning them, plus the
// few names below that every console needs, so a bundle never hands out an undefined component.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "./modules.mjs";

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

/** Value names that one source text imports (or re-exports) from a curated package: Map specifier -> Set. */
export function curatedImports(text, where) {
  const found = new Map();
  if (!curatedSpecifiers.some((s) => text.includes(s))) return found;
  for (const [, , typeOnly, clause, from] of text.matchAll(statement)) {
    if (typeOnly || !(from in always)) continue;
    const braces = /\{([^}]*)\}/.exec(clause);
    if (!braces) throw new Error(`${where}: import names from ${from}, not the whole of it (its bundle is curated)`);
    const names = braces[1]
      .split(",")
      .map((n) => n.trim())
      .filter((n) => n && !n.startsWith("type "));
    const set = found.get(from) ?? new Set();
    for (const n of names) set.add(n.split(/\s+as\s+/)[0]);
    found.set(from, set);
  }
  return found;
}

let memo;
const perFile = new Map();

/** Sorted export lists of the curated packages over all sources: {specifier: names}. */
export function curatedExports({ fresh = false } = {}) {
  if (memo && !fresh) return memo;
  const all = Object.fromEntries(curatedSpecifiers.map((s) => [s, new Set(always[s])]));
  for (const path of pageSources()) {
    const { mtimeMs, size } = statSync(path);
    const key = `${mtimeMs}:${size}`;
    let hit = perFile.get(path);
    if (hit?.key !== key) {
      hit = { key, found: curatedImports(readFileSync(path, "utf8"), relative(root, path)) };
      perFile.set(path, hit);
    }
    for (const [from, names] of hit.found) for (const n of names) all[from].add(n);
  }
  memo = Object.fromEntries(Object.entries(all).map(([s, set]) => [s, [...set].sort()]));
  return memo;
}
