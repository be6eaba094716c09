// The page's own files: SystemJS, the boot script, the style sheet (and import-map-overrides, loaded in development only)
// go to dist/assets/page/HASH; the template with their addresses to dist/page/index.html.
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { place } from "./emit.mjs";
import { root } from "./modules.mjs";

/** @import { BundleFile } from "./types.ts" */

const require = createRequire(import.meta.url);
/** @param {string} text */
const withoutMapComment = (text) => text.replace(/\n?\/\/# sourceMappingURL=.*\s*$/, "\n");

/** @param {string} specifier */
function vendored(specifier) {
  return Buffer.from(withoutMapComment(readFileSync(require.resolve(specifier), "utf8")));
}

/**
 * Writes the page's files; true when anything changed.
 * @param {string} distDir
 */
export async function buildPage(distDir) {
  /** @param {string} name */
  const own = (name) => readFileSync(join(root, "root-config/page", name));
  /** @type {BundleFile[]} */
  const files = [
    ["system.js", vendored("systemjs/dist/system.min.js")],
    [
      "overrides.js",
      Buffer.from(
        withoutMapComment(
          readFileSync(join(root, "node_modules/import-map-overrides/dist/import-map-overrides-api.js"), "utf8"),
        ),
      ),
    ],
    ["boot.js", own("boot.js")],
    ["page.css", own("page.css")],
    ["icon.svg", own("icon.svg")],
  ];
  const hash = await place(distDir, "page", files, 11);
  const html = own("index.html").toString("utf8").replaceAll("{{page}}", `/assets/page/${hash}`);
  const dir = join(distDir, "page");
  mkdirSync(dir, { recursive: true });
  const path = join(dir, "index.html");
  let old;
  try {
    old = readFileSync(path, "utf8");
  } catch {
    old = undefined;
  }
  if (old === html) return false;
  writeFileSync(`${path}.tmp`, html);
  renameSync(`${path}.tmp`, path);
  const folder = join(distDir, "assets", "page");
  const before = old && /\/assets\/page\/([0-9a-f]+)\//.exec(old)?.[1];
  // The page of a moment ago may still be loading its files: keep one generation.
  for (const entry of readdirSync(folder))
    if (entry !== hash && entry !== before) rmSync(join(folder, entry), { recursive: true, force: true });
  return true;
}
