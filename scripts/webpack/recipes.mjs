// Chakra's default theme carries the styles of all its components: 28 KB Brotli. The vendor bundle keeps those of the
// components it exports, and of those that our sources ask for by name.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pageSources } from "./curated.mjs";
import { root } from "./modules.mjs";

const chakra = join(root, "node_modules/@chakra-ui/react/dist/esm");
const keyOf = /\bkey:\s*["'](\w+)["']/g;
const relativeImport = /from\s+["'](\.[^"']+)["']/g;
const asked =
  /\b(?:use(?:Slot)?Recipe|create(?:Slot)?RecipeContext|get(?:Slot)?Recipe)\s*\(\s*(?:\{[^}]*?key:\s*)?['"](\w+)['"]/g;

/**
 * Export name -> file, as Chakra's index says it.
 * @returns {Map<string, string>}
 */
function exportFiles() {
  const text = readFileSync(join(chakra, "index.js"), "utf8");
  /** @type {Map<string, string>} */
  const files = new Map();
  for (const [, names = "", from = ""] of text.matchAll(/export \{([^}]*)\} from '(\.[^']+)'/g)) {
    for (const name of names.split(",")) files.set(name.trim().replace(/^.*\s+as\s+/, ""), from);
  }
  const spaces = new Map(
    [...text.matchAll(/import \* as ([\w$]+) from '(\.[^']+)'/g)].map(
      ([, name, from]) => /** @type {const} */ ([name, from]),
    ),
  );
  for (const [, local = "", name = ""] of text.matchAll(/export \{ ([\w$]+) as (\w+) \};/g)) {
    const from = spaces.get(local);
    if (from !== undefined) files.set(name, from);
  }
  return files;
}

/**
 * @param {string} file
 * @param {Set<string>} keys
 * @param {Set<string>} seen
 */
function collect(file, keys, seen) {
  if (seen.has(file) || !file.includes(`${chakra}/components/`)) return;
  seen.add(file);
  const text = readFileSync(file, "utf8");
  for (const [, key = ""] of text.matchAll(keyOf)) keys.add(key);
  for (const [, from = ""] of text.matchAll(relativeImport)) collect(join(dirname(file), from), keys, seen);
}

/**
 * Sorted recipe names that the exported components and our own sources use.
 * @param {readonly string[]} exported
 */
export function recipeKeys(exported) {
  const files = exportFiles();
  /** @type {Set<string>} */
  const keys = new Set();
  const seen = new Set();
  for (const name of exported) {
    const file = files.get(name);
    if (file !== undefined) collect(join(chakra, file), keys, seen);
  }
  for (const path of pageSources())
    for (const [, key = ""] of readFileSync(path, "utf8").matchAll(asked)) keys.add(key);
  return [...keys].sort();
}
