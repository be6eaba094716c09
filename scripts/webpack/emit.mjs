// From webpack's output to dist/assets/NAME/HASH: the folder's name is the hash of what lies in it.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { buildToken } from "./config.mjs";
import { compress } from "./compress.mjs";

/** @import { BundleFile, Module, Result } from "./types.ts" */

/**
 * Content hash of named files (maps left out: they only repeat the code). 16 hex digits, as long as the build token.
 * @param {readonly BundleFile[]} files
 */
export function contentHash(files) {
  const hash = createHash("sha256");
  for (const [name, data] of [...files].filter(([n]) => !n.endsWith(".map")).sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`${name}\0${data.length}\0`).update(data);
  }
  return hash.digest("hex").slice(0, buildToken.length);
}

/**
 * Puts files under dist/assets/NAME/HASH, compressed beside. A folder that exists is complete: it got its name last.
 * @param {string} distDir
 * @param {string} name
 * @param {readonly BundleFile[]} files
 * @param {number} quality
 */
export async function place(distDir, name, files, quality) {
  const hash = contentHash(files);
  const target = join(distDir, "assets", name, hash);
  if (existsSync(target)) return hash;
  const temporary = `${target}.${process.pid}.tmp`;
  await mkdir(temporary, { recursive: true });
  for (const [file, data] of files) {
    const code = /\.(js|map)$/.test(file) && data.includes(buildToken);
    await mkdir(dirname(join(temporary, file)), { recursive: true });
    await writeFile(join(temporary, file), code ? data.toString("utf8").replaceAll(buildToken, hash) : data);
  }
  if (quality > 0) await Promise.all(files.map(([file]) => compress(join(temporary, file), quality)));
  try {
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return hash;
}

/**
 * The bare specifiers that a System bundle imports.
 * @param {string} code
 * @returns {string[]}
 */
export function systemDependencies(code) {
  const head = /System\.register\((?:"[^"]*",\s*)?(\[[^\]]*\])/.exec(code);
  return head?.[1] === undefined ? [] : JSON.parse(head[1]);
}

/**
 * Places one built bundle.
 * @param {string} distDir
 * @param {Module} module
 * @param {string} outputDir
 * @param {number} quality
 * @returns {Promise<Result>}
 */
export async function emit(distDir, module, outputDir, quality) {
  const names = await readdir(outputDir, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    names
      .filter((e) => e.isFile())
      .map(async (e) => {
        const path = join(e.parentPath, e.name);
        return /** @type {const} */ ([path.slice(outputDir.length + 1), await readFile(path)]);
      }),
  );
  const main = files.find(([name]) => basename(name) === module.file);
  if (!main) throw new Error(`${module.name}: webpack wrote no ${module.file}`);
  return {
    hash: await place(distDir, module.name, files, quality),
    deps: systemDependencies(main[1].toString("utf8")),
  };
}
