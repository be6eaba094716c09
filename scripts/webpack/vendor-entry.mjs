// A vendor bundle's entry. CommonJS packages are spread beside a default and __esModule, because a System external is
// always read as an ES namespace: without it `import React from 'react'` would be undefined.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./modules.mjs";
import { curatedNames, curatedSpecifiers } from "./curated.mjs";
import { recipeKeys } from "./recipes.mjs";

/** @import { Module } from "./types.ts" */

export const chakra = "@chakra-ui/react";

const commonJs = new Set(["react", "react/jsx-runtime", "react-dom", "react-dom/client"]);
const withDefault = new Set(["mitt", "single-spa-react", "@emotion/cache"]);

/** @param {string} specifier */
export function vendorSource(specifier) {
  if (commonJs.has(specifier))
    return `const m = require('${specifier}');\nmodule.exports = { ...m, default: m, __esModule: true };\n`;
  if (specifier === chakra) {
    const names = curatedNames(specifier);
    // The comment makes the bundle's recipe change with the styles that it keeps.
    return `// ${recipeKeys(names).join(" ")}\nexport { ${names.join(", ")} } from '${specifier}';\n`;
  }
  if (curatedSpecifiers.includes(specifier))
    return `export { ${curatedNames(specifier).join(", ")} } from '${specifier}';\n`;
  const all = `export * from '${specifier}';\n`;
  return withDefault.has(specifier) ? `${all}export { default } from '${specifier}';\n` : all;
}

/**
 * Writes the generated entry under .cache/entries (only when it changed) and returns its path.
 * @param {Module} module
 */
export function vendorEntry(module) {
  const dir = join(root, ".cache", "entries");
  const path = join(dir, `${module.name}.${commonJs.has(module.specifier) ? "cjs" : "mjs"}`);
  const text = vendorSource(module.specifier);
  mkdirSync(dir, { recursive: true });
  let old;
  try {
    old = readFileSync(path, "utf8");
  } catch {
    old = undefined;
  }
  if (old !== text) writeFileSync(path, text);
  return path;
}
